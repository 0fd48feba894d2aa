/// A stored property of the items of an array, read in place without making values.
// Without references: columns are handed around for every row, and a copy would count them.
package struct FieldColumn: Sendable, BitwiseCopyable {
  /// The meaning of the words of a value.
  package enum Kind: Sendable, BitwiseCopyable {
    /// A boolean or an integer of up to 64 bits with a sign.
    case integer
    case floating
    case date
    case uuid
    case string
    /// One byte with few cases, each with a value in a filter.
    case byte
  }

  /// How a value is stored.
  enum Form: Sendable, BitwiseCopyable {
    case bool, int8, int16, int32, int64, uint8, uint16, uint32, float, double, date, uuid, string
    case byte
  }

  package let kind: Kind

  /// Whether a value may be `nil`.
  package let isOptional: Bool

  let form: Form
  let offset: Int

  /// The column of `field`; nil if it is not stored, or has another layout in memory.
  init?(_ field: FieldAccess) {
    guard let offset = field.offset, field.type.storage.wrapper != .array else { return nil }
    let isOptional = field.type.storage.wrapper == .optional
    guard let form = Form(field.type.storage.base) else { return nil }
    if form == .string, !StringWords.isKnown { return nil }
    self.form = form
    kind = form.kind
    // A one-byte type counts nil among its cases.
    self.isOptional = isOptional && kind != .byte
    self.offset = offset
  }

  /// Whether its words identify rows: they are never missing, and equal words mean equal values.
  package var isIdentity: Bool {
    switch kind {
    case .integer, .date, .uuid, .string: !isOptional
    case .floating, .byte: false
    }
  }
}

extension FieldColumn.Form {
  /// The form of a storage; nil for one whose values have no words.
  fileprivate init?(_ base: FieldStorage.Base) {
    switch base {
    case .bool: self = .bool
    case .int8: self = .int8
    case .int16: self = .int16
    case .int32: self = .int32
    case .int64: self = .int64
    case .uint8: self = .uint8
    case .uint16: self = .uint16
    case .uint32: self = .uint32
    case .float: self = .float
    case .double: self = .double
    case .date: self = .date
    case .uuid: self = .uuid
    case .string: self = .string
    case .finite: self = .byte
    case .uint64, .decimal, .opaque: return nil
    }
  }

  fileprivate var kind: FieldColumn.Kind {
    switch self {
    case .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32: .integer
    case .float, .double: .floating
    case .date: .date
    case .uuid: .uuid
    case .string: .string
    case .byte: .byte
    }
  }
}
