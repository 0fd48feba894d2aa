/// Elements in the order in which they were added, of which the oldest is taken first; a fixed capacity.
///
/// Stands in for the `Deque` of swift-collections.
struct Ring<Element> {
  private var slots: [Element?]
  private var start = 0
  private(set) var count = 0

  init(capacity: Int) { slots = Array(repeating: nil, count: capacity) }

  /// Adds an element; there has to be room for it.
  mutating func append(_ element: Element) {
    var slot = start + count
    if slot >= slots.count { slot -= slots.count }
    slots[slot] = element
    count += 1
  }

  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    defer {
      slots[start] = nil
      start = start + 1 == slots.count ? 0 : start + 1
      count -= 1
    }
    return slots[start]
  }
}
