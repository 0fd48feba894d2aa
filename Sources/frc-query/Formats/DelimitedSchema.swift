internal import FilterEngine
internal import FilterJSON

/// The names and kinds of the columns of CSV or TSV.
struct DelimitedSchema: Sendable {
  /// The kind of the cells of a column, either stated or inferred from the first rows.
  struct Column: Sendable {
    let kind: ColumnKind
    let isStated: Bool
  }

  /// The column names in the order of the header, including duplicates.
  let header: [String]

  let columns: [Column]

  /// The members of a row.
  let shape: FilterObject.Shape

  /// The column of each member: the last if several columns have its name.
  let sources: [Int]

  init(header: [String], columns: [Column]) {
    self.header = header
    self.columns = columns
    shape = FilterObject.Shape(header)
    var sources = Array(repeating: 0, count: shape.keys.count)
    // Searching the header for each name would take quadratic time.
    for (column, name) in header.enumerated() {
      if let slot = shape.slot(of: name) { sources[slot] = column }
    }
    self.sources = sources
  }

  /// The column of the member with this name.
  func column(named name: String) -> Int? {
    shape.slot(of: name).map { sources[$0] }
  }

  /// The value of a cell. Throws the error that `bad` returns if the cell is not of the stated kind.
  func value(
    _ cell: Cell, ofColumn column: Int, _ reader: JSONReader, _ bad: (String) -> ToolError
  ) throws(ToolError) -> FilterValue {
    let (kind, isStated) = (columns[column].kind, columns[column].isStated)
    if let value = kind.value(cell, reader: reader) { return value }
    // A cell that is not of the inferred kind is text.
    guard isStated else { return .string(cell.text) }
    throw bad(fault(cell, ofColumn: column))
  }

  /// The message for a cell that is not of the stated kind of its column.
  func fault(_ cell: Cell, ofColumn column: Int) -> String {
    "'\(cell.text)' in the column '\(header[column])' is no \(columns[column].kind.rawValue)"
  }

  /// The row of a record that has no more cells than there are columns. Throws the error that `bad` returns if a cell
  /// is not of the stated kind.
  func row(
    _ cells: [Cell], _ reader: JSONReader, _ bad: (String) -> ToolError
  ) throws(ToolError) -> FilterValue {
    var values: [FilterValue] = []
    values.reserveCapacity(columns.count)
    for column in columns.indices {
      guard column < cells.count else {
        values.append(.null)
        continue
      }
      values.append(try value(cells[column], ofColumn: column, reader, bad))
    }
    if shape.keys.count < values.count { values = sources.map { values[$0] } }
    return .object(FilterObject(shape: shape, values: values))
  }
}
