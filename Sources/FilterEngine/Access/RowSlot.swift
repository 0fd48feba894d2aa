/// A value of a line, as the reader of the line writes it to memory.
///
/// The reader declares the same struct in C. A slot points to memory that is valid until the next line is read.
/// It holds only what filters usually need: an address for the elements of an array, but neither the elements
/// of nested arrays nor the members of objects.
package struct RowSlot: BitwiseCopyable, Sendable {
  /// The kinds of slots, numbered as in C.
  package enum Kind: UInt8, CaseIterable, Sendable {
    case missing, null, `false`, `true`
    case integer, double, string, array, object
    /// An integer outside 64 bits, whose digits the slot does not hold
    case wide
    /// The path leads through something that is not an object
    case other
  }

  private let bits: UInt64
  private let length: UInt32
  private let rawKind: UInt8

  /// A slot with these contents.
  package init(_ kind: Kind, bits: UInt64 = 0, length: UInt32 = 0) {
    self.bits = bits
    self.length = length
    rawKind = kind.rawValue
  }

  /// The greatest number of elements of an array that get slots. Longer arrays are evaluated as values, which
  /// counts steps.
  package static let maximumElements = 1_000

  /// Nil for an unknown number.
  @inline(__always)
  package var kind: Kind? { Kind(rawValue: rawKind) }

  /// The number of bytes or elements.
  @inline(__always)
  package var count: Int { Int(length) }

  /// The number of an integer.
  @inline(__always)
  package var integer: Int64 { Int64(bitPattern: bits) }

  /// The integer, or a Boolean as 0 or 1.
  @inline(__always)
  var integral: Int64? {
    switch kind {
    case .integer: integer
    case .false: 0
    case .true: 1
    default: nil
    }
  }

  /// The number of a double.
  @inline(__always)
  package var double: Double { Double(bitPattern: bits) }

  /// The bytes of a string.
  @inline(__always)
  package var utf8: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafePointer(bitPattern: UInt(bits)), count: count)
  }

  /// The slots of an array's elements; nil if an element has none.
  @inline(__always)
  var elements: UnsafeBufferPointer<RowSlot>? {
    guard rawKind == Kind.array.rawValue, count <= Self.maximumElements else { return nil }
    return UnsafeBufferPointer(start: UnsafePointer(bitPattern: UInt(bits)), count: count)
  }

  /// The value; nil if the slot does not hold all of it.
  var value: FilterValue? {
    guard let elements else { return scalar }
    var values: [FilterValue] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      guard let value = element.scalar else { return nil }
      values.append(value)
    }
    return .list(FilterList(values))
  }

  /// Calls `body` with the slot of a value, which is valid until `body` returns. A kind that no slot holds
  /// becomes `other`.
  @inline(__always)
  static func with<Result>(_ value: FilterValue, _ body: (RowSlot) -> Result) -> Result {
    switch value {
    case .null: return body(RowSlot(.null))
    case .bool(let flag): return body(RowSlot(flag ? .true : .false))
    case .int(let number): return body(RowSlot(.integer, bits: UInt64(bitPattern: number)))
    case .double(let number): return body(RowSlot(.double, bits: number.bitPattern))
    case .string(var text):
      return text.withUTF8 { utf8 in
        guard let length = UInt32(exactly: utf8.count) else { return body(RowSlot(.other)) }
        let address = UInt64(UInt(bitPattern: utf8.baseAddress))
        return body(RowSlot(.string, bits: address, length: length))
      }
    case .wide: return body(RowSlot(.wide))
    default: return body(RowSlot(.other))
    }
  }

  /// The value of a slot without elements; nil for a list, an object or a wide integer.
  package var scalar: FilterValue? {
    switch kind {
    case .missing, .null: .null
    case .false: .bool(false)
    case .true: .bool(true)
    case .integer: .int(integer)
    case .double: .double(double)
    case .string: .string(String(decoding: utf8, as: UTF8.self))
    case .array, .object, .wide, .other, nil: nil
    }
  }
}
