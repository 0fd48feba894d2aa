internal import FilterEngine

/// Rows that wait for their order.
struct RowSorter {
  private let keys: [SortKey]
  private let comparisons: [SortComparison]
  private var rows: [(keys: [FilterValue], row: SortedRow)] = []

  init(_ keys: [SortKey]) {
    self.keys = keys
    comparisons = keys.map { SortComparison(options: $0.options, isNumeric: $0.isNumeric) }
  }

  mutating func add(_ row: SortedRow, of value: FilterValue) {
    rows.append((keys.map { $0.column.value(of: value) }, row))
  }

  /// The rows in order; equal ones keep theirs.
  func sorted() -> [SortedRow] {
    guard !keys.isEmpty else { return rows.map(\.row) }
    var columns = SortColumns(count: rows.count)
    for (index, key) in keys.enumerated() {
      columns.append(
        rows.map { $0.keys[index] }, comparisons[index], isAscending: key.isAscending,
        nilsFirst: key.isAscending)
    }
    return columns.order().map { rows[Int($0)].row }
  }
}

/// A row with the section that it goes into.
struct SortedRow {
  let output: OutputRow
  let section: FilterValue?
}
