/// One key of a type, and how its value is read.
///
/// A filter names the key as it is, whatever characters it has: a name with a dot or a blank in
/// backquotes, a reserved word with a `#` before it.
public struct FilterField<Item>: Sendable {
  @usableFromInline let access: FieldAccess

  /// A property.
  ///
  /// A stored property of a struct is read where it lies, nested structs included; computed
  /// properties, and properties of classes, are read through the key path.
  @inlinable
  public init<Value: FilterValueConvertible>(
    _ name: String, _ keyPath: any KeyPath<Item, Value> & Sendable
  ) {
    let offset = MemoryLayout<Item>.offset(of: keyPath)
    if let offset {
      access = FieldAccess(
        name: name, type: Value.self, offset: offset,
        read: { $0.load(Value.self, at: offset).filterValue })
    } else {
      access = FieldAccess(
        name: name, type: Value.self, offset: nil,
        read: { $0.load(Item.self, at: 0)[keyPath: keyPath].filterValue })
    }
  }

  /// A value computed from the item.
  @inlinable
  public init<Value: FilterValueConvertible>(
    _ name: String, _ value: @escaping @Sendable (Item) -> Value
  ) {
    access = FieldAccess(
      name: name, type: Value.self, offset: nil,
      read: { value($0.load(Item.self, at: 0)).filterValue })
  }
}
