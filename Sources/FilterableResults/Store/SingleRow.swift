/// The content of one row that stands beside the array of its table.
///
/// A buffer of one element, so that the content has an address without being copied.
final class SingleRow<Item>: ManagedBuffer<Void, Item> {
  static func make(_ item: Item) -> AnyObject {
    let row = SingleRow.create(minimumCapacity: 1) { _ in }
    row.withUnsafeMutablePointerToElements { $0.initialize(to: item) }
    return row
  }

  deinit {
    withUnsafeMutablePointerToElements { _ = $0.deinitialize(count: 1) }
  }
}
