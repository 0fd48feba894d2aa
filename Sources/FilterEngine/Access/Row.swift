// Reads items in place. All tests of rows read their memory through `Row`; `StringWords` knows the layout of
// strings.
//
// A row is the address of an item that its owner keeps alive and unchanged during the call: an element of an
// array whose buffer is borrowed, or a local copy. Reading a property by its offset copies nothing and does not
// count references. A closure or a key path does both, and costs ten times as much as the comparison itself.

import CMemoryHints

/// The address of an item, valid during one call.
@usableFromInline
struct Row {
  @usableFromInline let address: UnsafeRawPointer

  @inlinable
  init(_ address: UnsafeRawPointer) { self.address = address }

  /// The value of a stored property of type `Value`, `offset` bytes into the item.
  @inlinable @inline(__always)
  func load<Value>(_ type: Value.Type, at offset: Int) -> Value {
    (address + offset).assumingMemoryBound(to: Value.self).pointee
  }

  /// Prefetches the memory `offset` bytes after the row. The address need not be valid.
  @inline(__always)
  func willRead(at offset: Int) {
    memory_will_read(place(at: offset))
  }

  /// Prefetches the memory `offset` bytes after the row, without evicting what is needed before it. The address
  /// need not be valid.
  @inline(__always)
  func willReadLater(at offset: Int) {
    memory_will_read_later(place(at: offset))
  }

  /// The address `offset` bytes after the row, which need not be valid.
  @inline(__always)
  private func place(at offset: Int) -> UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: UInt(bitPattern: address) &+ UInt(bitPattern: offset))
  }

  /// Prefetches the beginning of the array `offset` bytes into the item, and more of it if its elements are
  /// `large`.
  @inline(__always)
  func willReadElements(at offset: Int, large: Bool = false) {
    let object = load(UInt.self, at: offset)
    // The count is in the first cache line of the object. The elements begin 32 bytes in.
    memory_will_read(UnsafeRawPointer(bitPattern: object))
    memory_will_read(UnsafeRawPointer(bitPattern: object &+ 64))
    if large { memory_will_read(UnsafeRawPointer(bitPattern: object &+ 128)) }
  }

  /// Prefetches the object that the reference `offset` bytes into the item points to, so that its references
  /// can be counted.
  @inline(__always)
  func willRetainObject(at offset: Int) {
    // A string keeps flags in the highest bits.
    let object = load(UInt.self, at: offset) & (.max >> 4)
    memory_will_write(UnsafeRawPointer(bitPattern: object))
  }

  /// The row `distance` bytes after this one.
  @inline(__always)
  func advanced(by distance: Int) -> Row { Row(address + distance) }

  /// Calls `body` with the elements of the array `offset` bytes into the item, without
  /// retaining it.
  @inline(__always)
  func withElements<Element, Result>(
    _ type: Element.Type, at offset: Int, _ body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result {
    (address + offset).assumingMemoryBound(to: [Element].self).pointee.span
      .withUnsafeBufferPointer(body)
  }

  /// The number of elements of the array `offset` bytes into the item.
  @inline(__always)
  func elementCount(at offset: Int) -> Int {
    // Every native array keeps its count at the same offset. Callers pass only arrays of types that are never
    // bridged.
    load([UInt8].self, at: offset).count
  }
}

/// Calls `body` with an empty row, for evaluations that read nothing from their row.
func withoutRow<Result>(
  _ body: (Row) throws(EvaluationError) -> Result
) throws(EvaluationError) -> Result {
  let nothing = FilterValue.null
  return try withUnsafePointer(to: nothing) { pointer throws(EvaluationError) in
    try body(Row(pointer))
  }
}
