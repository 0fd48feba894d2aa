internal import FilterEngine
internal import FilterJSON

/// Numbers in cells, with the syntax of JSON, and the words for NaN and infinities.
enum DelimitedNumber {
  /// Powers of ten that are exact as doubles.
  private static let powers: [Double] = (0...22).reduce(into: []) { powers, _ in
    powers.append((powers.last ?? 0.1) * 10)
  }

  /// The slot of a number; nil for any other text.
  @inline(__always)
  static func slot(_ text: UnsafeBufferPointer<UInt8>, _ reader: JSONReader) -> RowSlot? {
    guard let first = text.first, let last = text.last, last.isDigit else { return special(text) }
    let isNegative = first == UInt8(ascii: "-")
    guard isNegative || first.isDigit else { return nil }
    var at = isNegative ? 1 : 0
    let start = at
    var digits: UInt64 = 0
    while at < text.count, text[at].isDigit, at - start < 18 {
      digits = digits &* 10 &+ UInt64(text[at] &- 0x30)
      at += 1
    }
    guard at > start, at - start == 1 || text[start] != UInt8(ascii: "0") else { return nil }
    if at == text.count {
      let value = isNegative ? -Int64(digits) : Int64(digits)
      return RowSlot(.integer, bits: UInt64(bitPattern: value))
    }
    guard text[at] == UInt8(ascii: ".") else { return other(text, reader) }
    let point = at
    at += 1
    while at < text.count, text[at].isDigit, at - start < 18 {
      digits = digits &* 10 &+ UInt64(text[at] &- 0x30)
      at += 1
    }
    // Both operands are exact, so the quotient is the nearest double.
    guard at == text.count, digits <= 1 << 53 else { return other(text, reader) }
    let value = Double(digits) / powers[at - point - 1]
    return RowSlot(.double, bits: (isNegative ? -value : value).bitPattern)
  }

  @inline(never)
  private static func special(_ text: UnsafeBufferPointer<UInt8>) -> RowSlot? {
    guard (3...4).contains(text.count) else { return nil }
    return ColumnKind.special(String(decoding: text, as: UTF8.self)).map {
      RowSlot(.double, bits: $0.bitPattern)
    }
  }

  @inline(never)
  private static func other(
    _ text: UnsafeBufferPointer<UInt8>, _ reader: JSONReader
  ) -> RowSlot? {
    switch try? reader.read(UnsafeRawBufferPointer(text)) {
    case .int(let value): RowSlot(.integer, bits: UInt64(bitPattern: value))
    case .double(let value): RowSlot(.double, bits: value.bitPattern)
    case .wide: RowSlot(.wide)
    default: nil
    }
  }
}
