internal import FilterEngine

/// A row as it is to come out.
struct OutputRow {
  /// The row, or an object of what was selected of it.
  let value: FilterValue

  /// Its JSON on one line; empty where the output needs none.
  let json: [UInt8]
}

/// Rows under a heading.
struct OutputSection {
  /// What they have in common, nil where there are no sections.
  let name: FilterValue?
  var rows: [OutputRow] = []
}

/// Writes rows one by one, or sections one by one, in one format.
protocol RowWriter: AnyObject {
  func write(_ row: OutputRow) throws(ToolError)
  func write(_ section: OutputSection) throws(ToolError)

  /// Writes what has been waiting for the last row.
  func end() throws(ToolError)
}
