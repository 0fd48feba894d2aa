/// The bytes around the rows of a file that is written in the form of another file.
struct FileFrame {
  /// Before the first row; without a row all that is written.
  var head: [UInt8]

  /// Between two rows that the file had not next to each other.
  var separator: [UInt8]

  /// After the last row.
  var tail: [UInt8]

  /// The frame for `count` rows on separate lines, in the form of `text`, with `header` in place of its header.
  init(lines text: FileText, count: Int, header: [UInt8]) {
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
      head.last.map { !$0.isLineEnd } ?? false && head != ArraySlice.byteOrderMark
    // A file that ends with a line end goes on to do so; a new one does.
    if isEmpty || !isOpen { tail = lineEnd }
    if isOpen { head += lineEnd }
  }
}

/// Makes the rows of a file that is written again in its shape.
protocol FileRecords: SendableMetatype {
  /// Rows in the form of `text`, with columns added after its own. `original` returns the JSON of its rows.
  init(_ text: FileText, added: [String], original: @escaping (Int) -> [UInt8])

  /// The names in rows that a header lacks, in the order in which they appear; those that never have a
  /// value only if `withoutValue`.
  static func names(
    in rows: some Sequence<[UInt8]>, beside header: [String], withoutValue: Bool
  ) -> [String]

  /// The header with the names of the columns that are added.
  var header: [UInt8] { get }

  /// Whether each row of the file gets more cells.
  var addsColumns: Bool { get }

  /// A row of the file, unchanged.
  func record(_ row: Int) -> [UInt8]

  /// A row that the file does not have.
  func record(_ json: [UInt8]) -> [UInt8]

  /// A row in the place of one of the file.
  func record(_ json: [UInt8], insteadOf old: Int) -> [UInt8]
}
