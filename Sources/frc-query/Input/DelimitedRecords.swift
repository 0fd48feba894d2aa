/// One cell of a record.
struct Cell: Hashable {
  let text: String
  let isQuoted: Bool

  /// Whether it stands for nothing: an empty cell without quotes.
  var isMissing: Bool { text.isEmpty && !isQuoted }
}

/// The records of CSV or TSV text, after RFC 4180.
///
/// Lines end with LF or CR LF. A cell in quotes may hold separators, line ends and doubled quotes; a
/// quote inside a cell without quotes is an ordinary character.
final class DelimitedRecords {
  private let source: ByteSource
  private let separator: UInt8

  /// The line that the next record begins on.
  private(set) var nextLine: Int

  /// The line that the last record begins on.
  private(set) var line = 0

  /// The offsets of the last record in the input, without its line end.
  private(set) var extent = 0..<0

  /// The records of a source from the line `line` on, at the beginning of which there may be a byte
  /// order mark if `isBeginning`.
  init(
    _ source: ByteSource, separator: UInt8, line: Int = 1, isBeginning: Bool = true
  ) throws(ToolError) {
    self.source = source
    self.separator = separator
    nextLine = line
    guard isBeginning else { return }
    while source.rest.count < 3, try source.fill() {}
    if source.rest.starts(with: ArraySlice.byteOrderMark) { source.skip(3) }
  }

  /// How a cell ended.
  private enum End { case cell, record, input }

  /// The number of cells of the last record.
  private(set) var cellCount = 0

  /// The first `maximum` cells of the next record, or nil after the last; a line without a byte is a record of one
  /// missing cell.
  ///
  /// After an error the records go on behind the line or record that it arose in.
  func next(keeping maximum: Int = .max) throws(ToolError) -> [Cell]? {
    line = nextLine
    cellCount = 0
    let start = source.offset
    var cells: [Cell] = []
    var isFirst = true
    while true {
      try source.checkLine(source.offset - start)
      var bytes: [UInt8] = []
      var isQuoted = false
      let end = try readCell(&bytes, &isQuoted)
      if end == .input, isFirst, bytes.isEmpty, !isQuoted { return nil }
      isFirst = false
      guard let text = String(validating: bytes, as: UTF8.self) else {
        if end == .cell { try skipRecord() }
        throw bad("invalid UTF-8")
      }
      cellCount += 1
      if cellCount <= maximum { cells.append(Cell(text: text, isQuoted: isQuoted)) }
      if end != .cell {
        extent = start..<source.offset - lineEndCount
        return cells
      }
    }
  }

  /// The number of bytes of the line end that was read last.
  private var lineEndCount = 0

  private func readCell(_ bytes: inout [UInt8], _ isQuoted: inout Bool) throws(ToolError) -> End {
    lineEndCount = 0
    guard var byte = try source.next() else { return .input }
    if byte == UInt8(ascii: "\"") {
      isQuoted = true
      try readQuoted(&bytes)
      guard let after = try source.next() else { return .input }
      byte = after
      if byte == UInt8(ascii: "\r") {
        lineEndCount = 1
        guard let feed = try source.next() else { return .input }
        byte = feed == UInt8(ascii: "\n") ? feed : UInt8(ascii: "\r")
      }
      guard byte == separator || byte == UInt8(ascii: "\n") else {
        try skipLine()
        throw bad("something follows the closing quote of a cell")
      }
    }
    while byte != separator {
      if byte == UInt8(ascii: "\n") {
        nextLine += 1
        lineEndCount += 1
        if !isQuoted, bytes.last == UInt8(ascii: "\r") {
          bytes.removeLast()
          lineEndCount += 1
        }
        return .record
      }
      bytes.append(byte)
      try source.checkLine(bytes.count)
      guard let following = try source.next() else { return .input }
      byte = following
    }
    return .cell
  }

  /// Reads up to and with the closing quote.
  private func readQuoted(_ bytes: inout [UInt8]) throws(ToolError) {
    while let byte = try source.next() {
      if byte == UInt8(ascii: "\n") { nextLine += 1 }
      if byte == UInt8(ascii: "\"") {
        if source.rest.isEmpty { _ = try source.fill() }
        guard source.rest.first == UInt8(ascii: "\"") else { return }
        source.skip(1)
      }
      bytes.append(byte)
      try source.checkLine(bytes.count)
    }
    throw bad("a quote is not closed")
  }

  private func skipLine() throws(ToolError) {
    while let byte = try source.next(), byte != UInt8(ascii: "\n") {}
    nextLine += 1
  }

  private func skipRecord() throws(ToolError) {
    var bytes: [UInt8] = []
    var isQuoted = false
    while try readCell(&bytes, &isQuoted) == .cell { bytes.removeAll() }
  }

  /// What messages call the input.
  var name: String { source.name }

  /// The number of bytes of the source that have been read.
  var offset: Int { source.offset }

  func bad(_ message: String) -> ToolError {
    .badData(file: source.name, line: line, message)
  }
}
