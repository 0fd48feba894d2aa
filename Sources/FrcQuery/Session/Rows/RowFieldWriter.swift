internal import FilterEngine
internal import FilterJSON

/// Writes one value into the JSON of rows; all other bytes stay as they are.
struct RowFieldWriter {
  private let path: [String]
  private let reader = JSONReader()

  /// Writes values at a path of names.
  init(path: [String]) { self.path = path }

  /// The value of a row, as the expression of an edit reads it.
  func read(_ row: [UInt8]) -> FilterValue { (try? reader.read(row)) ?? .null }

  /// The JSON of the row that was read last with another value at the path. A last key that the row lacks is added at
  /// the end of its object. Nil if the path leads through anything but objects.
  func json(_ row: [UInt8], with value: FilterValue) -> [UInt8]? {
    let value = JSONWriter().bytes(value)
    func range(_ path: [String]) -> Range<Int>? {
      row.withUnsafeBytes { reader.range(ofPath: path, in: $0) }
    }
    if let range = range(path) {
      return row[..<range.lowerBound] + value + row[range.upperBound...]
    }
    guard let key = path.last, let object = range(path.dropLast()),
      row[object.lowerBound] == UInt8(ascii: "{")
    else { return nil }
    var end = object.upperBound - 1
    while [0x20, 0x09, 0x0A, 0x0D].contains(row[end - 1]) { end -= 1 }
    var member: [UInt8] = end - 1 == object.lowerBound ? [] : [UInt8(ascii: ",")]
    JSONWriter.write(key, to: &member)
    member.append(UInt8(ascii: ":"))
    return row[..<end] + member + value + row[end...]
  }
}
