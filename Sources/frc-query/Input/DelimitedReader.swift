internal import FilterEngine
internal import FilterJSON

/// CSV or TSV with a line of column names.
///
/// A record with fewer cells than columns lacks the last ones; one with more is bad data.
final class DelimitedReader {
  /// The number of rows that decide what a column holds.
  static let sampleSize = 1_000

  private let sampleSize: Int

  private let records: DelimitedRecords
  private let json = JSONReader()
  private let types: ColumnTypes
  private var isOpen = false
  private var schema: DelimitedSchema?
  private var columnCount = 0

  /// The first rows, or what was wrong in their place
  private var sample: ArraySlice<(line: Int, extent: Range<Int>, Result<[Cell], ToolError>)> = []

  /// The line that the last row begins on, counted from 1.
  private(set) var line = 0

  /// The offsets of the last row in the input, without its line end.
  private(set) var extent = 0..<0

  /// The offset behind the last name of the header.
  private(set) var headerEnd = 0

  /// Whether first rows that have been read to see what columns hold are still to be given.
  var hasSample: Bool { !sample.isEmpty }

  /// The line that the record after the last one read begins on.
  var nextLine: Int { records.nextLine }

  /// The offset and the line that rows begin at, behind the header.
  private(set) var bodyStart = 0
  private(set) var bodyLine = 1

  private var cells: [Cell] = []

  init(
    _ source: ByteSource, separator: UInt8, types: ColumnTypes = ColumnTypes(),
    sampleSize: Int = DelimitedReader.sampleSize
  ) throws(ToolError) {
    self.types = types
    self.sampleSize = sampleSize
    records = try DelimitedRecords(source, separator: separator)
  }

  /// A reader of records behind the header and the first rows, from which `schema` is known.
  init(_ records: DelimitedRecords, _ schema: DelimitedSchema) {
    self.records = records
    self.schema = schema
    columnCount = schema.header.count
    types = ColumnTypes()
    sampleSize = 0
    isOpen = true
  }

  /// The names of all columns as they are in the header, repeated names too; nil without a header.
  var names: [String]? { schema?.header }

  /// The next row; nil after the last.
  ///
  /// Throws where the data is bad; the call after that gives the row after it, or nil where none can be
  /// found.
  func next() throws(ToolError) -> FilterValue? {
    if !isOpen { _ = try open() }
    if let (line, extent, result) = sample.popFirst() {
      self.line = line
      self.extent = extent
      return try row(try result.get())
    }
    guard let cells = try nextCells() else { return nil }
    line = records.line
    extent = records.extent
    return try row(cells)
  }

  /// Reads the header, and the first rows, which say what columns hold; nil where there is no header.
  func open() throws(ToolError) -> DelimitedSchema? {
    isOpen = true
    guard let names = try records.next() else { return nil }
    headerEnd = records.extent.upperBound
    (bodyStart, bodyLine) = (records.offset, records.nextLine)
    let header = names.enumerated().map { $1.text.isEmpty ? "column\($0 + 1)" : $1.text }
    let stated = try types.kinds(of: header, in: records.name)
    columnCount = header.count
    // Row by row: rows may have few of the columns.
    var guesses = Array(repeating: ColumnKind.Guess(), count: header.count)
    while sample.count < sampleSize {
      do throws(ToolError) {
        guard let cells = try nextCells() else { break }
        for column in cells.indices { guesses[column].add(cells[column], json) }
        sample.append((records.line, records.extent, .success(cells)))
      } catch {
        sample.append((records.line, records.extent, .failure(error)))
      }
    }
    let columns = header.indices.map { column in
      DelimitedSchema.Column(
        kind: stated[column] ?? guesses[column].kind, isStated: stated[column] != nil)
    }
    schema = DelimitedSchema(header: header, columns: columns)
    return schema
  }

  private func nextCells() throws(ToolError) -> [Cell]? {
    while let cells = try records.next(keeping: columnCount) {
      // An empty line is a row only where one missing cell can be meant.
      if columnCount != 1, cells.count == 1, cells[0].isMissing { continue }
      guard records.cellCount <= columnCount else {
        throw records.bad("\(records.cellCount) cells in a row of \(columnCount) columns")
      }
      return cells
    }
    return nil
  }

  private func row(_ cells: [Cell]) throws(ToolError) -> FilterValue {
    guard let schema else { return .null }
    self.cells = cells
    return try schema.row(cells, json) { reason in
      .badData(file: records.name, line: line, reason)
    }
  }

  /// Writes the last row, `value`, as JSON in which a number is spelled as in its cell.
  func write(_ value: FilterValue, to bytes: inout [UInt8]) {
    let writer = JSONWriter()
    guard case .object(let object) = value, let schema else {
      return writer.write(value, to: &bytes)
    }
    var separator = UInt8(ascii: "{")
    if object.values.isEmpty { bytes.append(separator) }
    for (index, (key, value)) in zip(object.shape.keys, object.values).enumerated() {
      bytes.append(separator)
      separator = UInt8(ascii: ",")
      JSONWriter.write(key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      if value.kind == .number, schema.sources[index] < cells.count {
        bytes += cells[schema.sources[index]].text.utf8
      } else {
        writer.write(value, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
