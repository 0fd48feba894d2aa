/// A field without the type of its item: its offset, its type, and how it is read.
///
/// A class, because making a predicate copies it many times.
@usableFromInline
final class FieldAccess: Sendable {
  /// Copies the values of the rows of a mask to an array of 64 values. The rows begin at an address, at equal
  /// distances.
  @usableFromInline
  typealias LaneReader =
    @Sendable (
      _ base: UnsafeRawPointer, _ stride: Int, _ rows: UInt64, _ values: UnsafeMutableRawPointer
    ) -> Void

  /// The rows, of up to 64 at equal distances from an address, whose value is `nil`.
  @usableFromInline
  typealias NilReader =
    @Sendable (_ base: UnsafeRawPointer, _ stride: Int, _ count: Int) -> UInt64

  /// The value of a key of the dictionary in a row; nil where it has none.
  @usableFromInline
  typealias KeyReader = @Sendable (_ row: Row, _ key: String) -> FilterValue?

  /// Readers besides `read` that the module of the field compiles for its type.
  @usableFromInline
  struct Readers: Sendable {
    /// Reads a property that is not stored in the item. Only for machine types: other values would be copied to
    /// memory that is never released.
    @usableFromInline var lanes: LaneReader?

    /// Reads a stored optional.
    @usableFromInline var nils: NilReader?

    /// Reads a dictionary.
    @usableFromInline var key: KeyReader?

    /// The property that is read, nil where code computes the value.
    // One that is isolated to the main actor is not sendable. It is only compared.
    @usableFromInline nonisolated(unsafe) var keyPath: AnyKeyPath?

    @usableFromInline init() {}
  }

  let name: String

  /// The static type of its values.
  let type: FieldType

  /// Bytes from the beginning of the item, for stored properties.
  let offset: Int?

  /// Reads a value of any type.
  let read: @Sendable (Row) -> FilterValue

  /// Other ways to read it.
  let readers: Readers

  @usableFromInline
  convenience init<Value: FilterValueConvertible>(
    name: String, type: Value.Type, isOnMainActor: Bool = false, offset: Int?,
    readers: Readers = Readers(), read: @escaping @Sendable (Row) -> FilterValue
  ) {
    self.init(
      name: name, type: FieldType(Value.self, isOnMainActor: isOnMainActor), offset: offset,
      readers: readers, read: read)
  }

  @inline(never)
  init(
    name: String, type: FieldType, offset: Int?, readers: Readers = Readers(),
    read: @escaping @Sendable (Row) -> FilterValue
  ) {
    self.name = name
    self.type = type
    self.offset = offset
    self.readers = readers
    self.read = read
  }

  /// The field as that of a property.
  func reading(_ keyPath: AnyKeyPath) -> FieldAccess {
    var readers = readers
    readers.keyPath = keyPath
    return FieldAccess(name: name, type: type, offset: offset, readers: readers, read: read)
  }

  /// The field `inner` of the struct at this stored field.
  @inline(never)
  func nesting(_ inner: FieldAccess) -> FieldAccess? {
    guard let offset else { return nil }
    return FieldAccess(
      name: name + "." + inner.name, type: inner.type, offset: inner.offset.map { offset + $0 },
      readers: inner.readers.moved(by: offset),
      read: { [read = inner.read] in read($0.advanced(by: offset)) })
  }
}

extension FieldAccess.Readers {
  /// The readers of a field of a struct `offset` bytes into the item.
  fileprivate func moved(by offset: Int) -> FieldAccess.Readers {
    var readers = FieldAccess.Readers()
    if let lanes {
      readers.lanes = { base, stride, rows, values in lanes(base + offset, stride, rows, values) }
    }
    if let nils {
      readers.nils = { base, stride, count in nils(base + offset, stride, count) }
    }
    if let key { readers.key = { row, name in key(row.advanced(by: offset), name) } }
    return readers
  }
}
