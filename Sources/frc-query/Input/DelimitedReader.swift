internal import FilterEngine
internal import FilterJSON

/// CSV or TSV with a line of column names.
///
/// A record with fewer cells than columns lacks the last ones; one with more is bad data.
final class DelimitedReader: RowReader {
  /// How many rows decide what a column holds.
  static let sampleSize = 1_000

  private let records: DelimitedRecords
  private let json = JSONReader()
  private var header: [String]?
  private var shape: FilterObject.Shape?
  private let types: ColumnTypes
  private var kinds: [(kind: ColumnKind, isStated: Bool)] = []
  /// The first rows, or what was wrong in their place
  private var sample: ArraySlice<(line: Int, extent: Range<Int>, Result<[Cell], ToolError>)> = []
  private(set) var line = 0

  /// The offsets of the last row in the input, without its line end.
  private(set) var extent = 0..<0

  /// The offset behind the last name of the header.
  private(set) var headerEnd = 0

  private var cells: [Cell] = []

  /// For each member of a row the column that it comes from: of columns with one name the last.
  private var sources: [Int] = []

  init(
    _ source: ByteSource, separator: UInt8, types: ColumnTypes = ColumnTypes()
  ) throws(ToolError) {
    self.types = types
    records = try DelimitedRecords(source, separator: separator)
  }

  var columns: [String]? { shape?.keys }

  /// The names of all columns as they are in the header, repeated names too; nil without a header.
  var names: [String]? { shape == nil ? nil : header }

  func next() throws(ToolError) -> FilterValue? {
    if header == nil { try readSample() }
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

  private func readSample() throws(ToolError) {
    header = []
    guard let names = try records.next() else { return }
    headerEnd = records.extent.upperBound
    let header = names.enumerated().map { $1.text.isEmpty ? "column\($0 + 1)" : $1.text }
    self.header = header
    let shape = FilterObject.Shape(header)
    self.shape = shape
    sources = shape.keys.map { key in header.lastIndex { $0.utf8.elementsEqual(key.utf8) } ?? 0 }
    let stated = try types.kinds(of: header, in: records.name)
    var rows: [[Cell]] = []
    while sample.count < Self.sampleSize {
      do throws(ToolError) {
        guard let cells = try nextCells() else { break }
        rows.append(cells)
        sample.append((records.line, records.extent, .success(cells)))
      } catch {
        sample.append((records.line, records.extent, .failure(error)))
      }
    }
    kinds = header.indices.map { column in
      if let kind = stated[column] { return (kind, true) }
      let cells = rows.lazy.compactMap { column < $0.count ? $0[column] : nil }
      return (ColumnKind(of: cells, reader: json), false)
    }
  }

  private func nextCells() throws(ToolError) -> [Cell]? {
    let count = header?.count ?? 0
    while let cells = try records.next() {
      // An empty line is a row only where one missing cell can be meant.
      if count != 1, cells.count == 1, cells[0].isMissing { continue }
      guard cells.count <= count else {
        throw records.bad("\(cells.count) cells in a row of \(count) columns")
      }
      return cells
    }
    return nil
  }

  private func row(_ cells: [Cell]) throws(ToolError) -> FilterValue {
    guard let shape, let header else { return .null }
    self.cells = cells
    var values: [FilterValue] = []
    values.reserveCapacity(kinds.count)
    for (column, kind) in kinds.enumerated() {
      guard column < cells.count else {
        values.append(.null)
        continue
      }
      let cell = cells[column]
      guard let value = kind.kind.value(cell, reader: json) else {
        // What a later row shows to be something else is text.
        guard kind.isStated else {
          values.append(.string(cell.text))
          continue
        }
        throw .badData(
          file: records.name, line: line,
          "'\(cell.text)' in the column '\(header[column])' is no \(kind.kind.rawValue)")
      }
      values.append(value)
    }
    if shape.keys.count == values.count {
      return .object(FilterObject(shape: shape, values: values))
    }
    return .object(FilterObject(zip(header, values).lazy.map { (key: $0, value: $1) }))
  }

  /// Writes the last row, `value`, as JSON in which a number is spelled as in its cell.
  func write(_ value: FilterValue, to bytes: inout [UInt8]) {
    let writer = JSONWriter()
    guard case .object(let object) = value else { return writer.write(value, to: &bytes) }
    var separator = UInt8(ascii: "{")
    if object.values.isEmpty { bytes.append(separator) }
    for (index, (key, value)) in zip(object.shape.keys, object.values).enumerated() {
      bytes.append(separator)
      separator = UInt8(ascii: ",")
      JSONWriter.write(key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      if value.kind == .number, sources[index] < cells.count {
        bytes += cells[sources[index]].text.utf8
      } else {
        writer.write(value, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
