// Unsafe: rows are read at addresses. The content of a single row is one initialized value that its object owns. Other
// contents are the elements of an array that is never changed, so that their addresses are valid as long as its owner
// exists. Nothing is written to after its initialization, so rows can be sent to other threads if their items can.

/// The content of one row, with its address and the object that owns it.
///
/// It has no static type, because an edit visits lists of rows, and generic code would look up types.
struct StoredRow {
  let address: UnsafeRawPointer

  /// The object that owns the content.
  let owner: AnyObject

  /// Creates a single row.
  init<Item>(_ item: Item) { self.init(RowBox<Item>.self) { $0.initialize(to: item) } }

  /// Creates single rows and moves their contents from an address.
  static func rows<Item>(moving items: UnsafeMutablePointer<Item>, count: Int) -> [StoredRow] {
    // A constant, so that the type is looked up only once.
    let type = RowBox<Item>.self
    return (0..<count).map { index in
      StoredRow(type) { $0.moveInitialize(from: items + index, count: 1) }
    }
  }

  private init<Item>(
    _ type: RowBox<Item>.Type, _ initialize: (UnsafeMutablePointer<Item>) -> Void
  ) {
    let box = type.create(minimumCapacity: 1) { _ in () }
    address = box.withUnsafeMutablePointerToElements { content in
      initialize(content)
      return UnsafeRawPointer(content)
    }
    owner = box
  }

  /// Creates a row from content that an object owns.
  init(_ address: UnsafeRawPointer, of owner: AnyObject) {
    self.address = address
    self.owner = owner
  }

  /// The content, whose type must be that of the items of its store.
  func item<Item>(as type: Item.Type = Item.self) -> Item {
    withExtendedLifetime(owner) { address.assumingMemoryBound(to: type).pointee }
  }
}

/// The content of a single row, in the same allocation as the object.
private final class RowBox<Item>: ManagedBuffer<Void, Item> {
  deinit { _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: 1) } }
}

/// Contiguous rows that were set together.
class RowArray {
  let address: UnsafeRawPointer?
  let count: Int

  /// The distance between two rows and the size of one, in bytes.
  let stride: Int
  let size: Int

  /// The type of the content, which debug builds check when they read it.
  let itemType: Any.Type

  init(
    _ address: UnsafeRawPointer?, count: Int, stride: Int, size: Int, _ itemType: Any.Type
  ) {
    self.address = address
    self.count = count
    self.stride = stride
    self.size = size
    self.itemType = itemType
  }

  /// Creates an array of copies of the rows at addresses, which have the same type.
  func copy(of addresses: [UnsafeRawPointer]) -> RowArray {
    preconditionFailure("an array of rows is one of a type")
  }

  /// Creates an array of copies of items at addresses.
  static func copying<Item>(_ addresses: [UnsafeRawPointer], as type: Item.Type) -> RowArray {
    TypedRowArray(
      ContiguousArray<Item>(unsafeUninitializedCapacity: addresses.count) { items, count in
        count = addresses.count
        guard var item = items.baseAddress else { return }
        for address in addresses {
          item.initialize(to: address.assumingMemoryBound(to: type).pointee)
          item += 1
        }
      })
  }
}

/// Contiguous rows with the static type of their content.
final class TypedRowArray<Item>: RowArray {
  // Not an `Array`, which may be bridged and have no elements with addresses.
  private let items: ContiguousArray<Item>

  convenience init(_ items: [Item]) { self.init(ContiguousArray(items)) }

  fileprivate init(_ items: ContiguousArray<Item>) {
    self.items = items
    super.init(
      items.withUnsafeBufferPointer { $0.baseAddress.map { UnsafeRawPointer($0) } },
      count: items.count, stride: MemoryLayout<Item>.stride, size: MemoryLayout<Item>.size,
      Item.self)
  }

  override func copy(of addresses: [UnsafeRawPointer]) -> RowArray {
    Self.copying(addresses, as: Item.self)
  }
}

// MARK: - Items at addresses

// Unsafe: the addresses are those of items of the type and valid during the call.
//
// The types of items are not known here, and reading `pointee` of such a type makes a copy, which retains every
// reference in the item. A type that may be noncopyable is read in place.

/// Calls `body` with the item at an address, without copying it.
@inline(__always)
func withItem<Item: ~Copyable, Result, Failure: Error>(
  at address: UnsafeRawPointer, _ body: (borrowing Item) throws(Failure) -> Result
) throws(Failure) -> Result {
  try body(address.assumingMemoryBound(to: Item.self).pointee)
}

/// Calls `body` with the items at two addresses, without copying them.
@inline(__always)
func withItems<Item: ~Copyable, Result>(
  at left: UnsafeRawPointer, _ right: UnsafeRawPointer,
  _ body: (borrowing Item, borrowing Item) -> Result
) -> Result {
  body(
    left.assumingMemoryBound(to: Item.self).pointee,
    right.assumingMemoryBound(to: Item.self).pointee)
}
