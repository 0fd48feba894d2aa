internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax
internal import FilterableResults

/// The edits that lead from the rows that a controller shows to those of the database.
struct LiveDelivery<Item: Filterable & Sendable>: Sendable {
  let edits: LiveEdits<Item>

  /// The observation that made all of the changes, if it was a single one.
  let author: ResultsObservation?

  /// The number of earlier deliveries.
  let number: Int

  /// The keys of rows that have changed without a change of their items.
  let changed: Set<FilterValue>

  /// The numbers of rows; nil if they are not counted.
  let counts: LiveCounts?

  init(
    _ edits: LiveEdits<Item>, _ pending: SQLChanges.Pending, changed: Set<FilterValue>,
    counts: LiveCounts?
  ) {
    self.edits = edits
    (author, number) = (pending.author, pending.number)
    self.changed = changed
    self.counts = counts
  }
}

/// Edits of the rows of a controller.
enum LiveEdits<Item: Filterable & Sendable>: Sendable {
  /// All rows in order
  case all([Item])
  /// All sections in order
  case sections([StoredSection<Item>])
  /// The sections that may have changed
  case changedSections([ChangedSection<Item>])
  /// The keys of rows that no longer match, the rows that match, and the order that all rows have
  case rows(removed: [FilterValue], upserted: [Item], order: [ResultsSortKey<Item>])

  /// Whether they replace all rows, so that it does not matter which rows are shown.
  var areWhole: Bool {
    switch self {
    case .all, .sections: true
    case .rows, .changedSections: false
    }
  }
}

/// The keys of changed rows, in a table whose key the program can compare.
struct LiveKeys<Item: Filterable & Sendable> {
  let values: [FilterValue]
  private let key: SQLKeyColumn
  private let order: [ResultsSortKey<Item>]

  /// Fails if all rows must be fetched.
  init?(_ request: SQLFetchRequest<Item>, _ dialect: SQLDialect, _ keys: Set<FilterValue>) {
    guard let key = SQLKeyColumn(request.table.declaration, dialect),
      let last = key.sortKey(of: Item.self), keys.allSatisfy(key.takes)
    else { return nil }
    values = Array(keys)
    self.key = key
    order = request.sort + [last]
  }

  var column: SQLColumn { key.column }

  /// The value of a key; nil if it does not have the declared type.
  func value(_ key: [SQLValue?]) -> FilterValue? { self.key.value(key) }

  /// The edits after these items were found for the keys.
  func edits(_ items: [Item]) -> LiveEdits<Item> {
    let found = Set(items.compactMap { $0.filterValue(forKey: column.field) })
    return .rows(removed: values.filter { !found.contains($0) }, upserted: items, order: order)
  }
}

extension SQLFetchRequest {
  /// Throws if the predicate calls a function whose result changes without a commit. Reading all rows at intervals is
  /// enough for `now()`, and not for random numbers.
  func checkCanBeFollowed() throws(LiveFetchError) {
    let names = predicate?.syntax.changingFunctions ?? []
    if let name = names.first(where: { $0 != "now" || refreshInterval == nil }) {
      throw .changingFunction(name)
    }
  }
}

extension AST.Predicate {
  fileprivate var changingFunctions: [String] {
    var names: [String] = []
    try? visit(
      expressions: { node in
        guard case .call(let call) = node else { return }
        switch call.selector {
        case "now", "random", "randomn:": names.append(call.selector.filter { $0 != ":" })
        default: break
        }
      }, comparisons: { _ in })
    return names
  }
}
