internal import FilterJSON

/// A file that was read.
struct FileRows {
  /// Its rows as JSON
  let rows: RowText

  /// Its bytes
  let text: FileText

  /// What the file was before it was read, nil for anything but a regular file.
  let stamp: FileStamp?
}

/// Reads files of every format as rows of JSON.
struct RowTextReader {
  let path: String
  let format: InputFormat?

  /// Whether only a regular file is read, which can neither block nor go on for ever.
  var regularOnly = true

  /// The rows of the file, every one of them checked.
  func read() throws(ReplError) -> FileRows {
    try ReplError.wrapping { () throws(ToolError) in
      let source = try ByteSource(path: path, regularOnly: regularOnly)
      try source.checkSize()
      source.progress = Progress(size: source.size)
      defer { source.progress?.clear() }
      source.keptSize = .max
      let format = try InputFormat(of: source, asked: format)
      switch format {
      case .csv, .tsv: return try records(source, format)
      case .json: return try elements(source)
      case .jsonl: return try lines(source)
      }
    }
  }

  /// The rows that lines of JSON hold; `name` and line are told of one that is wrong.
  static func rows(_ bytes: [UInt8], name: String) throws(ReplError) -> RowText {
    try RowLines(bytes: bytes, name: name).checked()
  }

  private func lines(_ source: ByteSource) throws(ToolError) -> FileRows {
    source.keptSize = 0
    let bytes = try source.readWhole()
    do throws(ReplError) {
      let rows = try Self.rows(bytes, name: source.name)
      return FileRows(
        rows: rows, text: FileText(lines: bytes, starts: rows.starts), stamp: source.stamp)
    } catch {
      throw error.toolError
    }
  }

  private func records(_ source: ByteSource, _ format: InputFormat) throws(ToolError) -> FileRows {
    let reader = try DelimitedReader(source, separator: UInt8(ascii: format == .tsv ? "\t" : ","))
    var rows = RowCollector(source)
    while let row = try reader.next() {
      try rows.add(reader.extent) { reader.write(row, to: &$0) }
    }
    let header = reader.names.map { FileText.Header(names: $0, end: reader.headerEnd) }
    return rows.file(format, header: header)
  }

  /// The elements of an array, without white space between tokens, or the one value of a document.
  private func elements(_ source: ByteSource) throws(ToolError) -> FileRows {
    var rows = RowCollector(source)
    guard let line = try source.skipToArray() else {
      if let document = try JSONDocument(source) {
        try rows.add(document.extent) { $0 += document.row.dropLast() }
      }
      return rows.file(.json)
    }
    // Elements are made lines by putting other bytes in the places of some, so that offsets stay.
    var offset = source.offset
    let parts = StreamParts(source, elements: JSONElements(line: line))
    while let part = try parts.next()?.get() {
      try add(part, to: &rows, source.name, offset)
      offset += part.range.count
      if let failure = part.failure { throw failure }
    }
    return rows.file(.json, isArray: true)
  }

  /// Adds the elements of a part, which is at `offset` of the file.
  private func add(
    _ part: StreamPart, to rows: inout RowCollector, _ name: String, _ offset: Int
  ) throws(ToolError) {
    let reader = JSONReader()
    var (start, number) = (0, 0)
    while start < part.range.upperBound {
      let end =
        part.text[start..<part.range.upperBound].firstIndexOfNewline ?? part.range.upperBound
      let row = part.text[start..<end]
      number += 1
      start = end + 1
      if row.isBlank { continue }
      do throws(JSONError) {
        try reader.check(row)
      } catch {
        throw .badData(
          file: name, line: part.elements?.line(ofRow: number, offset: error.offset) ?? number,
          error.insideArray().description)
      }
      let element = row.trimmed
      try rows.add(offset + element.startIndex..<offset + element.endIndex) {
        $0 += JSONText.minified(element)
      }
    }
  }
}

/// Rows of JSON as they come.
private struct RowCollector {
  private let source: ByteSource
  private var bytes: [UInt8] = []
  private var starts: [UInt32] = []
  private var extents: (starts: [UInt32], ends: [UInt32]) = ([], [])

  init(_ source: ByteSource) { self.source = source }

  /// Adds a row that is at `extent` of the file.
  mutating func add(
    _ extent: Range<Int>, _ write: (inout [UInt8]) throws(ToolError) -> Void
  ) throws(ToolError) {
    guard max(bytes.count, extent.upperBound) < ByteSource.maximumDocument else {
      throw .message("\(source.name): 4 GiB or more")
    }
    extents.starts.append(UInt32(extent.lowerBound))
    extents.ends.append(UInt32(extent.upperBound))
    starts.append(UInt32(bytes.count))
    try write(&bytes)
    bytes.append(UInt8(ascii: "\n"))
    if starts.count & 0xFFF == 0, Interrupt.isRaised { throw .message("interrupted") }
  }

  /// The rows, and all bytes of the file.
  func file(
    _ format: InputFormat, header: FileText.Header? = nil, isArray: Bool = false
  ) -> FileRows {
    let text = FileText(
      format, source.kept, starts: extents.starts, ends: extents.ends, header: header,
      isArray: isArray)
    return FileRows(rows: RowText(bytes: bytes, starts: starts), text: text, stamp: source.stamp)
  }
}

extension ByteSource {
  /// All that is left, in memory that has just the size of a file.
  fileprivate func readWhole() throws(ToolError) -> [UInt8] {
    guard let extent, start == end else { return try readAll() }
    return try readFile(extent)
  }
}
