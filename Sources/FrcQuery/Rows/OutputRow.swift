internal import FilterEngine

/// A row of the output.
struct OutputRow: Sendable {
  /// The row, or an object of what was selected of it; null where its text is all that is needed.
  let value: FilterValue

  /// Its JSON on one line; empty if the output needs none.
  let json: [UInt8]

  /// The row that the filter reads, if that is another one and is explained.
  var tested: FilterValue?

  /// Its record if that has been made, section and line end left out.
  var record: [UInt8]?
}

/// Rows under a heading.
struct OutputSection {
  /// The key of the section; nil without sections.
  let name: FilterValue?
  var rows: [OutputRow] = []

  /// The number of rows, including those that are not written.
  var count = 0
}

/// Writes rows one by one, or sections one by one, in one format.
protocol RowWriter: AnyObject {
  func write(_ row: OutputRow) throws(ToolError)
  func write(_ section: OutputSection) throws(ToolError)

  /// Writes records in the form that `RowTaker` makes.
  func write(records: [UInt8]) throws(ToolError)

  /// Called before a wait for more input: writes what need not wait for later rows.
  func pause() throws(ToolError)

  /// Writes what has been waiting for the last row.
  func end() throws(ToolError)
}

extension RowWriter {
  func pause() throws(ToolError) {}
}
