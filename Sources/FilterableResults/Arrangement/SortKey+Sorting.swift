extension Array {
  /// Items in the order of the sort keys, equal ones in the order in which they are given.
  package func sorted<Item>(_ items: [Item]) -> [Item] where Element == SortKey<Item> {
    RowOrder.sorted(items, by: self)
  }
}
