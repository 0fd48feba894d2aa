internal import FilterJSON

extension ArraySlice<UInt8> {
  /// The byte order mark that some editors put at the head of a file.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The text without a byte order mark and white space before it.
  var trimmedJSON: ArraySlice<UInt8> {
    let text = starts(with: Self.byteOrderMark) ? dropFirst(3) : self
    return text.drop { $0.isJSONSpace }
  }

  /// Whether there is nothing but white space.
  var isBlank: Bool { allSatisfy { $0.isJSONSpace } }

  /// The text without white space around it.
  var trimmed: ArraySlice<UInt8> {
    guard let last = lastIndex(where: { !$0.isJSONSpace }) else { return [] }
    return self[...last].drop { $0.isJSONSpace }
  }
}

extension UInt8 {
  var isLineEnd: Bool { self == 0x0A || self == 0x0D }

  var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}

extension ArraySlice<UInt8> {
  /// The index of the first line feed.
  var firstIndexOfNewline: Int? {
    withUnsafeBufferPointer { bytes in
      bytes.firstIndex(of: UInt8(ascii: "\n"))
    }.map { startIndex + $0 }
  }

  /// The index of the last line feed.
  var lastIndexOfNewline: Int? {
    withUnsafeBufferPointer { bytes in
      bytes.lastIndex(of: UInt8(ascii: "\n"))
    }.map { startIndex + $0 }
  }
}
