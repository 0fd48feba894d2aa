internal import FilterEngine

/// The order of the rows of one text by sort keys, whose cells have been read.
struct RowCellOrder {
  private let areAscending: [Bool]
  private let compareBytes: [Bool]
  private let comparisons: [SortComparison]
  private let columns: [RowCells]

  init(keys: [SortColumn], comparisons: [SortComparison], columns: [RowCells]) {
    areAscending = keys.map(\.isAscending)
    compareBytes = keys.map { $0.options.isEmpty && !$0.isNumeric }
    self.comparisons = comparisons
    self.columns = columns
  }

  /// The order of one row relative to another: negative, 0 or positive.
  func order(_ left: Int, _ right: Int) -> Int {
    for index in columns.indices {
      let order =
        columns[index].order(left, right, comparesBytes: compareBytes[index])
        ?? comparisons[index].order(columns[index][left], columns[index][right])
      if order != 0 { return areAscending[index] ? order : -order }
    }
    return 0
  }
}
