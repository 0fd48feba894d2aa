// The fields of types whose conformance is isolated to the main actor.

extension FilterField {
  /// A property that is isolated to the main actor, or whose type is.
  ///
  /// A stored property of a struct is read in place, as with other fields. The program stops if code of the
  /// item or of the value would run outside of the main actor.
  @inlinable
  @MainActor public init<Value: FilterValueConvertible>(
    _ name: String, _ keyPath: KeyPath<Item, Value>
  ) {
    access = Self.isolatedAccess(name, keyPath, FieldAccess.Readers())
  }

  /// An optional property that is isolated to the main actor; its keys are `nil` where it is.
  @inlinable
  @MainActor public init<Wrapped: FilterValueConvertible>(
    _ name: String, _ keyPath: KeyPath<Item, Wrapped?>
  ) {
    var readers = FieldAccess.Readers()
    if let offset = MemoryLayout<Item>.offset(of: keyPath) {
      readers.nils = Self.nilReader(Wrapped.self, at: offset)
    }
    access = Self.isolatedAccess(name, keyPath, readers)
  }

  /// A dictionary that is isolated to the main actor; its keys are read one by one.
  @inlinable
  @MainActor public init<Value: FilterValueConvertible>(
    _ name: String, _ keyPath: KeyPath<Item, [String: Value]>
  ) {
    var readers = FieldAccess.Readers()
    if let offset = MemoryLayout<Item>.offset(of: keyPath) {
      // Sendable, as it is called where the check holds.
      nonisolated(unsafe) let read = { (row: Row, key: String) in
        Self.value(of: key, in: row.load([String: Value].self, at: offset))?.filterValue
      }
      readers.key = { row, key in
        MainActor.preconditionIsolated()
        return read(row, key)
      }
    }
    access = Self.isolatedAccess(name, keyPath, readers)
  }

  /// A value that is computed from the item on the main actor.
  ///
  /// ```swift
  /// extension Document: @MainActor Filterable {
  ///   static let filterFields = FilterFields<Document>(
  ///     FilterField(onMainActor: "title") { $0.title })
  /// }
  /// ```
  ///
  /// For a computed property, a closure is several times as fast as a key path. The program stops if it would
  /// run outside of the main actor.
  @inlinable @inline(__always)
  @MainActor public init<Value: FilterValueConvertible>(
    onMainActor name: String, _ value: @escaping @MainActor (Item) -> Value
  ) {
    let value: (Item) -> Value = { value($0) }
    access = Self.isolatedAccess(
      name, Value.self, offset: nil, FieldAccess.Readers(), lanes: Self.isolatedLanes(value),
      read: { value($0.load(Item.self, at: 0)).filterValue })
  }

  @inlinable
  @MainActor static func isolatedAccess<Value: FilterValueConvertible>(
    _ name: String, _ keyPath: KeyPath<Item, Value>, _ readers: FieldAccess.Readers
  ) -> FieldAccess {
    var readers = readers
    readers.keyPath = keyPath
    if let offset = MemoryLayout<Item>.offset(of: keyPath) {
      return isolatedAccess(
        name, Value.self, offset: offset, readers, lanes: nil,
        read: { $0.load(Value.self, at: offset).filterValue })
    }
    let value = reader(keyPath)
    return isolatedAccess(
      name, Value.self, offset: nil, readers, lanes: isolatedLanes(value),
      read: { value($0.load(Item.self, at: 0)).filterValue })
  }

  /// A field whose `read` is called on the main actor.
  @inlinable
  @MainActor static func isolatedAccess<Value: FilterValueConvertible>(
    _ name: String, _ type: Value.Type, offset: Int?, _ readers: FieldAccess.Readers,
    lanes: FieldAccess.LaneReader?, read: @escaping (Row) -> FilterValue
  ) -> FieldAccess {
    // Sendable, as it is called where the check holds.
    nonisolated(unsafe) let read = read
    var readers = readers
    readers.lanes = lanes
    return FieldAccess(
      name: name, type: Value.self, isOnMainActor: true, offset: offset, readers: readers,
      read: { row in
        MainActor.preconditionIsolated()
        return read(row)
      })
  }

  /// Reads values through the item's own code, on the main actor.
  @inlinable @inline(__always)
  static func isolatedLanes<Value>(_ value: @escaping (Item) -> Value) -> FieldAccess.LaneReader {
    // Sendable, as it is called where the check holds.
    nonisolated(unsafe) let value = value
    let lanes = laneReader { value($0) }
    return { base, stride, rows, values in
      MainActor.preconditionIsolated()
      lanes(base, stride, rows, values)
    }
  }
}
