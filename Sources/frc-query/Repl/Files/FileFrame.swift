/// What stands around the rows of a file that is written in the shape of another one.
struct FileFrame {
  /// Before the first row; without a row all that is written.
  var head: [UInt8]

  /// Between two rows that the file had not next to each other.
  var separator: [UInt8]

  /// After the last row.
  var tail: [UInt8]

  /// The frame for `count` rows in the shape of `text`; `header` takes the place of the header of CSV
  /// and TSV.
  init(_ text: FileText, count: Int, header: [UInt8]) {
    if text.format == .json {
      self.init(json: text, count: count)
    } else {
      self.init(lines: text, count: count, header: header)
    }
  }

  private init(lines text: FileText, count: Int, header: [UInt8]) {
    let lineEnd = text.lineEnd
    separator = lineEnd
    head = text.header.map { header + text.head[$0.end...] } ?? text.head + header
    guard text.count == 0 else {
      tail = count == 0 ? [] : Array(text.tail)
      return
    }
    tail = []
    guard count > 0 else { return }
    let isEmpty = text.bytes[...].trimmedJSON.isEmpty
    let isOpen =
      !head.isEmpty && head.last != UInt8(ascii: "\n") && head != ArraySlice.byteOrderMark
    // A file that ends with a line end goes on to do so; a new one does.
    if isEmpty || !isOpen { tail = lineEnd }
    if isOpen { head += lineEnd }
  }

  private init(json text: FileText, count: Int) {
    guard text.isArray || text.count == 1 && count == 1 else {
      // One value, or nothing: more rows, or none, need an array of their own.
      let mark = text.bytes.starts(with: ArraySlice.byteOrderMark) ? ArraySlice.byteOrderMark : []
      let lineEnd = text.lineEnd
      head = mark + Array("[".utf8) + (count == 0 ? [] : lineEnd)
      separator = Array(",".utf8) + lineEnd
      tail = (count == 0 ? [] : lineEnd) + Array("]".utf8) + lineEnd
      if count == 0 { (head, tail) = (head + tail, []) }
      return
    }
    let whole = text.bytes
    // The array of a file without rows: its opening bracket, white space, its closing bracket.
    let closing = text.count == 0 ? whole.lastIndex(of: UInt8(ascii: "]")) ?? whole.count : 0
    head = Array(text.count == 0 ? whole[..<closing] : text.head)
    tail = Array(text.count == 0 ? whole[closing...] : text.tail)
    let blank = head.suffix(while: \.isJSONSpace)
    // A bracket on a line of its own stays there.
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
  /// The last elements, as long as `predicate` holds.
  fileprivate func suffix(while predicate: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    self[(lastIndex { !predicate($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
