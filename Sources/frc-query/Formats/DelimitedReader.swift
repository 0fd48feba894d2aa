internal import FilterEngine
internal import FilterJSON

/// The header and the rows of CSV or TSV, one after another.
///
/// A record with fewer cells than columns lacks the last ones; one with more is bad data.
final class DelimitedReader {
  /// The number of rows that decide what a column holds.
  static let sampleSize = 1_000

  private let source: ByteSource
  private let separator: UInt8
  private let types: ColumnTypes
  private let sampleSize: Int
  private let json = JSONReader()
  private var isOpen = false
  private var cells = DelimitedCells(DelimitedSchema(header: [], columns: []))
  private var scanner: DelimitedScanner
  private var texts: [Cell] = []

  /// The names of all columns as they are in the header, repeated ones too; nil without a header.
  private(set) var names: [String]?

  /// The columns; none without a header.
  var schema: DelimitedSchema { cells.schema }

  /// The line that the last row begins on, counted from 1.
  private(set) var line = 1

  /// The offsets of the last row in the input, without its line end.
  private(set) var extent = 0..<0

  /// The offset of the end of the header, its line end left out.
  private(set) var headerEnd = 0

  /// The line of the first row, which the source has at hand once the header has been read.
  private(set) var bodyLine = 1

  init(
    _ source: ByteSource, separator: UInt8, types: ColumnTypes = ColumnTypes(),
    sampleSize: Int = DelimitedReader.sampleSize
  ) {
    self.source = source
    self.separator = separator
    self.types = types
    self.sampleSize = sampleSize
    scanner = DelimitedScanner(separator: separator)
  }

  /// The next row; nil after the last.
  ///
  /// Throws where the data is bad; the call after that gives the row after it, or nil where none can be
  /// found.
  func next() throws(ToolError) -> FilterValue? {
    if !isOpen { try open() }
    guard let row = try record(keepsBytes: false) else { return nil }
    texts = row
    extent = recordExtent
    return try schema.row(row, json) { bad($0) }
  }

  /// Reads the header, and looks at the first rows, which say what columns hold and are still to be read.
  ///
  /// Throws where the header is bad data; the rows behind it have no columns.
  func open() throws(ToolError) {
    isOpen = true
    try source.skipByteOrderMark()
    var status = try scan(keepsBytes: true)
    guard status != .end else { return }
    if status == .record {
      // There was no room for cells before their number was known.
      use(Array(repeating: "", count: scanner.cellCount))
      scanner = DelimitedScanner(separator: separator, cells: cells.places)
      status = try scan(keepsBytes: true)
    }
    let fault = fault(status)
    let header = source.withRest { cells.texts(of: scanner, in: $0) }
      .enumerated().map { $1.text.isEmpty ? "column\($0 + 1)" : $1.text }
    headerEnd = fault == nil ? recordExtent.upperBound : 0
    source.skip(scanner.place)
    bodyLine += scanner.lineFeeds
    use(fault == nil ? header : [])
    defer { scanner = DelimitedScanner(separator: separator, cells: cells.places) }
    if let fault { throw bad(fault) }
    names = header
    let stated = try types.kinds(of: header, in: source.name)
    let guesses = guesses()
    use(
      header,
      header.indices.map { column in
        DelimitedSchema.Column(
          kind: stated[column] ?? guesses[column].kind, isStated: stated[column] != nil)
      })
  }

  /// Makes room for these columns, which are texts where nothing is said of them.
  private func use(_ header: [String], _ columns: [DelimitedSchema.Column]? = nil) {
    let text = DelimitedSchema.Column(kind: .text, isStated: false)
    cells = DelimitedCells(
      DelimitedSchema(
        header: header, columns: columns ?? Array(repeating: text, count: header.count)))
  }

  /// What the first rows allow columns to be.
  private func guesses() -> [ColumnKind.Guess] {
    scanner = DelimitedScanner(separator: separator, cells: cells.places)
    var guesses = Array(repeating: ColumnKind.Guess(), count: schema.header.count)
    var count = 0
    while count < sampleSize {
      count += 1
      do throws(ToolError) {
        guard let row = try record(keepsBytes: true) else { break }
        for (column, cell) in row.enumerated() { guesses[column].add(cell, json) }
      } catch {
        // What ends the input is met again where it stands.
        guard case .badData = error else { break }
      }
    }
    return guesses
  }

  /// The cells of the next row; nil after the last.
  private func record(keepsBytes: Bool) throws(ToolError) -> [Cell]? {
    while true {
      let status = try scan(keepsBytes: keepsBytes)
      if status == .end { return nil }
      line = bodyLine + scanner.linesBefore
      // An empty line is a row only where one missing cell can be meant.
      if status == .record, scanner.isBlank, schema.header.count != 1 { continue }
      if let fault = fault(status) { throw bad(fault) }
      return source.withRest { cells.texts(of: scanner, in: $0) }
    }
  }

  /// Scans the next record in the bytes at hand, of which those before it are given up unless `keepsBytes`.
  private func scan(keepsBytes: Bool) throws(ToolError) -> DelimitedScanner.Status {
    while true {
      let status = source.withRest { rest in
        scanner.go(on: rest, isAtEnd: source.isAtEnd)
        return scanner.next()
      }
      guard status == .incomplete else { return status }
      try source.checkLine(source.rest.count - scanner.start)
      if !keepsBytes {
        source.skip(scanner.start)
        scanner.moveToStart()
      }
      _ = try source.fill()
    }
  }

  /// What is wrong with the last record but for the kinds of its cells, nil if nothing.
  private func fault(_ status: DelimitedScanner.Status) -> String? {
    if case .bad(let fault) = status { return fault.rawValue }
    return source.withRest { cells.fault(of: scanner, in: $0, isUTF8: false) }
  }

  private var recordExtent: Range<Int> {
    let last = cells.places[scanner.cellCount - 1]
    return source.offset + scanner.start..<source.offset + last.end + (last.isQuoted ? 1 : 0)
  }

  private func bad(_ reason: String) -> ToolError {
    .badData(file: source.name, line: line, reason)
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
      if value.kind == .number, schema.sources[index] < texts.count {
        bytes += texts[schema.sources[index]].text.utf8
      } else {
        writer.write(value, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension DelimitedReader {
  /// Reads a whole file for a session.
  static func read(
    _ source: ByteSource, _ format: RowFormat
  ) throws(ToolError) -> FileRows {
    guard let separator = format.separator else { return RowCollector(source).file(format) }
    let reader = DelimitedReader(source, separator: separator)
    var rows = RowCollector(source)
    while let row = try reader.next() {
      try rows.add(reader.extent) { reader.write(row, to: &$0) }
    }
    let header = reader.names.map { FileText.Header(names: $0, end: reader.headerEnd) }
    return rows.file(format, header: header)
  }
}
