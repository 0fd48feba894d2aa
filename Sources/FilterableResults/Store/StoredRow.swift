/// The content of one row that stands beside the array of its table, at an address of its own.
///
/// Without the type of the content: lists of such rows are gone through without looking up types.
// Unsafe: the address is that of one initialized value, which the class below owns. Nobody writes to it
// once it is made, so a row can be sent where its content can; `RowTable` says so.
class StoredRow {
  let address: UnsafeRawPointer

  fileprivate init(_ address: UnsafeRawPointer) { self.address = address }
}

/// A stored row with the type of its content.
final class TypedRow<Item>: StoredRow {
  private let content: UnsafeMutablePointer<Item>

  init(_ item: Item) {
    content = .allocate(capacity: 1)
    content.initialize(to: item)
    super.init(content)
  }

  deinit {
    content.deinitialize(count: 1)
    content.deallocate()
  }
}
