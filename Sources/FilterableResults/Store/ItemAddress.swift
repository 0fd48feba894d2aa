// Unsafe: items are read at addresses, which are those of items of the type and good for as long as the call.
//
// The types of items are not known here, and reading `pointee` of such a type makes a copy, which counts every
// reference in the item. A type that may be not copyable is read where it is.

/// Calls `body` with the item at an address, without a copy of it.
@inline(__always)
func withItem<Item: ~Copyable, Result, Failure: Error>(
  at address: UnsafeRawPointer, _ body: (borrowing Item) throws(Failure) -> Result
) throws(Failure) -> Result {
  try body(address.assumingMemoryBound(to: Item.self).pointee)
}

/// Calls `body` with the items at two addresses, without copies of them.
@inline(__always)
func withItems<Item: ~Copyable, Result>(
  at left: UnsafeRawPointer, _ right: UnsafeRawPointer,
  _ body: (borrowing Item, borrowing Item) -> Result
) -> Result {
  body(
    left.assumingMemoryBound(to: Item.self).pointee,
    right.assumingMemoryBound(to: Item.self).pointee)
}
