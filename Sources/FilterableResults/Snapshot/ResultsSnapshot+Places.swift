extension ResultsSnapshot {
  /// The section at a place, nil where there is none.
  public func section(at place: Int) -> ResultsSection<Item>? {
    guard let storage, place >= 0, place < storage.sectionCount else { return nil }
    return storage.section(at: place, of: Item.self)
  }

  /// How many rows the section at a place has, nil where there is none.
  public func count(inSection place: Int) -> Int? { section(at: place)?.count }

  /// The places of all rows in order.
  ///
  /// - Complexity: O(n).
  public var paths: [ItemPath] {
    sectionCounts.enumerated().flatMap { section, count in
      (0..<count).map { ItemPath(section: section, item: $0) }
    }
  }
}
