internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// A reader for the header and the rows of CSV or TSV.
///
/// If a record has fewer cells than columns, its last cells are missing. A record with more cells is bad data.
final class DelimitedReader {
  /// The number of rows from which the kinds of columns are inferred.
  static let sampleSize = 1_000

  /// The greatest number of columns. Each takes some kilobytes if it is written by itself.
  static let maximumColumns = 1 << 16

  private let source: ByteSource
  private let separator: UInt8

  /// Whether the first record has the names of the columns; otherwise the names are their numbers.
  private let hasHeader: Bool
  private let types: ColumnTypes

  /// Whether dates and texts of stated forms become values; otherwise they stay cells.
  private let convertsCells: Bool
  private let sampleSize: Int
  private let patience: Int?

  /// The kinds that the first rows allow, and those of other files, by the names of columns.
  private(set) var columnGuesses: [Exact: ColumnKind.Guess]
  private let json = JSONReader()
  private var isOpen = false
  private var cells = DelimitedCells(DelimitedSchema(header: [], columns: []))
  private var scanner: DelimitedScanner
  private var texts: [Cell] = []

  /// The column names, each once, in the order of the header; nil for an empty source.
  private(set) var names: [String]?

  /// The columns; none without a header.
  var schema: DelimitedSchema { cells.schema }

  /// The number of rows so far with fewer cells than columns.
  private(set) var shortCount = 0

  /// The line on which the last row starts, counted from 1.
  private(set) var line = 1

  /// The range of the last row in the input, without its line end.
  private(set) var extent = 0..<0

  /// The end offset of the header, without its line end.
  private(set) var headerEnd = 0

  /// The line of the first row. Once the header has been read, the buffer of the source starts with this row.
  private(set) var bodyLine = 1

  /// Infers kinds from as many rows as come before a pause of `patience` milliseconds; nil waits for all of them. They
  /// have to fit the rows of `guesses` too.
  init(
    _ source: ByteSource, separator: UInt8, hasHeader: Bool = true,
    types: ColumnTypes = ColumnTypes(), convertsCells: Bool = true,
    sampleSize: Int = DelimitedReader.sampleSize, patience: Int? = nil,
    guesses: [Exact: ColumnKind.Guess] = [:]
  ) {
    columnGuesses = guesses
    self.patience = patience
    self.source = source
    self.separator = separator
    self.hasHeader = hasHeader
    self.types = types
    self.convertsCells = convertsCells
    self.sampleSize = sampleSize
    scanner = DelimitedScanner(separator: separator)
  }

  /// Reads the next row; nil after the last.
  ///
  /// Throws if the data is bad. The following call returns the row after it, or nil if none can be found.
  func next() throws(ToolError) -> FilterValue? {
    if !isOpen { try open() }
    guard let row = try record(keepsBytes: false) else { return nil }
    texts = row
    if row.count < schema.columns.count { shortCount += 1 }
    extent = recordExtent
    return try schema.row(row, json) { bad($0) }
  }

  /// Reads the header, and infers the kinds of columns from the first rows without consuming them.
  ///
  /// Throws if the header is bad data; the rows after it then have no columns.
  func open() throws(ToolError) {
    isOpen = true
    try source.skipByteOrderMark()
    try source.findLineEnd()
    if let count = try source.separatorLine(of: separator) {
      source.skip(count)
      bodyLine += 1
      line += 1
    }
    let status = try scanFirst()
    guard status != .end else { return }
    // The first row without a header may be a bad one, as any other.
    let fault = hasHeader || status != .record ? fault(status) : nil
    let first = source.withRest { cells.texts(of: scanner, in: $0) }.map(\.text)
    let header = DelimitedSchema.names(hasHeader ? first : first.indices.map { "\($0 + 1)" })
    if hasHeader || fault != nil {
      headerEnd = fault == nil ? recordExtent.upperBound : 0
      source.skip(scanner.place)
      bodyLine += scanner.lineFeeds
    }
    use(fault == nil ? header : [])
    defer { scanner = DelimitedScanner(separator: separator, cells: cells.places) }
    if let fault { throw bad(fault) }
    names = header
    var stated = try types.kinds(of: header, in: source.name)
    if !convertsCells { stated = stated.map { $0.flatMap(\.cellKind) } }
    let guesses = guesses()
    use(
      header,
      header.indices.map { column in
        let name = Exact(wrappedValue: header[column])
        columnGuesses[name, default: ColumnKind.Guess()].add(guesses[column])
        return DelimitedSchema.Column(
          kind: stated[column] ?? columnGuesses[name]?.kind ?? .text,
          isStated: stated[column] != nil)
      })
  }

