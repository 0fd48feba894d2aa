import FilterableResults

extension Instance {
  /// The number of the section of an instance: a hundred of about as many rows.
  var costBand: Int { Int(cost) / 10 }

  /// Whether everything is equal.
  func isSame(as other: Instance) -> Bool {
    id == other.id && instanceType == other.instanceType && name == other.name && age == other.age
      && cost == other.cost && region == other.region && tags == other.tags
      && owner.name == other.owner.name && owner.team == other.owner.team
  }

  /// One of the edits that a list sees.
  enum Edit: String, CaseIterable {
    case content = "content"
    case sortKey = "sort key"
    case section = "section"
  }

  /// The same instance after an edit; it stays one that the filters let pass.
  func edited(_ edit: Edit, by random: inout SplitMix) -> Instance {
    var result = self
    switch edit {
    case .content: result.age = 31 + (age + 1 + random.below(10)) % 30
    // A new place anywhere in the order.
    case .sortKey: result.name = "web-\(10_000 + random.below(90_000))9-prod"
    case .section: result.cost = Double(random.below(100_000)) / 100
    }
    return result
  }

  /// A controller under two filters, a sort and a hundred sections, without data.
  static func controller() throws -> ResultsController<Instance> {
    var configuration = ResultsConfiguration<Instance>()
    configuration.rows.identity = ResultsKey(\.id)
    configuration.sections.key = ResultsKey { $0.costBand }
    configuration.sections.order = .ascending
    configuration.rows.sort = [.ascending(\.name)]
    let controller = try ResultsController(configuration)
    try controller.filters.add([
      ResultsFilter("age", group: "age", predicate: FilterPredicate("age > 30")),
      ResultsFilter("name", group: "name", predicate: try FilterPredicate("name CONTAINS '9'")),
    ])
    return controller
  }
}
