internal import FilterEngine
internal import FilterJSON

/// Rows of JSON, one a line, read into memory once and never changed.
///
/// Not a map of the file: a file may be rewritten or truncated while its rows are read.
final class RowText: Sendable {
  let bytes: [UInt8]

  /// The offset of each row, in four bytes each. Blank lines are not rows.
  let starts: [UInt32]

  /// The number of the first row; the others follow, unless there are `numbers`.
  private let firstNumber: Int
  private let numbers: [Int]?

  /// The JSON of rows that files get on several lines.
  let spellings: [UInt32: [UInt8]]

  /// Whether an object such as `{"$date":0}` is the value that it stands for.
  let isTagged: Bool

  /// The values of rows that their JSON is not read as.
  private let values: [UInt32: FilterValue]

  init(
    bytes: [UInt8], starts: [UInt32], firstNumber: Int = 1, numbers: [Int]? = nil,
    spellings: [UInt32: [UInt8]] = [:], isTagged: Bool = false, values: [UInt32: FilterValue] = [:]
  ) {
    (self.bytes, self.starts) = (bytes, starts)
    (self.firstNumber, self.numbers, self.spellings) = (firstNumber, numbers, spellings)
    (self.isTagged, self.values) = (isTagged, values)
  }

  var count: Int { starts.count }

  /// The same rows under other numbers.
  func numbered(from number: Int) -> RowText {
    number == firstNumber ? self : RowText(bytes: bytes, starts: starts, firstNumber: number)
  }

  /// Whether some rows have values that their JSON is not read as.
  var hasValues: Bool { !values.isEmpty }

  /// The number of a row.
  func number(of index: Int) -> Int { numbers?[index] ?? firstNumber + index }

  /// The value of a row. `reader` reads tags if the text is tagged.
  func value(of index: Int, _ reader: JSONReader) -> FilterValue {
    if !values.isEmpty, let value = values[UInt32(index)] { return value }
    return withBytes(range(of: index)) { try? reader.read($0) } ?? .null
  }

  /// The bytes of a row without its line end.
  func range(of index: Int) -> Range<Int> {
    let start = Int(starts[index])
    let limit = index + 1 < count ? Int(starts[index + 1]) : bytes.count
    return start..<(bytes[start..<limit].firstIndexOfNewline ?? limit)
  }

  /// The bytes of each row.
  var lines: some Sequence<[UInt8]> {
    (0..<count).lazy.map { row in self.withBytes(self.range(of: row)) { Array($0) } }
  }

  /// The bytes of whole lines that hold rows next to each other, and no others.
  func range(of rows: Range<Int>) -> Range<Int> {
    guard !rows.isEmpty else { return 0..<0 }
    let end = rows.upperBound < count ? Int(starts[rows.upperBound]) : bytes.count
    return Int(starts[rows.lowerBound])..<end
  }

  /// Calls `body` with the bytes of a range.
  func withBytes<Value, Failure: Error>(
    _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // The array's own method forgets the type of what is thrown.
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(Failure) in try body(UnsafeRawBufferPointer(rebasing: bytes[range])) }
    }
    .get()
  }
}
