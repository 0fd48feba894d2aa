import FilterEngine

/// What typed items have beyond flat fields that are compared with constants: arithmetic, functions,
/// pairs of fields, optional structs, arrays of structs, indices, dictionaries, objects.
enum P21TypedItems: Workload {
  static let name = "P21"

  static let arithmetic = Target.ratio(4, reach: 2)
  static let optionalStruct = Target.ratio(2, reach: 1)
  static let elementCount = Target.ratio(1.5, reach: 1)
  static let elements = Target.ratio(2.5, reach: 1.5)
  static let subquery = Target.ratio(1, reach: 0.4)
  static let otherFields = Target.ratio(2.5, reach: 1.5)

  private static let objects = Target.ratio(2, reach: 1.2)
  private static let values = Target.ratio(3, reach: 1.5)

  static func run(_ bench: Bench) throws {
    let count = max(1, bench.options.count / 5)
    try compare(bench, Offer.random(count), offerForms)
    try compare(bench, Post.random(count), postForms + [subqueryBesideContains])
    try compare(bench, Account.many(count), accountForms)
    for keys in Keys.allCases {
      try compare(bench, keys.objects(count), [valueForm(count, keys)])
    }
  }

  private static func compare<Item: Filterable>(
    _ bench: Bench, _ items: [Item], _ forms: [TypedForm<Item>]
  ) throws {
    for form in forms {
      let predicate = try FilterPredicate<Item>(form.text)
      try bench.compare(
        name, form.label, beside: form.peer, target: form.target, items: items.count,
        ours: { try items.count(where: predicate) }, peer: { form.loop(items) })
    }
  }

  static var accountForms: [TypedForm<Account>] {
    [
      TypedForm(
        "number > 1000", label: "id > 1000, items of a final class, read by a closure", objects
      ) { items in
        count(items) { $0.id > 1000 }
      },
      TypedForm("id > 1000", label: "the same, by a key path", objects) { items in
        count(items) { $0.id > 1000 }
      },
    ]
  }

  /// A comparison of a member of `FilterValue` objects. The loop looks the key up in dictionaries.
  static func valueForm(_ count: Int, _ keys: Keys) -> TypedForm<FilterValue> {
    let rows = (0..<count).map { Dictionary(uniqueKeysWithValues: members($0)) }
    return TypedForm(
      "id > 1000", label: "id > 1000, FilterValue objects, " + keys.rawValue, values,
      beside: "for … where, [String: Int]"
    ) { _ in
      var count = 0
      for row in rows {
        if let id = row["id"], id > 1000 { count += 1 }
      }
      return count
    }
  }

  /// Whose keys the objects have.
  enum Keys: String, CaseIterable {
    /// As in objects that one reader made.
    case shared = "shared keys"

    /// As in objects made one by one.
    case own = "own keys"

    func objects(_ count: Int) -> [FilterValue] {
      let shape = FilterObject.Shape(members(0).map(\.0))
      return (0..<count).map { id in
        let values = members(id).map { ($0.0, $0.1.filterValue) }
        return .object(
          self == .own ? FilterObject(values) : FilterObject(shape: shape, values: values.map(\.1)))
      }
    }
  }

  private static func members(_ id: Int) -> [(String, Int)] {
    [("id", id), ("a", id % 100), ("b", id % 7), ("delta", id % 21 - 10)]
  }
}
