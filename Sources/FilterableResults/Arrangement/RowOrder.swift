internal import FilterEngine
internal import FilterSyntax

/// Puts many rows into the order of sort keys and comparator; `RowComparison` compares single ones.
struct RowOrder<Item: Filterable> {
  private struct Criterion {
    let read: (Item) -> FilterValue
    let column: FieldColumn?
    let comparison: SortComparison
    let isAscending: Bool
    let missing: SortKey.Missing

    /// Adds what is read of rows.
    func append(_ ids: [UInt32], _ rows: RowTable<Item>, to columns: inout SortColumns) {
      let nilsFirst = missing == .automatic ? isAscending : missing == .first
      if let column {
        columns.append(
          rows.words(column, of: ids), of: column, comparison, isAscending: isAscending,
          nilsFirst: nilsFirst)
      } else {
        columns.append(
          ids.map { read(rows[$0]) }, comparison, isAscending: isAscending, nilsFirst: nilsFirst)
      }
    }
  }

  private let criteria: [Criterion]
  private let comparator: ((Item, Item) -> Bool)?
  private let bulkOrder: (([Item]) -> [Int]?)?

  /// The order of sort keys alone.
  init(_ keys: [SortKey]) {
    var configuration = ResultsConfiguration<Item>()
    configuration.sort = keys
    self.init(configuration)
  }

  init(_ configuration: ResultsConfiguration<Item>) {
    criteria = configuration.sort.map { key in
      let reader = ResultsKey<Item>(key.keyPath)
      let comparison = SortComparison(options: key.options, isNumeric: key.isNumeric)
      return Criterion(
        read: reader.read,
        column: reader.column.flatMap { SortColumns.takes($0) ? $0 : nil },
        comparison: comparison, isAscending: key.isAscending, missing: key.missing)
    }
    comparator = configuration.comparator
    bulkOrder = configuration.bulkOrder
  }

  /// Whether it leaves every two rows equal.
  var isStoreOrder: Bool { criteria.isEmpty && comparator == nil }

  /// The rows in order, equal ones in the order in which they are given.
  func sorted(_ ids: [UInt32], in rows: RowTable<Item>) -> [UInt32] {
    guard !isStoreOrder, ids.count > 1 else { return ids }
    if let places = bulkOrder?(ids.map { rows[$0] }) { return places.map { ids[$0] } }
    var columns = SortColumns(count: ids.count)
    for criterion in criteria { criterion.append(ids, rows, to: &columns) }
    let order = columns.order(
      precedes: comparator.map { comparator in
        { comparator(rows[ids[$0]], rows[ids[$1]]) }
      })
    return order.map { ids[Int($0)] }
  }
  /// The items in order, equal ones in the order in which they are given.
  func sorted(_ items: [Item]) -> [Item] {
    sorted(Array(0..<UInt32(items.count)), in: RowTable(items)).map { items[Int($0)] }
  }
}
