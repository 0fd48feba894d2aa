/// A field without the type of its item: where it lies, what lies there, how it is read.
///
/// A class, as making a predicate passes it on many times.
@usableFromInline
final class FieldAccess: Sendable {
  let name: String

  /// What is known of its values when a predicate is made.
  let type: FieldType

  /// Bytes from the beginning of the item, for stored properties.
  let offset: Int?

  /// Reads the value, whatever it is.
  let read: @Sendable (Row) -> FilterValue

  @usableFromInline
  convenience init<Value: FilterValueConvertible>(
    name: String, type: Value.Type, offset: Int?, read: @escaping @Sendable (Row) -> FilterValue
  ) {
    self.init(name: name, type: FieldType(Value.self), offset: offset, read: read)
  }

  init(name: String, type: FieldType, offset: Int?, read: @escaping @Sendable (Row) -> FilterValue)
  {
    self.name = name
    self.type = type
    self.offset = offset
    self.read = read
  }

  /// The field `inner` of the struct that lies at this stored field.
  func nesting(_ inner: FieldAccess) -> FieldAccess? {
    guard let offset else { return nil }
    return FieldAccess(
      name: name + "." + inner.name, type: inner.type, offset: inner.offset.map { offset + $0 },
      read: { [read = inner.read] in read($0.advanced(by: offset)) })
  }
}
