internal import FilterEngine
internal import FilterableResults

/// An order of all rows of open data by sort keys.
///
/// The rows of a file are ordered among themselves once, and keep their ranks, four bytes a row; rows
/// that were typed in are compared by their values.
final class RowSorting {
  let keys: [SortColumn]
  private let comparisons: [SortComparison]
  private let store: RowStore
  private var ranks = TextParts<[UInt32]>()
  // The rows of the last comparisons, the latest last: the search for the position of a row compares it many times.
  private var read: [(row: OpenRow, values: [FilterValue])] = []

  init(_ keys: [SortColumn], _ store: RowStore) {
    self.keys = keys.map { $0.with(store.reading(store.converting($0.column))) }
    self.store = store
    comparisons = keys.map { SortComparison(options: $0.options, isNumeric: $0.isNumeric) }
  }

  /// Ranks the rows of all texts that have no ranks.
  func prepare() throws(ToolError) {
    try ranks.prepare(store, rank)
  }

  private func rank(_ text: RowText) throws(ToolError) -> [UInt32] {
    var columns = SortColumns(count: text.count)
    for (index, key) in keys.enumerated() {
      let values = try RowCells(text, key.column).values(in: text)
      columns.append(
        values, comparisons[index], isAscending: key.isAscending, nilsFirst: key.isAscending)
    }
    try Interrupt.check()
    return columns.ranks()
  }

  /// The order of one row relative to another: negative, 0 or positive.
  func order(_ left: OpenRow, _ right: OpenRow) -> Int {
    if left.owner === right.owner, let ranks = ranks[left.text] {
      return Int(ranks[Int(left.index)]) - Int(ranks[Int(right.index)])
    }
    let (left, right) = (values(of: left), values(of: right))
    for (index, key) in keys.enumerated() {
      let order = comparisons[index].order(left[index], right[index])
      if order != 0 { return key.isAscending ? order : -order }
    }
    return 0
  }

  /// The values of the keys in a row.
  private func values(of row: OpenRow) -> [FilterValue] {
    if let index = read.firstIndex(where: { $0.row == row }) {
      if index == 0 { read.swapAt(0, read.count - 1) }
      return read[read.count - 1].values
    }
    let value = store.value(of: row)
    let values = keys.map { key in
      key.column.value(of: key.column.readsCells ? store.readings(of: row) : value)
    }
    if read.count == 2 { read.removeFirst() }
    read.append((row, values))
    return values
  }

  /// The places of `rows` in order; equal ones keep theirs.
  func places(_ rows: [OpenRow]) -> [Int] {
    guard let first = rows.first, let ranks = ranks[first.text],
      rows.allSatisfy({ $0.owner === first.owner })
    else {
      return rows.indices.sorted { left, right in
        let order = order(rows[left], rows[right])
        return order == 0 ? left < right : order < 0
      }
    }
    // Ranks and places side by side are numbers, which sort many times faster.
    var keys = rows.indices.map { place in
      UInt64(ranks[Int(rows[place].index)]) << 32 | UInt64(place)
    }
    keys.sort()
    return keys.map { Int($0 & 0xFFFF_FFFF) }
  }

  /// `rows` in order; equal ones keep theirs.
  func sorted(_ rows: [OpenRow]) -> [OpenRow] { places(rows).map { rows[$0] } }
}
