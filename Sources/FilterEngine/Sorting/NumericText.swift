internal import FilterSyntax

/// Bytes with the order of texts in which runs of digits count as numbers.
///
/// A text is split where digits begin and end. A part without digits becomes its folded bytes, each plus one,
/// followed by a zero. A number becomes the count of its digits and the digits, without leading zeros. A text
/// that begins with a number gets a leading marker byte, because it is compared with texts that do not: their
/// first byte is never a digit, so one digit serves as the marker. After equal parts, two texts continue with
/// the same kind of part.
struct NumericText {
  private(set) var bytes: [UInt8] = []

  /// For numbers of this many digits or more, the count follows in eight bytes.
  private static let manyDigits = 0xFF

  /// Replaces the bytes with those of `text`.
  mutating func write(_ text: UnsafeBufferPointer<UInt8>, _ comparison: TextComparison) {
    bytes.removeAll(keepingCapacity: true)
    if let first = text.first, first.isDigit { bytes.append(UInt8(ascii: "0") + 1) }
    var place = 0
    while place < text.count {
      let start = place
      let isNumber = text[start].isDigit
      repeat { place += 1 } while place < text.count && text[place].isDigit == isNumber
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
}
