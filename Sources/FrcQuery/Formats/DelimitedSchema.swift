internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// The names and kinds of the columns of CSV or TSV.
struct DelimitedSchema: Sendable {
  /// The kind of the cells of a column, either stated or inferred from the first rows.
  struct Column: Sendable {
    let kind: ColumnKind
    let isStated: Bool
  }

  /// The column names, each once, in the order of the header.
  let header: [String]

  let columns: [Column]

  /// The members of a row, one for each column.
  let shape: FilterObject.Shape

  /// The error in a record that is not UTF-8.
  let encodingFault: String

  init(header: [String], columns: [Column], encodingFault: String = "invalid UTF-8") {
    self.encodingFault = encodingFault
    self.header = header
    self.columns = columns
    shape = FilterObject.Shape(header)
  }

  /// The names of columns by the cells of their header: a column without a name is `column3` by its number, and a
  /// repeated name gets the next free number, as `a_2`.
  static func names(_ cells: [String]) -> [String] {
    let names = cells.enumerated().map { $1.isEmpty ? "column\($0 + 1)" : $1 }
    let all = Set(names.map(Exact.init))
    var taken: Set<Exact> = []
    // The last number of each name: counting from the start each time would take quadratic time.
    var last: [Exact: Int] = [:]
    return names.map { name in
      var unique = name
      if taken.contains(Exact(wrappedValue: name)) {
        var number = last[Exact(wrappedValue: name)] ?? 1
        repeat {
          number += 1
          unique = "\(name)_\(number)"
        } while all.contains(Exact(wrappedValue: unique))
          || taken.contains(Exact(wrappedValue: unique))
        last[Exact(wrappedValue: name)] = number
      }
      taken.insert(Exact(wrappedValue: unique))
      return unique
    }
  }

  /// The column with this name.
  func column(named name: String) -> Int? { shape.slot(of: name) }

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
    return .object(FilterObject(shape: shape, values: values))
  }
}
