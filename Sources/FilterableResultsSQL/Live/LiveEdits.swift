internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax
internal import FilterableResults

/// What a reader has to do to show what the database holds.
enum LiveEdits<Item: Filterable & Sendable>: Sendable {
  /// The rows in order, in place of all others
  case all([Item])
  /// The sections in order, in place of all others
  case sections([StoredSection<Item>])
  /// Rows that do not match any more, by their keys, and rows that match, in an order that all rows have
  case rows(removed: [FilterValue], upserted: [Item], order: [SortKey<Item>])
}

/// The rows that commits have changed, of a table whose key is known to the program.
struct LiveKeys<Item: Filterable & Sendable> {
  let column: SQLColumn
  let values: [FilterValue]
  private let order: [SortKey<Item>]

  /// Nil where the rows have to be fetched as a whole.
  init?(_ request: SQLFetchRequest<Item>, _ dialect: SQLDialect, _ keys: Set<FilterValue>) {
    guard let key = SQLKeyColumn(request.table.declaration, dialect),
      let last = key.sortKey(of: Item.self), keys.allSatisfy(key.takes)
    else { return nil }
    values = Array(keys)
    column = key.column
    order = request.sort + [last]
  }

  /// What leads to the state in which these rows match, of those that were read.
  func edits(_ items: [Item]) -> LiveEdits<Item> {
    let found = Set(items.compactMap { $0.filterValue(forKey: column.field) })
    return .rows(removed: values.filter { !found.contains($0) }, upserted: items, order: order)
  }
}

extension SQLFetchRequest {
  /// Refuses a predicate with a function whose result changes from call to call, so that matches change without a
  /// commit. To read everything in intervals is enough for the time, and not for chance.
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
