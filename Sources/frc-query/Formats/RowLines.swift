internal import FilterJSON

/// Lines of JSON that are to become rows.
struct RowLines {
  private static let partSize = 256 * 1024

  let bytes: [UInt8]

  /// What messages call them
  let name: String

  /// What one part has.
  private enum CheckedPart: Sendable {
    case starts([UInt32])
    case bad(offset: Int, JSONError)
  }

  /// The rows that lines of JSON hold; `name` and line are told of one that is wrong.
  static func rows(_ bytes: [UInt8], name: String) throws(ToolError) -> RowText {
    try RowLines(bytes: bytes, name: name).checked()
  }

  /// The rows, every one checked, on all processors.
  func checked() throws(ToolError) -> RowText {
    let first = bytes.starts(with: ArraySlice.byteOrderMark) ? 3 : 0
    let bytes = bytes
    let count = (bytes.count + Self.partSize - 1) / Self.partSize
    var starts: [UInt32] = []
    try RowWork.run(parts: count) {
      let reader = JSONReader()
      return { Self.part($0, bytes, first, reader) }
    } take: { index, part throws(ToolError) in
      switch part {
      case .starts(let part):
        // The rows of the first part tell how many there will be.
        if index == 0 { starts.reserveCapacity(part.count * (count + 1)) }
        starts += part
      case .bad(let offset, let error):
        let line = 1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
        throw .message("\(name):\(line): \(error)")
      }
    }
    return RowText(bytes: bytes, starts: starts)
  }

  /// The lines that begin in a part.
  private static func part(
    _ index: Int, _ bytes: [UInt8], _ first: Int, _ reader: JSONReader
  ) -> CheckedPart {
    var start = max(first, index * partSize)
    let limit = min(bytes.count, (index + 1) * partSize)
    if start > first, bytes[start - 1] != UInt8(ascii: "\n") {
      guard let newline = bytes[start...].firstIndexOfNewline else { return .starts([]) }
      start = newline + 1
    }
    var starts: [UInt32] = []
    while start < limit {
      let end = bytes[start...].firstIndexOfNewline ?? bytes.count
      do throws(JSONError) {
        try reader.check(bytes[start..<end])
        starts.append(UInt32(start))
      } catch {
        guard error.reason == .empty else { return .bad(offset: start, error) }
      }
      start = end + 1
    }
    return .starts(starts)
  }
}
