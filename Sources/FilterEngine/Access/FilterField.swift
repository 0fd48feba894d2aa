/// One key of a type, and how its value is read.
///
/// A key can have any characters. A filter writes a name with a dot or a blank in backquotes, and a reserved
/// word with a `#` before it.
///
/// A generic parameter as the type of a value needs to be `FilterValueConvertible & SendableMetatype`, because
/// a table can be used in every isolation domain.
///
/// A type whose conformance is isolated to the main actor makes its fields there. They can be read only on the
/// main actor: the program stops if one is read elsewhere.
public struct FilterField<Item>: Sendable {
  @usableFromInline let access: FieldAccess

  /// A property.
  ///
  /// A stored property of a struct is read in place, nested structs included, and so is a stored property of a class
  /// that no subclass can override. Other properties are read through the key path.
  @inlinable
  public init<Value: FilterValueConvertible & SendableMetatype>(
    _ name: String, _ keyPath: any KeyPath<Item, Value> & Sendable
  ) {
    access = Self.access(name, keyPath, FieldAccess.Readers())
  }

  /// A property of a type that filters cannot read.
  @available(
    *, unavailable,
    message:
      "the type of the property has to be FilterValueConvertible; a generic type also SendableMetatype"
  )
  public init<Value>(_ name: String, _ keyPath: KeyPath<Item, Value>) { fatalError("unavailable") }

  /// An optional property, whose keys are `nil` where it is.
  @inlinable
  public init<Wrapped: FilterValueConvertible & SendableMetatype>(
    _ name: String, _ keyPath: any KeyPath<Item, Wrapped?> & Sendable
  ) {
    var readers = FieldAccess.Readers()
    if let offset = MemoryLayout<Item>.offset(of: keyPath) {
      readers.nils = Self.nilReader(Wrapped.self, at: offset)
    }
    access = Self.access(name, keyPath, readers)
  }

  /// A dictionary, whose keys are read one by one.
  @inlinable
  public init<Value: FilterValueConvertible & SendableMetatype>(
    _ name: String, _ keyPath: any KeyPath<Item, [String: Value]> & Sendable
  ) {
    var readers = FieldAccess.Readers()
    if let offset = MemoryLayout<Item>.offset(of: keyPath) {
      readers.key = { row, key in
        Self.value(of: key, in: row.load([String: Value].self, at: offset))?.filterValue
      }
    }
    access = Self.access(name, keyPath, readers)
  }

  /// The value of a key of a dictionary; nil where it has none.
  @inlinable
  static func value<Value>(of key: String, in values: [String: Value]) -> Value? {
    // Swift treats canonically equivalent keys as equal; the language compares their bytes.
    guard let index = values.index(forKey: key), values[index].key.utf8.elementsEqual(key.utf8)
    else { return nil }
    return values[index].value
  }

  /// Tests stored optionals for `nil`.
  @inlinable
  static func nilReader<Wrapped>(_ type: Wrapped.Type, at offset: Int) -> FieldAccess.NilReader {
    { base, stride, count in
      var nils: UInt64 = 0
      var value = base + offset
      for index in 0..<UInt64(truncatingIfNeeded: count) {
        if value.assumingMemoryBound(to: Wrapped?.self).pointee == nil { nils |= 1 &<< index }
        value += stride
      }
      return nils
    }
  }

  @inlinable
  static func access<Value: FilterValueConvertible & SendableMetatype>(
    _ name: String, _ keyPath: any KeyPath<Item, Value> & Sendable, _ readers: FieldAccess.Readers
  ) -> FieldAccess {
    var readers = readers
    readers.keyPath = keyPath
    if let offset = MemoryLayout<Item>.offset(of: keyPath) {
      return FieldAccess(
        name: name, type: Value.self, offset: offset, readers: readers,
        read: { $0.load(Value.self, at: offset).filterValue })
    }
    // Sendable, as the key path is.
    nonisolated(unsafe) let value = Self.reader(keyPath)
    readers.lanes = Self.laneReader { value($0) }
    return FieldAccess(
      name: name, type: Value.self, offset: nil, readers: readers,
      read: { value($0.load(Item.self, at: 0)).filterValue })
  }

  /// Reads a property that is not stored in the item itself.
  @inlinable
  static func reader<Value>(_ keyPath: KeyPath<Item, Value>) -> (Item) -> Value {
    if let offset = ObjectProperty.offset(of: keyPath) {
      return { ObjectProperty.value(Value.self, of: $0, at: offset) }
    }
    return { $0[keyPath: keyPath] }
  }

  /// Reads values through the item's own code.
  // Always inlined, so that a closure that reads a property becomes part of the loop.
  @inlinable @inline(__always)
  static func laneReader<Value>(
    _ value: @escaping @Sendable (Item) -> Value
  ) -> FieldAccess.LaneReader {
    { base, stride, rows, values in
      let values = values.assumingMemoryBound(to: Value.self)
      // Most blocks are read completely.
      if rows & (rows &+ 1) == 0 {
        var item = base
        for index in 0..<(UInt64.bitWidth - rows.leadingZeroBitCount) {
          (values + index).initialize(
            to: value(item.assumingMemoryBound(to: Item.self).pointee))
          item += stride
        }
        return
      }
      var rest = rows
      while rest != 0 {
        let index = rest.trailingZeroBitCount
        rest &= rest &- 1
        let item = (base + index &* stride).assumingMemoryBound(to: Item.self)
        (values + index).initialize(to: value(item.pointee))
      }
    }
  }

  /// The field as that of a property, whose value its code reads.
  @usableFromInline
  package func reading(_ keyPath: AnyKeyPath) -> FilterField {
    FilterField(access: access.reading(keyPath))
  }

  private init(access: FieldAccess) { self.access = access }

  /// A value computed from the item.
  ///
  /// For a computed property, a closure such as `FilterField("id") { $0.id }` is more than ten times as fast
  /// as a key path, which Swift resolves for each item.
  ///
  /// ```swift
  /// let initial = FilterField<Person>("initial") { String($0.name.prefix(1)) }
  /// ```
  @inlinable @inline(__always)
  public init<Value: FilterValueConvertible & SendableMetatype>(
    _ name: String, _ value: @escaping @Sendable (Item) -> Value
  ) {
    var readers = FieldAccess.Readers()
    readers.lanes = Self.laneReader(value)
    access = FieldAccess(
      name: name, type: Value.self, offset: nil, readers: readers,
      read: { value($0.load(Item.self, at: 0)).filterValue })
  }
}
