// Unsafe: items lie in memory that belongs to the gathering until it becomes an array, or until they are taken out.
// They move where the memory grows, so addresses are good until the next one is added.

/// The new contents of rows that are gathered one by one, one behind the other.
///
/// Without the type of the content, which each of them has.
struct GatheredRows {
  /// The rows in the order in which they came.
  private(set) var ids: [RowID] = []

  /// The same rows.
  private var set = RowSet()
  private var items: GatheredItems?

  /// Whether the numbers of the rows are 0, 1, 2 and so on.
  private var areNumbered = true

  var isEmpty: Bool { ids.isEmpty }
  var count: Int { ids.count }

  /// Adds content of a row, false where there is content of it already; `most` is how many rows can come.
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

  /// The address of the content at a place.
  @inline(__always)
  func address(at place: Int) -> UnsafeRawPointer {
    // Where there is a place there is content.
    let items = items.unsafelyUnwrapped
    return items.address.unsafelyUnwrapped + place &* items.stride
  }

  /// The contents as the array of all rows numbered below `count`, nil where they are others.
  func array(of count: Int) -> RowArray? {
    guard areNumbered, ids.count == count else { return nil }
    return items?.array()
  }

  /// The contents as rows by themselves, in order, which leave the gathering.
  func takeRows() -> [StoredRow] { items?.takeRows() ?? [] }

  /// A copy of the content at a place, as a row by itself.
  func row(at place: Int) -> StoredRow { items.unsafelyUnwrapped.row(at: place) }
}

/// Items one behind the other, without their type.
private class GatheredItems {
  fileprivate(set) final var address: UnsafeRawPointer?
  final let stride: Int

  init(stride: Int) { self.stride = stride }

  func array() -> RowArray { preconditionFailure("items are of a type") }

  func takeRows() -> [StoredRow] { preconditionFailure("items are of a type") }

  func row(at place: Int) -> StoredRow { preconditionFailure("items are of a type") }
}

private final class TypedGatheredItems<Item>: GatheredItems {
  private var items: UnsafeMutablePointer<Item>?
  private var capacity = 0
  private var count = 0

  /// The array that owns the items now; nil while the gathering does.
  private var whole: RowArray?

  /// For how many items there is memory at first.
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

  override func row(at place: Int) -> StoredRow {
    let item = items.unsafelyUnwrapped + place
    return whole.map { StoredRow(UnsafeRawPointer(item), of: $0) } ?? StoredRow(item.pointee)
  }

  deinit {
    guard whole == nil else { return }
    items?.deinitialize(count: count)
    items?.deallocate()
  }
}

/// Rows in memory of their own.
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
