/// Bytes whose order is that of texts in which runs of digits count as numbers.
///
/// A text is cut where digits begin and end. What lies between digits becomes its bytes as they are
/// compared, each plus one, and a zero. A number becomes the count of its digits and the digits, without
/// zeros in front. A text that begins with a number begins with a byte for that, since it is compared with
/// texts that do not: their first byte is never a digit, so that one digit stands for all. Further on, two
/// texts that are the same so far go on with the same kind of part.
struct NumericText {
  private(set) var bytes: [UInt8] = []

  /// Numbers of this many digits or more have their count in the eight bytes after this one.
  private static let manyDigits = 0xFF

  /// Writes `text` in place of what was there.
  mutating func write(_ text: UnsafeBufferPointer<UInt8>, _ comparison: TextComparison) {
    bytes.removeAll(keepingCapacity: true)
    if let first = text.first, Self.isDigit(first) { bytes.append(UInt8(ascii: "0") + 1) }
    var place = 0
    while place < text.count {
      let start = place
      let isNumber = Self.isDigit(text[start])
      repeat { place += 1 } while place < text.count && Self.isDigit(text[place]) == isNumber
      let part = UnsafeBufferPointer(rebasing: text[start..<place])
      if isNumber { append(number: part) } else { append(part, comparison) }
    }
  }

  private mutating func append(number: UnsafeBufferPointer<UInt8>) {
    let digits = number.drop { $0 == UInt8(ascii: "0") }
    if digits.count < Self.manyDigits {
      bytes.append(UInt8(digits.count))
    } else {
      bytes.append(UInt8(Self.manyDigits))
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: digits.count >> shift))
      }
    }
    bytes.append(contentsOf: digits)
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ comparison: TextComparison) {
    if comparison.isLiteral || text.isASCII {
      let foldsCase = comparison.foldsCase
      for byte in text { bytes.append((foldsCase ? TextWords.lowercased(byte) : byte) + 1) }
    } else {
      comparison.folding.withFolded(text) { for byte in $0.bytes { bytes.append(byte + 1) } }
    }
    bytes.append(0)
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
