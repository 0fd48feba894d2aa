/// A file that was read.
struct FileRows {
  /// Its rows as JSON
  let rows: RowText

  /// Its bytes
  let text: FileText

  /// The number of rows with fewer cells than columns
  var shortCount = 0

  /// The version of the file before it was read; nil if it is not a regular file.
  let stamp: FileStamp?
}

/// Rows with fewer cells than columns, whose last values are nil.
enum ShortRows {
  /// A note on so many of them; nil for none.
  static func note(_ count: Int) -> String? {
    switch count {
    case 0: nil
    case 1: "note: 1 row has fewer cells than the header; the values of the others are nil"
    default:
      "note: \(count) rows have fewer cells than the header; the values of the others are nil"
    }
  }
}

/// Rows of JSON as they come.
struct RowCollector {
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
    if starts.count & 0xFFF == 0 { try Interrupt.check() }
  }

  /// The rows, and all bytes of the file.
  func file(
    _ format: RowFormat, header: FileText.Header? = nil, isArray: Bool = false,
    isPart: Bool = false
  ) -> FileRows {
    let text = FileText(
      format, source.kept, starts: isPart ? [] : extents.starts, ends: isPart ? [] : extents.ends,
      header: header, isArray: isArray, isPart: isPart)
    return FileRows(
      rows: RowText(bytes: bytes, starts: starts), text: text, stamp: source.stamp)
  }
}
