// Unsafe: rows are read at addresses. A row by itself is one initialized value that its object owns; rows that
// were set as a whole are the elements of an array that is never changed, and stay where they are for as long
// as its object has it. Nothing is written to once it is made, so rows can be sent where their items can.

/// The content of one row, at an address of its own.
///
/// Without the type of the content: an edit goes through lists of rows, and generic code would look up types.
class StoredRow {
  let address: UnsafeRawPointer

  fileprivate init(_ address: UnsafeRawPointer) { self.address = address }
}

/// A stored row with the type of its content.
final class TypedRow<Item>: StoredRow {
  init(_ item: Item) {
    let content = UnsafeMutablePointer<Item>.allocate(capacity: 1)
    content.initialize(to: item)
    super.init(content)
  }

  deinit {
    let content = UnsafeMutableRawPointer(mutating: address).assumingMemoryBound(to: Item.self)
    content.deinitialize(count: 1)
    content.deallocate()
  }
}

/// A row of an array, by itself.
final class SharedRow: StoredRow {
  private let array: RowArray

  init(_ address: UnsafeRawPointer, of array: RowArray) {
    self.array = array
    super.init(address)
  }
}

/// Rows that were set as a whole and are one behind the other.
class RowArray {
  let address: UnsafeRawPointer?
  let count: Int

  /// The distance of two rows, and what one takes.
  let stride: Int
  let size: Int

  /// The type of the content, which reads of it are checked against in debug builds.
  let itemType: Any.Type

  fileprivate init(
    _ address: UnsafeRawPointer?, count: Int, stride: Int, size: Int, _ itemType: Any.Type
  ) {
    self.address = address
    self.count = count
    self.stride = stride
    self.size = size
    self.itemType = itemType
  }
}

/// Rows that were set as a whole, with the type of their content.
final class TypedRowArray<Item>: RowArray {
  // An `Array` may be one of another language, whose elements have no address.
  private let items: ContiguousArray<Item>

  init(_ items: [Item]) {
    let items = ContiguousArray(items)
    self.items = items
    super.init(
      items.withUnsafeBufferPointer { $0.baseAddress.map { UnsafeRawPointer($0) } },
      count: items.count, stride: MemoryLayout<Item>.stride, size: MemoryLayout<Item>.size,
      Item.self)
  }
}
