internal import FilterEngine

/// The order of rows where they lie, without the type of their items.
///
/// An edit compares a row with a few dozen others. Generic code would look up types for each.
// Unsafe: rows are given by their addresses, and read as what the maker of the comparison knows them to be.
struct RowComparison {
  private struct Criterion {
    let read: (UnsafeRawPointer) -> FilterValue
    let column: FieldColumn?
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
  private let comparator: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?

  init<Item: Filterable>(_ configuration: ResultsConfiguration<Item>) {
    criteria = configuration.sort.map { key in
      let reader = ResultsKey<Item>(key.keyPath)
      return Criterion(
        read: Self.reading(reader.column, reader.read), column: reader.column,
        comparison: SortComparison(options: key.options, isNumeric: key.isNumeric),
        isAscending: key.isAscending, missing: key.missing)
    }
    comparator = configuration.comparator.map { comparator in
      {
        comparator(
          $0.assumingMemoryBound(to: Item.self).pointee,
          $1.assumingMemoryBound(to: Item.self).pointee)
      }
    }
  }

  /// A stored property is read where it lies: a copy of the item would count all its references.
  private static func reading<Item>(
    _ column: FieldColumn?, _ read: @escaping (Item) -> FilterValue
  ) -> (UnsafeRawPointer) -> FilterValue {
    if let column { return { column.value(at: $0) } }
    return { read($0.assumingMemoryBound(to: Item.self).pointee) }
  }

  /// A row that others are compared with: what is read of it is read once.
  struct Pivot {
    fileprivate let values: [FilterValue]
    fileprivate let address: UnsafeRawPointer
    fileprivate let label: UInt64
  }

  func pivot(_ id: UInt32, in rows: RowAddresses) -> Pivot {
    let address = rows.address(of: id)
    return Pivot(
      values: criteria.map { $0.read(address) }, address: address, label: rows.labels[id])
  }

  /// Has memory fetch what is compared first of a row.
  func willCompare(_ id: UInt32, in rows: RowAddresses) {
    if let column = criteria.first?.column { column.willRead(at: rows.address(of: id)) }
  }

  /// Whether a row comes before another one; rows that are equal keep the store's order.
  func precedes(_ id: UInt32, _ pivot: Pivot, in rows: RowAddresses) -> Bool {
    let order = order(id, pivot, in: rows)
    return order == 0 ? rows.labels[id] < pivot.label : order < 0
  }

  /// Whether a row comes behind another one.
  func follows(_ id: UInt32, _ pivot: Pivot, in rows: RowAddresses) -> Bool {
    let order = order(id, pivot, in: rows)
    return order == 0 ? rows.labels[id] > pivot.label : order > 0
  }

  private func order(_ id: UInt32, _ pivot: Pivot, in rows: RowAddresses) -> Int {
    guard !criteria.isEmpty || comparator != nil else { return 0 }
    let address = rows.address(of: id)
    for (criterion, value) in zip(criteria, pivot.values) {
      let order = criterion.order(criterion.read(address), value)
      if order != 0 { return order }
    }
    guard let comparator else { return 0 }
    if comparator(address, pivot.address) { return -1 }
    return comparator(pivot.address, address) ? 1 : 0
  }
}
