/// The bytes of a file as they were read, and where its rows are among them.
///
/// Byte order mark, header, blank lines, and commas and white space between the elements of an array
/// are kept too, so that the file can be written again with only some of its rows changed.
struct FileText: Sendable {
  /// The line with the names of columns.
  struct Header: Sendable {
    /// The names of the columns, each once, in order.
    let names: [String]

    /// Whether the line is there; without it the names are numbers.
    let isWritten: Bool

    /// The offset after the last name.
    let end: Int
  }

  let format: RowFormat
  let bytes: [UInt8]

  /// The header, nil for a file without columns.
  let header: Header?

  /// Whether the rows are the elements of an array.
  let isArray: Bool

  /// Whether rows were made of parts of the text, which cannot be written again with other rows.
  let isPart: Bool

  /// Whether the file is still missing.
  private(set) var isNew = false

  private let starts: [UInt32]

  /// Empty where rows end with their lines.
  private let ends: [UInt32]

  init(
    _ format: RowFormat, _ bytes: [UInt8], starts: [UInt32], ends: [UInt32],
    header: Header? = nil, isArray: Bool = false, isPart: Bool = false
  ) {
    self.format = format
    self.bytes = bytes
    self.starts = starts
    self.ends = ends
    self.header = header
    self.isArray = isArray
    self.isPart = isPart
  }

  /// The shape of a file that does not exist yet.
  init(new format: RowFormat) {
    self.init(format, [], starts: [], ends: [])
    isNew = true
  }

  /// The number of rows.
  var count: Int { starts.count }

  func start(of row: Int) -> Int { Int(starts[row]) }

  /// The offset after a row, without its line end and white space before that.
  func end(of row: Int) -> Int {
    if !ends.isEmpty { return Int(ends[row]) }
    let start = Int(starts[row])
    let limit = row + 1 < count ? Int(starts[row + 1]) : bytes.count
    let end = bytes[start..<limit].firstIndexOfNewline ?? limit
    return bytes[start..<end].lastIndex { !$0.isJSONSpace }.map { $0 + 1 } ?? end
  }

  /// The bytes of a row.
  func row(_ row: Int) -> ArraySlice<UInt8> { bytes[start(of: row)..<end(of: row)] }

  /// The bytes before the first row.
  var head: ArraySlice<UInt8> { bytes[..<(count == 0 ? bytes.count : start(of: 0))] }

  /// The bytes after the last row.
  var tail: ArraySlice<UInt8> { bytes[(count == 0 ? bytes.count : end(of: count - 1))...] }

  /// The bytes between a row and the next one.
  func gap(after row: Int) -> ArraySlice<UInt8> { bytes[end(of: row)..<start(of: row + 1)] }

  /// The end of the lines of the file.
  var lineEnd: [UInt8] {
    let start = header?.end ?? 0
    if let end = bytes[start...].first, end == UInt8(ascii: "\r"),
      bytes[start...].firstIndexOfNewline == nil
    {
      return [end]
    }
    guard let newline = bytes[start...].firstIndexOfNewline, newline > start,
      bytes[newline - 1] == UInt8(ascii: "\r")
    else { return [UInt8(ascii: "\n")] }
    return [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
  }
}
