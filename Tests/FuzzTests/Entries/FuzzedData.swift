/// Reads the bytes of an input as texts, numbers and choices. After the last byte everything is empty
/// or zero, so that any bytes are an input.
struct FuzzedData {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// A number from 0 up to `limit`, which is not one of them.
  mutating func below(_ limit: Int) -> Int { limit > 0 ? Int(byte()) % limit : 0 }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// All bytes of an integer, the lowest first.
  mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value {
    var value: UInt64 = 0
    for shift in 0..<Value.bitWidth / 8 { value |= UInt64(byte()) << UInt64(shift * 8) }
    return Value(truncatingIfNeeded: value)
  }

  /// The bytes before the next line feed; the line feed is skipped.
  mutating func line() -> [UInt8] {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    bytes = bytes[line.endIndex...].dropFirst()
    return Array(line)
  }

  /// The next line as a text, nil if it is not UTF-8.
  mutating func textLine() -> String? { String(validating: line(), as: UTF8.self) }

  /// Up to `count` bytes.
  mutating func take(_ count: Int) -> [UInt8] {
    defer { bytes = bytes.dropFirst(count) }
    return Array(bytes.prefix(count))
  }

  /// All bytes that are left.
  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }

  /// A text of a byte of length and the bytes; a length of 128 or more means a part of `other`.
  mutating func text(orPartOf other: String = "") -> String {
    let length = Int(byte())
    guard length >= 128 else { return String(decoding: take(length), as: UTF8.self) }
    let bytes = Array(other.utf8)
    let start = below(bytes.count + 1)
    return String(decoding: bytes[start...].prefix(length - 128), as: UTF8.self)
  }
}
