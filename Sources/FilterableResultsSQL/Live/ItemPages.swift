internal import FilterEngine

/// Items by their keys, in the most recently used pages.
struct ItemPages<Item: Sendable>: Sendable {
  private struct Page {
    var items: [FilterValue: Item]

    /// The number of the last use.
    var lastUse: Int
  }

  private var pages: [Int: Page] = [:]
  private var pageOfKey: [FilterValue: Int] = [:]
  private var nextPage = 0
  private var uses = 0
  private let capacity: Int

  /// Creates a cache of at most `capacity` pages.
  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// The keys of all items.
  var keys: [FilterValue] { Array(pageOfKey.keys) }

  /// A kept item, without using its page.
  func known(_ key: FilterValue) -> Item? {
    pageOfKey[key].flatMap { pages[$0]?.items[key] }
  }

  /// A kept item; its page counts as used.
  mutating func item(_ key: FilterValue) -> Item? {
    guard let page = pageOfKey[key] else { return nil }
    uses += 1
    pages[page]?.lastUse = uses
    return pages[page]?.items[key]
  }

  /// Adds a page and, if the cache is full, removes the least recently used one.
  ///
  /// - Complexity: O(p + n) for p pages and n items.
  mutating func add(_ items: [FilterValue: Item]) {
    for key in items.keys { remove(key) }
    if pages.count >= capacity, let oldest = pages.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      for key in oldest.value.items.keys { pageOfKey[key] = nil }
      pages[oldest.key] = nil
    }
    uses += 1
    pages[nextPage] = Page(items: items, lastUse: uses)
    for key in items.keys { pageOfKey[key] = nextPage }
    nextPage += 1
  }

  /// Replaces a kept item; nil removes it.
  mutating func replace(_ key: FilterValue, by item: Item?) {
    guard let item else { return remove(key) }
    guard let page = pageOfKey[key] else { return }
    pages[page]?.items[key] = item
  }

  private mutating func remove(_ key: FilterValue) {
    guard let page = pageOfKey.removeValue(forKey: key) else { return }
    pages[page]?.items[key] = nil
    if pages[page]?.items.isEmpty == true { pages[page] = nil }
  }
}
