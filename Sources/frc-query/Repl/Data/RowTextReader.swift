internal import FilterJSON

/// Reads files of every format as rows of JSON.
struct RowTextReader {
  let path: String
  let format: InputFormat?

  /// The rows of the file, every one of them checked.
  func read() throws(ReplError) -> RowText {
    try ReplError.wrapping { () throws(ToolError) in
      let source = try ByteSource(path: path)
      source.progress = Progress(size: source.size)
      defer { source.progress?.clear() }
      let format = try InputFormat(of: source, asked: format)
      if let reader = try format.rowReader(of: source) { return try rows(of: reader) }
      return format == .json ? try elements(source) : try lines(source)
    }
  }

  /// The rows that lines of JSON hold; `name` and line are told of one that is wrong.
  static func rows(_ bytes: [UInt8], name: String) throws(ReplError) -> RowText {
    try RowLines(bytes: bytes, name: name).checked()
  }

  private func lines(_ source: ByteSource) throws(ToolError) -> RowText {
    let bytes = try source.readWhole()
    do throws(ReplError) {
      return try Self.rows(bytes, name: source.name)
    } catch {
      throw error.toolError
    }
  }

  private func rows(of reader: any RowReader) throws(ToolError) -> RowText {
    let writer = JSONWriter()
    var rows = RowCollector(path: path)
    while let row = try reader.next() {
      try rows.add { writer.write(row, to: &$0) }
    }
    return rows.text
  }

  /// The elements of an array, without white space between tokens, or the one value of a document.
  private func elements(_ source: ByteSource) throws(ToolError) -> RowText {
    var rows = RowCollector(path: path)
    while source.rest.count < 3, try source.fill() {}
    if source.rest.starts(with: ArraySlice.byteOrderMark) { source.skip(3) }
    while source.rest.isBlank, try source.fill() {}
    let blanks = source.rest.prefix { $0.isJSONSpace }
    guard source.rest.dropFirst(blanks.count).first == UInt8(ascii: "[") else {
      let reader = JSONDocumentReader(source)
      while try reader.next() != nil { try rows.add { $0 += reader.text ?? [] } }
      return rows.text
    }
    let line = 1 + blanks.count { $0 == UInt8(ascii: "\n") }
    source.skip(blanks.count + 1)
    var elements = JSONElements(line: line)
    while true {
      elements.append(source.rest)
      source.skip(source.rest.count)
      try take(&elements, &rows, source.name)
      guard elements.failure == nil, try source.fill() else { break }
    }
    elements.finish()
    if let failure = elements.failure {
      throw .badData(file: source.name, line: failure.line, failure.reason.description)
    }
    return rows.text
  }

  private func take(
    _ elements: inout JSONElements, _ rows: inout RowCollector, _ name: String
  ) throws(ToolError) {
    let reader = JSONReader()
    var (start, number) = (0, 0)
    while start < elements.end {
      let end = elements.text[start..<elements.end].firstIndexOfNewline ?? elements.end
      let row = elements.text[start..<end]
      number += 1
      start = end + 1
      if row.isBlank { continue }
      do throws(JSONError) {
        try reader.check(row)
      } catch {
        throw .badData(
          file: name, line: elements.line(ofRow: number, offset: error.offset),
          error.insideArray().description)
      }
      try rows.add { $0 += JSONText.minified(row) }
    }
    elements.removeLines()
  }
}

/// Rows of JSON as they come.
private struct RowCollector {
  let path: String
  private var bytes: [UInt8] = []
  private var starts: [UInt32] = []

  init(path: String) { self.path = path }

  mutating func add(_ write: (inout [UInt8]) throws(ToolError) -> Void) throws(ToolError) {
    guard bytes.count < RowText.maximumSize else { throw .message("\(path): 4 GiB or more") }
    starts.append(UInt32(bytes.count))
    try write(&bytes)
    bytes.append(UInt8(ascii: "\n"))
    if starts.count & 0xFFF == 0, Interrupt.isRaised { throw .message("interrupted") }
  }

  var text: RowText { RowText(bytes: bytes, starts: starts) }
}

extension ByteSource {
  /// All that is left, in memory that has just the size of a file.
  fileprivate func readWhole() throws(ToolError) -> [UInt8] {
    if let size, size >= RowText.maximumSize { throw .message("\(name): 4 GiB or more") }
    guard let extent, start == end else {
      let bytes = try readAll()
      guard bytes.count < RowText.maximumSize else { throw .message("\(name): 4 GiB or more") }
      return bytes
    }
    return try readFile(extent)
  }
}
