internal import FilterEngine
internal import FilterJSON

/// The columns of CSV or TSV: their names, and what their cells hold.
struct DelimitedSchema: Sendable {
  /// What the cells of a column hold, and whether that was stated or shown by the first rows.
  struct Column: Sendable {
    let kind: ColumnKind
    let isStated: Bool
  }

  /// The names of all columns as they are in the header, repeated ones too.
  let header: [String]

  let columns: [Column]

  /// The members of a row.
  let shape: FilterObject.Shape

  /// For each member the column that it comes from: of columns with one name the last.
  let sources: [Int]

  init(header: [String], columns: [Column]) {
    self.header = header
    self.columns = columns
    shape = FilterObject.Shape(header)
    var sources = Array(repeating: 0, count: shape.keys.count)
    // A search of the header for each name would take the square of their number.
    for (column, name) in header.enumerated() {
      if let slot = shape.slot(of: name) { sources[slot] = column }
    }
    self.sources = sources
  }

  /// The column that a member of that name comes from.
  func column(named name: String) -> Int? {
    shape.slot(of: name).map { sources[$0] }
  }

  /// The value of a cell; throws what `bad` makes of the reason where it is not what was stated.
  func value(
    _ cell: Cell, ofColumn column: Int, _ reader: JSONReader, _ bad: (String) -> ToolError
  ) throws(ToolError) -> FilterValue {
    let (kind, isStated) = (columns[column].kind, columns[column].isStated)
    if let value = kind.value(cell, reader: reader) { return value }
    // What a later row shows to be something else is text.
    guard isStated else { return .string(cell.text) }
    throw bad(fault(cell, ofColumn: column))
  }

  /// What is wrong with a cell that is not what was stated of its column.
  func fault(_ cell: Cell, ofColumn column: Int) -> String {
    "'\(cell.text)' in the column '\(header[column])' is no \(columns[column].kind.rawValue)"
  }

  /// The row of a record of no more cells than there are columns; throws what `bad` makes of the reason
  /// where a cell is not what was stated.
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
