/// A stored property of the items of an array, read in place without making values.
package struct FieldColumn: Sendable {
  /// The meaning of the words of a value.
  package enum Kind: Sendable {
    /// A boolean or an integer of up to 64 bits with a sign.
    case integer
    case floating
    case date
    case uuid
    case string
    /// One byte with few cases, each with a value in a filter.
    case byte
  }

  package let kind: Kind

  /// Whether a value may be `nil`.
  package let isOptional: Bool

  let base: FieldStorage.Base
  let offset: Int

  /// Reads a value of any type.
  let value: @Sendable (Row) -> FilterValue

  /// The column of `field`; nil if it is not stored, or has another layout in memory.
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
    // A one-byte type counts nil among its cases.
    self.isOptional = isOptional && kind != .byte
    self.offset = offset
    base = field.type.storage.base
    value = field.read
  }

  /// Whether its words identify rows: they are never missing, and equal words mean equal values.
  package var isIdentity: Bool {
    switch kind {
    case .integer, .date, .uuid, .string: !isOptional
    case .floating, .byte: false
    }
  }
}
