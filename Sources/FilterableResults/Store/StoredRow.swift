// Unsafe: rows are read at addresses. A row by itself is one initialized value that its object owns; rows that
// were set as a whole are the elements of an array that is never changed, and stay where they are for as long
// as its object has it. Nothing is written to once it is made, so rows can be sent where their items can.

/// The content of one row, at an address of its own.
///
/// Without the type of the content: an edit goes through lists of rows, and generic code would look up types.
struct StoredRow {
  let address: UnsafeRawPointer

  /// The object that the content is part of.
  let owner: AnyObject

  /// A row by itself.
  init<Item>(_ item: Item) { self.init(RowBox<Item>.self) { $0.initialize(to: item) } }

  /// Rows by themselves, whose contents leave an address.
  static func rows<Item>(moving items: UnsafeMutablePointer<Item>, count: Int) -> [StoredRow] {
    // Looked up once for all rows.
    let type = RowBox<Item>.self
    return (0..<count).map { place in
      StoredRow(type) { $0.moveInitialize(from: items + place, count: 1) }
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

  /// A row that is part of an object.
  init(_ address: UnsafeRawPointer, of owner: AnyObject) {
    self.address = address
    self.owner = owner
  }

  /// The content, whose type is that of the items of its store.
  func item<Item>(as type: Item.Type = Item.self) -> Item {
    withExtendedLifetime(owner) { address.assumingMemoryBound(to: type).pointee }
  }
}

/// The content of a row by itself, in one piece of memory with the object.
private final class RowBox<Item>: ManagedBuffer<Void, Item> {
  deinit { _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: 1) } }
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

  init(
    _ address: UnsafeRawPointer?, count: Int, stride: Int, size: Int, _ itemType: Any.Type
  ) {
    self.address = address
    self.count = count
    self.stride = stride
    self.size = size
    self.itemType = itemType
  }

  /// An array of copies of the rows at addresses, which are of the same type.
  func copy(of addresses: [UnsafeRawPointer]) -> RowArray {
    preconditionFailure("an array of rows is one of a type")
  }

  /// An array of copies of items at addresses.
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

/// Rows that were set as a whole, with the type of their content.
final class TypedRowArray<Item>: RowArray {
  // An `Array` may be one of another language, whose elements have no address.
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
