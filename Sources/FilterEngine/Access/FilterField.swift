/// One key of a type, and how its value is read.
///
/// A filter names the key as it is, whatever characters it has: a name with a dot or a blank in
/// backquotes, a reserved word with a `#` before it.
public struct FilterField<Item>: Sendable {
  @usableFromInline let access: FieldAccess

  /// A property.
  ///
  /// A stored property of a struct is read in place, nested structs included; computed
  /// properties, and properties of classes, are read through the key path.
  @inlinable
  public init<Value: FilterValueConvertible>(
    _ name: String, _ keyPath: any KeyPath<Item, Value> & Sendable
  ) {
    access = Self.access(name, keyPath, FieldAccess.Readers())
  }

  /// An optional property, whose keys are `nil` where it is.
  @inlinable
  public init<Wrapped: FilterValueConvertible>(
    _ name: String, _ keyPath: any KeyPath<Item, Wrapped?> & Sendable
  ) {
    var readers = FieldAccess.Readers()
    if let offset = MemoryLayout<Item>.offset(of: keyPath) {
      readers.nils = { base, stride, count in
        var nils: UInt64 = 0
        var value = base + offset
        for index in 0..<UInt64(truncatingIfNeeded: count) {
          if value.assumingMemoryBound(to: Wrapped?.self).pointee == nil { nils |= 1 &<< index }
          value += stride
        }
        return nils
      }
    }
    access = Self.access(name, keyPath, readers)
  }

  /// A dictionary, whose keys are read one by one.
  @inlinable
  public init<Value: FilterValueConvertible>(
    _ name: String, _ keyPath: any KeyPath<Item, [String: Value]> & Sendable
  ) {
    var readers = FieldAccess.Readers()
    if let offset = MemoryLayout<Item>.offset(of: keyPath) {
      readers.key = { row, key in
        let values = row.load([String: Value].self, at: offset)
        // Swift takes keys for one that the language tells apart by their bytes.
        guard let place = values.index(forKey: key),
          values[place].key.utf8.elementsEqual(key.utf8)
        else { return nil }
        return values[place].value.filterValue
      }
    }
    access = Self.access(name, keyPath, readers)
  }

  @inlinable
  static func access<Value: FilterValueConvertible>(
    _ name: String, _ keyPath: any KeyPath<Item, Value> & Sendable, _ readers: FieldAccess.Readers
  ) -> FieldAccess {
    var readers = readers
    readers.keyPath = keyPath
    if let offset = MemoryLayout<Item>.offset(of: keyPath) {
      return FieldAccess(
        name: name, type: Value.self, offset: offset, readers: readers,
        read: { $0.load(Value.self, at: offset).filterValue })
    }
    readers.lanes = Self.laneReader { $0[keyPath: keyPath] }
    return FieldAccess(
      name: name, type: Value.self, offset: nil, readers: readers,
      read: { $0.load(Item.self, at: 0)[keyPath: keyPath].filterValue })
  }

  /// Reads values through the item's own code.
  // Always inlined, so that a closure that reads a property becomes a part of the loop.
  @inlinable @inline(__always)
  static func laneReader<Value>(
    _ value: @escaping @Sendable (Item) -> Value
  ) -> FieldAccess.LaneReader {
    { base, stride, rows, values in
      let values = values.assumingMemoryBound(to: Value.self)
      // Most blocks are read whole.
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

  /// A value computed from the item.
  ///
  /// For a property of a class, a closure such as `FilterField("id") { $0.id }` is read more than ten
  /// times as fast as a key path, which Swift looks up for each object.
  @inlinable @inline(__always)
  public init<Value: FilterValueConvertible>(
    _ name: String, _ value: @escaping @Sendable (Item) -> Value
  ) {
    var readers = FieldAccess.Readers()
    readers.lanes = Self.laneReader(value)
    access = FieldAccess(
      name: name, type: Value.self, offset: nil, readers: readers,
      read: { value($0.load(Item.self, at: 0)).filterValue })
  }
}