  /// Scans the first record, whose cells are those of all rows.
  private func scanFirst() throws(ToolError) -> DelimitedScanner.Status {
    let status = try scan(keepsBytes: true)
    guard status == .record else { return status }
    guard scanner.cellCount <= Self.maximumColumns else {
      throw .message(
        "\(source.name): \(scanner.cellCount) columns; \(Self.maximumColumns) are the most")
    }
    // The number of cells is known now, so the record is scanned again with room for them.
    use(Array(repeating: "", count: scanner.cellCount))
    scanner = DelimitedScanner(separator: separator, cells: cells.places)
    return try scan(keepsBytes: true)
  }

  /// Allocates the cells of these columns. Without `columns`, all columns are texts.
  private func use(_ header: [String], _ columns: [DelimitedSchema.Column]? = nil) {
    let text = DelimitedSchema.Column(kind: .text, isStated: false)
    cells = DelimitedCells(
      DelimitedSchema(
        header: header, columns: columns ?? Array(repeating: text, count: header.count),
        encodingFault: source.encodingFault))
  }

  /// The kinds of columns that the first rows allow.
  private func guesses() -> [ColumnKind.Guess] {
    scanner = DelimitedScanner(separator: separator, cells: cells.places)
    var guesses = Array(repeating: ColumnKind.Guess(), count: schema.header.count)
    var count = 0
    while count < sampleSize {
      count += 1
      // A source that is followed may go on long after its first rows are there.
      if count > 1, scanner.place >= source.rest.count, source.isPausing(for: patience) { break }
      do throws(ToolError) {
        guard let row = try record(keepsBytes: true) else { break }
        for (column, cell) in row.enumerated() { guesses[column].add(cell, json) }
      } catch {
        // Another error ends the input, and is thrown again when the row is read.
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
      // An empty line is a row only if there is a single column, whose cell is then missing.
      if status == .record, scanner.isBlank, schema.header.count != 1 { continue }
      if let fault = fault(status) { throw bad(fault) }
      return source.withRest { cells.texts(of: scanner, in: $0) }
    }
  }

  /// Scans the next record, reading bytes as needed. Unless `keepsBytes`, the bytes before it are then dropped.
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

  /// The error in the last record, apart from the kinds of its cells; nil if there is none.
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

  /// Writes the last row, `value`, as JSON, with numbers spelled as in their cells.
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
      if case .double(let number) = value, !number.isFinite, index < texts.count {
        JSONWriter.write(texts[index].text, to: &bytes)
      } else if value.kind == .number, index < texts.count {
        bytes += texts[index].text.utf8
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
    _ source: ByteSource, _ format: RowFormat, hasHeader: Bool, _ types: ColumnTypes
  ) throws(ToolError) -> FileRows {
    guard let separator = format.separator else { return RowCollector(source).file(format) }
    let reader = DelimitedReader(
      source, separator: separator, hasHeader: hasHeader, types: types, convertsCells: false)
    var rows = RowCollector(source)
    while let row = try reader.next() {
      try rows.add(reader.extent) { reader.write(row, to: &$0) }
    }
    let header = reader.names.map {
      FileText.Header(names: $0, isWritten: hasHeader, end: reader.headerEnd)
    }
    var file = rows.file(format, header: header)
    file.shortCount = reader.shortCount
    return file
  }
}
