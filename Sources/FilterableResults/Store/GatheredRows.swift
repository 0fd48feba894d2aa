// Unsafe: the buffer owns the items until it becomes an array, or until they are moved out. Items move when the memory
// grows, so addresses are valid until the next one is appended.

/// A buffer of new contents of rows, contiguous and without the static type of the items.
struct GatheredRows {
  /// The rows in the order in which they were appended.
  private(set) var ids: [RowID] = []

  /// The same rows as a set.
  private var set = RowSet()
  private var items: GatheredItems?

  /// Whether the row numbers are 0, 1, 2 and so on.
  private var areNumbered = true

  var isEmpty: Bool { ids.isEmpty }
  var count: Int { ids.count }

  /// Appends the content of a row; returns false if the buffer already has one. At most `most` rows are appended.
  @discardableResult
  mutating func append<Item>(_ id: RowID, _ item: Item, most: Int) -> Bool {
    guard set.insert(id) else { return false }
    let items: TypedGatheredItems<Item>
    if let known = self.items {
      items = unsafeDowncast(known, to: TypedGatheredItems<Item>.self)
    } else {
      items = TypedGatheredItems()
      self.items = items
    }
    items.append(item, most: most)
    areNumbered = areNumbered && id == ids.count
    ids.append(id)
    return true
  }

  /// The address of the content at an index.
  @inline(__always)
  func address(at index: Int) -> UnsafeRawPointer {
    // If there is an index there is content.
    let items = items.unsafelyUnwrapped
    return items.address.unsafelyUnwrapped + index &* items.stride
  }

  /// The contents as an array, nil if they are not those of the rows 0 to `count` - 1 in order.
  func array(of count: Int) -> RowArray? {
    guard areNumbered, ids.count == count else { return nil }
    return items?.array()
  }

  /// Moves the contents out of the buffer as single rows, in order.
  func takeRows() -> [StoredRow] { items?.takeRows() ?? [] }

  /// A copy of the content at an index as a single row.
  func row(at index: Int) -> StoredRow { items.unsafelyUnwrapped.row(at: index) }
}

/// Contiguous items without their static type.
private class GatheredItems {
  fileprivate(set) final var address: UnsafeRawPointer?
  final let stride: Int

  init(stride: Int) { self.stride = stride }

  func array() -> RowArray { preconditionFailure("items are of a type") }

  func takeRows() -> [StoredRow] { preconditionFailure("items are of a type") }

  func row(at index: Int) -> StoredRow { preconditionFailure("items are of a type") }
}

private final class TypedGatheredItems<Item>: GatheredItems {
  private var items: UnsafeMutablePointer<Item>?
  private var capacity = 0
  private var count = 0

  /// The array that owns the items; nil as long as the buffer does.
  private var whole: RowArray?

  /// The capacity of the first allocation.
  private static var firstCapacity: Int { 4 }

  init() { super.init(stride: MemoryLayout<Item>.stride) }

  func append(_ item: Item, most: Int) {
    if count == capacity { grow(to: max(Self.firstCapacity, min(2 * capacity, most), count + 1)) }
    guard let items else { return }
    (items + count).initialize(to: item)
    count += 1
  }

  private func grow(to capacity: Int) {
    let larger = UnsafeMutablePointer<Item>.allocate(capacity: capacity)
    if let items {
      larger.moveInitialize(from: items, count: count)
      items.deallocate()
    }
    (items, self.capacity) = (larger, capacity)
    address = UnsafeRawPointer(larger)
  }

  override func array() -> RowArray {
    if let whole { return whole }
    let array = OwnedRowArray(items, count: count)
    whole = array
    return array
  }

  override func takeRows() -> [StoredRow] {
    guard let items else { return [] }
    guard whole == nil else { return (0..<count).map { row(at: $0) } }
    let rows = StoredRow.rows(moving: items, count: count)
    count = 0
    return rows
  }

  override func row(at index: Int) -> StoredRow {
    let item = items.unsafelyUnwrapped + index
    return whole.map { StoredRow(UnsafeRawPointer(item), of: $0) } ?? StoredRow(item.pointee)
  }

  deinit {
    guard whole == nil else { return }
    items?.deinitialize(count: count)
    items?.deallocate()
  }
}

/// Rows in memory that the array owns.
private final class OwnedRowArray<Item>: RowArray {
  private let items: UnsafeMutablePointer<Item>?

  init(_ items: UnsafeMutablePointer<Item>?, count: Int) {
    self.items = items
    super.init(
      items.map { UnsafeRawPointer($0) }, count: count, stride: MemoryLayout<Item>.stride,
      size: MemoryLayout<Item>.size, Item.self)
  }

  override func copy(of addresses: [UnsafeRawPointer]) -> RowArray {
    Self.copying(addresses, as: Item.self)
  }

  deinit {
    items?.deinitialize(count: count)
    items?.deallocate()
  }
}
