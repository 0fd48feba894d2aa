// Reads items in place. Everything that tests rows gets their memory through `Row`; `StringWords`
// says what the words of a string mean.
//
// A row is the address of an item that its owner keeps alive and unchanged during the call: an
// element of an array whose buffer is held open, or a local copy. Reading a property through its
// offset copies nothing and counts no references; going through a closure or a key path does both,
// and costs ten times as much as the comparison itself.

import CMemoryHints

/// The place of an item in memory, for the length of one call.
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

  /// Prefetches the memory `offset` bytes further on, if there is any.
  @inline(__always)
  func willRead(at offset: Int) {
    memory_will_read(place(at: offset))
  }

  /// Prefetches the memory `offset` bytes further on, if there is any, without pushing
  /// aside what is needed before it.
  @inline(__always)
  func willReadLater(at offset: Int) {
    memory_will_read_later(place(at: offset))
  }

  /// An address `offset` bytes further on, where nothing has to be.
  @inline(__always)
  private func place(at offset: Int) -> UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: UInt(bitPattern: address) &+ UInt(bitPattern: offset))
  }

  /// Prefetches the beginning of the array `offset` bytes into the item, and more of it where
  /// its elements are `large`.
  @inline(__always)
  func willReadElements(at offset: Int, large: Bool = false) {
    let object = load(UInt.self, at: offset)
    // The count lies in the first line of the object, elements begin 32 bytes in.
    memory_will_read(UnsafeRawPointer(bitPattern: object))
    memory_will_read(UnsafeRawPointer(bitPattern: object &+ 64))
    if large { memory_will_read(UnsafeRawPointer(bitPattern: object &+ 128)) }
  }

  /// Prefetches the object that is referred to `offset` bytes into the item, for counting its
  /// references.
  @inline(__always)
  func willRetainObject(at offset: Int) {
    // A string has flags in the highest bits.
    let object = load(UInt.self, at: offset) & (.max >> 4)
    memory_will_write(UnsafeRawPointer(bitPattern: object))
  }

  /// The row `distance` bytes further on.
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
    // Every native array has its count in the same place; callers ask only for arrays of types that
    // are never bridged.
    load([UInt8].self, at: offset).count
  }
}

/// Calls `body` with a row that holds nothing, for what reads nothing of its row.
func withoutRow<Result>(
  _ body: (Row) throws(EvaluationError) -> Result
) throws(EvaluationError) -> Result {
  let nothing = FilterValue.null
  return try withUnsafePointer(to: nothing) { pointer throws(EvaluationError) in
    try body(Row(pointer))
  }
}
