internal import FilterJSON

/// Lines of JSON that are converted to rows.
enum RowLines {
  private static let partSize = 256 * 1024

  /// The result of checking a part.
  private enum CheckedPart: Sendable {
    case starts([UInt32])
    case bad(offset: Int, JSONError)
  }

  /// The rows, each of them checked, on all processors. The error for an invalid line contains `name` and its number.
  static func rows(_ bytes: [UInt8], name: String) throws(ToolError) -> RowText {
    let first = bytes.starts(with: ArraySlice.byteOrderMark) ? 3 : 0
    let count = (bytes.count + Self.partSize - 1) / Self.partSize
    var starts: [UInt32] = []
    try RowWork.run(parts: count) {
      let reader = JSONReader()
      return { part($0, bytes, first, reader) }
    } take: { index, part throws(ToolError) in
      switch part {
      case .starts(let part):
        // The number of rows in the first part predicts the total number.
        if index == 0 { starts.reserveCapacity(part.count * (count + 1)) }
        starts += part
      case .bad(let offset, let error):
        let line = 1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
        throw .message("\(name):\(line): \(error)")
      }
    }
    return RowText(bytes: bytes, starts: starts)
  }

  /// Checks the lines that start in a part.
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
