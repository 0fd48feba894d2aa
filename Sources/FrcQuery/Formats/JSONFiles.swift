internal import FilterJSON

/// Functions that read whole JSON files for a session.
enum JSONFiles {
  /// Reads lines of JSON on all processors, and checks each of them.
  static func lines(
    _ source: ByteSource, _ format: RowFormat, _ form: InputForm
  ) throws(ToolError) -> FileRows {
    if let path = form.rows {
      return try parts(
        source, format, by: InnerRows.parts(of: source, at: path, areLines: true))
    }
    source.keptSize = 0
    let bytes = try source.readWhole()
    let rows = try RowLines.rows(bytes, name: source.name)
    return FileRows(
      rows: rows, text: FileText(format, bytes, starts: rows.starts, ends: []),
      stamp: source.stamp)
  }

  /// Reads the elements of an array, or the single value of a document, without white space between tokens. A document
  /// that only `isFound` to be one may have several arrays or values.
  static func document(
    _ source: ByteSource, _ format: RowFormat, _ form: InputForm, isFound: Bool
  ) throws(ToolError) -> FileRows {
    var rows = RowCollector(source)
    if let path = form.rows { try source.keepRows(at: path) }
    guard let line = try source.skipToArray() else {
      if let document = try JSONDocument(source, isFound: isFound) {
        try rows.add(document.extent) { $0 += document.row.dropLast() }
      } else if !source.rest.isEmpty {
        return try values(source, .values, InputForm())
      }
      return rows.file(format)
    }
    // Elements are converted to lines by replacing single bytes, so offsets do not change.
    var offset = source.offset
    let parts = ElementParts(source, line: line, isFound: isFound)
    while let (elements, failure) = try parts.next() {
      try add(elements, to: &rows, source.name) { _, place in
        offset + place.lowerBound..<offset + place.upperBound
      }
      offset += elements.end
      if let failure { throw failure }
    }
    return rows.file(format, isArray: true, isPart: form.rows != nil)
  }

  /// Reads rows that are made of parts of a text.
  static func parts<Lines: MadeLines>(
    _ source: ByteSource, _ format: RowFormat, by next: () throws(ToolError) -> Lines?
  ) throws(ToolError) -> FileRows {
    var rows = RowCollector(source)
    while let lines = try next() { try add(lines, to: &rows, source.name) { _, _ in 0..<0 } }
    return rows.file(format, isPart: true)
  }

  /// Adds rows. `extent` returns the range of a row in the file from its number, counted from 1, and its range in the
  /// text of the lines.
  static func add(
    _ lines: some MadeLines, to rows: inout RowCollector, _ name: String,
    extent: (Int, Range<Int>) -> Range<Int>
  ) throws(ToolError) {
    let reader = JSONReader()
    let text = lines.text
    var (start, number) = (0, 0)
    while start < lines.end {
      let end = text[start..<lines.end].firstIndexOfNewline ?? lines.end
      let row = text[start..<end]
      number += 1
      start = end + 1
      if row.isBlank { continue }
      do throws(JSONError) {
        try reader.check(row)
      } catch {
        throw .badData(
          file: name, line: lines.line(ofRow: number, offset: error.offset), lines.text(of: error))
      }
      let value = row.trimmed
      try rows.add(extent(number, value.startIndex..<value.endIndex)) {
        $0 += JSONText.minified(value)
      }
    }
  }
}

extension FileFrame {
  /// The frame of an array or a document for `count` rows.
  init(json text: FileText, count: Int) {
    guard text.isArray || text.count == 1 && count == 1 else {
      // The file has at most one value and no array. The rows need an array of their own.
      let mark = text.bytes.starts(with: ArraySlice.byteOrderMark) ? ArraySlice.byteOrderMark : []
      let lineEnd = text.lineEnd
      head = mark + Array("[".utf8) + (count == 0 ? [] : lineEnd)
      separator = Array(",".utf8) + lineEnd
      tail = (count == 0 ? [] : lineEnd) + Array("]".utf8) + lineEnd
      if count == 0 { (head, tail) = (head + tail, []) }
      return
    }
    let whole = text.bytes
    // The array of a file without rows: an opening bracket, white space, a closing bracket.
    let closing = text.count == 0 ? whole.lastIndex(of: UInt8(ascii: "]")) ?? whole.count : 0
    head = Array(text.count == 0 ? whole[..<closing] : text.head)
    tail = Array(text.count == 0 ? whole[closing...] : text.tail)
    let blank = head.suffix(while: \.isJSONSpace)
    // A closing bracket on its own line stays there.
    if text.count == 0, blank.contains(UInt8(ascii: "\n")) { tail = text.lineEnd + tail }
    separator =
      text.count > 1 ? Array(text.gap(after: text.count - 2)) : Array(",".utf8) + blank
    if count == 0 {
      head.removeLast(blank.count)
      head += tail.drop { $0.isJSONSpace }
      tail = []
    }
  }
}

extension [UInt8] {
  /// The longest suffix whose elements satisfy `predicate`.
  fileprivate func suffix(while predicate: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    self[(lastIndex { !predicate($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
