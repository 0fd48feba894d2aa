/// A stored property of the items of an array, read in place and without making values.
package struct FieldColumn: Sendable {
  /// The meaning of the words of a value.
  package enum Kind: Sendable {
    /// A boolean or an integer of up to 64 bits with a sign.
    case integer
    case floating
    case date
    case uuid
    case string
    /// One byte with few values, each with its value in a filter.
    case byte
  }

  package let kind: Kind

  /// Whether a value may be `nil`.
  package let isOptional: Bool

  let base: FieldStorage.Base
  let offset: Int

  /// Reads the value, whatever it is.
  let value: @Sendable (Row) -> FilterValue

  /// The property of `field`, nil where it is not stored, or lies in memory in another way.
  init?(_ field: FieldAccess) {
    guard let offset = field.offset, field.type.storage.wrapper != .array else { return nil }
    let isOptional = field.type.storage.wrapper == .optional
    switch field.type.storage.base {
    case .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32: kind = .integer
    case .float, .double: kind = .floating
    case .date: kind = .date
    case .uuid: kind = .uuid
    case .string:
      guard StringWords.isKnown else { return nil }
      kind = .string
    case .finite: kind = .byte
    case .uint64, .decimal, .opaque: return nil
    }
    // A one-byte type has its nil among its cases.
    self.isOptional = isOptional && kind != .byte
    self.offset = offset
    base = field.type.storage.base
    value = field.read
  }

  /// Whether its words identify rows: never missing, and equal only to their like.
  package var isIdentity: Bool {
    switch kind {
    case .integer, .date, .uuid, .string: !isOptional
    case .floating, .byte: false
    }
  }
}
