internal import FilterJSON

/// Consecutive JSON values, as printed by `jq .`, converted to lines incrementally.
///
/// Values may span lines and need no white space between them. A value that is invalid JSON becomes an invalid line.
struct JSONValues: MadeLines {
  /// The state after the last byte.
  private enum State {
    case between
    /// In a number or a word, which white space or the next value ends
    case word
    case string
    /// After a backslash in a string
    case escape
    /// In an object or an array
    case nested
  }

  /// The complete values as lines.
  private(set) var text: [UInt8] = []
  var end: Int { text.count }

  /// The text as it was read: the complete values, then the beginning of the next value.
  private var written: [UInt8] = []
  private var known = 0
  private var state = State.between
  private var depth = 0
  private var start = 0

  /// The ranges of the complete values in the text.
  private(set) var extents: [Range<Int>] = []

  /// The line on which the text begins.
  private var line = 1

  /// Appends and scans the next bytes of the text.
  mutating func append(_ bytes: some Collection<UInt8>) {
    written.append(contentsOf: bytes)
    while known < written.count {
      let byte = written[known]
      switch state {
      case .between where !byte.isJSONSpace: begin(byte)
      case .between: break
      case .word where byte.isJSONSpace || Self.begins(byte):
        finish(at: known)
        continue
      case .word: break
      case .string:
        if byte == UInt8(ascii: "\\") { state = .escape }
        if byte == UInt8(ascii: "\"") { close() }
      case .escape: state = .string
      case .nested:
        switch byte {
        case UInt8(ascii: "\""): state = .string
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          close()
        default: break
        }
      }
      known += 1
    }
  }

  /// Marks the end of the text.
  mutating func finish() {
    if state != .between { finish(at: known) }
  }

  /// Whether a byte begins a value that ends by itself.
  static func begins(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"")
  }

  private mutating func begin(_ byte: UInt8) {
    start = known
    guard Self.begins(byte) else {
      state = .word
      return
    }
    state = byte == UInt8(ascii: "\"") ? .string : .nested
    if state == .nested { depth = 1 }
  }

  /// Ends a string, an object or an array with the current byte.
  private mutating func close() {
    if depth > 0 { state = .nested } else { finish(at: known + 1) }
  }

  private mutating func finish(at end: Int) {
    state = .between
    extents.append(start..<end)
    for byte in written[start..<end] {
      let isLineEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      text.append(isLineEnd ? UInt8(ascii: " ") : byte)
    }
    text.append(UInt8(ascii: "\n"))
  }

  /// Removes and returns the complete values, with the number of bytes up to their end.
  mutating func take() -> (values: JSONValues, count: Int) {
    var taken = self
    let count = extents.last?.upperBound ?? 0
    taken.written.removeLast(written.count - count)
    line += written[..<count].count { $0 == UInt8(ascii: "\n") }
    written.removeFirst(count)
    (known, start) = (known - count, start - count)
    (text, extents) = ([], [])
    return (taken, count)
  }

  func line(ofRow number: Int, offset: Int?) -> Int {
    let start = extents[number - 1].lowerBound + (offset ?? 0)
    return line + written[..<min(start, written.count)].count { $0 == UInt8(ascii: "\n") }
  }
}

extension JSONLinesInput {
  /// Consecutive values, read incrementally.
  init(values source: ByteSource, _ query: Query) throws(ToolError) {
    if let path = query.form.rows {
      try self.init(rowsAt: path, in: source, areLines: false, query)
      return
    }
    try source.skipByteOrderMark()
    var values = JSONValues()
    try self.init(source, query) { () throws(ToolError) in
      try values.next(of: source).map { ($0.values, nil) }
    }
  }
}

extension JSONValues {
  /// The next values of a source, with the number of bytes up to their end; nil after the last.
  mutating func next(of source: ByteSource) throws(ToolError) -> (values: JSONValues, count: Int)? {
    while extents.isEmpty {
      try source.checkLine(written.count)
      if source.rest.isEmpty, try !source.fill() {
        finish()
        return extents.isEmpty ? nil : take()
      }
      append(source.rest)
      source.skip(source.rest.count)
    }
    return take()
  }
}

extension JSONValues {
  /// Whether a second value follows the first within `limit` bytes of a source.
  static func areSeveral(_ source: ByteSource, limit: Int) throws(ToolError) -> Bool {
    var values = JSONValues()
    let mark = source.rest.starts(with: ArraySlice.byteOrderMark) ? 3 : 0
    values.append(source.rest.dropFirst(mark))
    while values.extents.isEmpty || values.extents.count == 1 && values.state == .between {
      let count = source.rest.count
      guard count < limit, try source.fill() else { return false }
      values.append(source.rest.dropFirst(count))
    }
    return true
  }
}

extension JSONFiles {
  /// Reads consecutive values, without white space between tokens.
  static func values(
    _ source: ByteSource, _ format: RowFormat, _ form: InputForm
  ) throws(ToolError) -> FileRows {
    if let path = form.rows {
      return try parts(
        source, format, by: InnerRows.parts(of: source, at: path, areLines: false))
    }
    try source.skipByteOrderMark()
    var rows = RowCollector(source)
    var offset = source.offset
    var values = JSONValues()
    while let (taken, count) = try values.next(of: source) {
      try add(taken, to: &rows, source.name) { number, _ in
        let extent = taken.extents[number - 1]
        return offset + extent.lowerBound..<offset + extent.upperBound
      }
      offset += count
    }
    return rows.file(format)
  }
}
