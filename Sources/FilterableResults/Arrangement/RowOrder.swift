internal import FilterEngine
internal import FilterSyntax

/// The order of rows by sort keys and comparator, without the store's order.
struct RowOrder<Item: Filterable> {
  private struct Criterion {
    let read: (Item) -> FilterValue
    let comparison: SortComparison
    let isAscending: Bool
    let missing: SortKey.Missing

    func order(_ left: FilterValue, _ right: FilterValue) -> Int {
      if missing != .automatic, (left.kind == .null) != (right.kind == .null) {
        return (left.kind == .null) == (missing == .first) ? -1 : 1
      }
      let order = comparison.order(left, right)
      return isAscending ? order : -order
    }
  }

  private let criteria: [Criterion]
  private let comparator: ((Item, Item) -> Bool)?
  private let bulkOrder: (([Item]) -> [Int]?)?

  init(_ configuration: ResultsConfiguration<Item>) {
    criteria = configuration.sort.map { key in
      Criterion(
        read: ResultsKey<Item>(key.keyPath).read,
        comparison: SortComparison(options: key.options, isNumeric: key.isNumeric),
        isAscending: key.isAscending, missing: key.missing)
    }
    comparator = configuration.comparator
    bulkOrder = configuration.bulkOrder
  }

  /// Whether it leaves every two rows equal.
  var isStoreOrder: Bool { criteria.isEmpty && comparator == nil }

  /// What of `item` is compared, read once for many comparisons.
  func values(of item: Item) -> [FilterValue] { criteria.map { $0.read(item) } }

  /// The order of one item relative to another, whose `values` may be given.
  func order(_ left: Item, _ right: Item, rightValues: [FilterValue]? = nil) -> Int {
    for (index, criterion) in criteria.enumerated() {
      let order = criterion.order(
        criterion.read(left), rightValues?[index] ?? criterion.read(right))
      if order != 0 { return order }
    }
    guard let comparator else { return 0 }
    if comparator(left, right) { return -1 }
    return comparator(right, left) ? 1 : 0
  }

  /// The rows in order, equal ones in the order in which they are given.
  func sorted(_ ids: [UInt32], in rows: RowTable<Item>) -> [UInt32] {
    guard !isStoreOrder else { return ids }
    if let places = bulkOrder?(ids.map { rows[$0] }) { return places.map { ids[$0] } }
    let keyed = ids.enumerated().map { (place: $0.offset, values: values(of: rows[$0.element])) }
    return keyed.sorted { left, right in
      for (index, criterion) in criteria.enumerated() {
        let order = criterion.order(left.values[index], right.values[index])
        if order != 0 { return order < 0 }
      }
      if let comparator {
        let (first, second) = (rows[ids[left.place]], rows[ids[right.place]])
        if comparator(first, second) { return true }
        if comparator(second, first) { return false }
      }
      return left.place < right.place
    }
    .map { ids[$0.place] }
  }
}
