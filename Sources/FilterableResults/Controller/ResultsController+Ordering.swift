internal import FilterEngine

// Orders by code; orders by key paths stand beside the edits that they belong to.
extension ResultsController {
  /// Puts `items`, ordered by `precedes`, in the place of all data; equal ones keep their order.
  ///
  /// - Throws: `duplicateKey` where duplicates are refused.
  public func setItems(
    _ items: [Item], orderedBy precedes: @escaping (Item, Item) -> Bool
  ) throws(ResultsError) {
    try setItems(order(by: precedes).sorted(items))
  }

  /// Replaces rows that are known, adds the others, and puts the rows of each section into the order
  /// of `precedes`, as one edit; loads the items where there is no data yet.
  ///
  /// - Throws: `duplicateKey` where duplicates are refused.
  public func merge(
    _ items: [Item], orderedBy precedes: @escaping (Item, Item) -> Bool
  ) throws(ResultsError) {
    try editAll { () throws(ResultsError) in
      try merge(items)
      sort(by: precedes)
    }
  }

  /// Puts the rows of each section of the store into the order of `precedes`.
  public func sort(by precedes: @escaping (Item, Item) -> Bool) {
    try? edit { () throws(ResultsError) in try store.sort(by: order(by: precedes)) }
  }

  private func order(by precedes: @escaping (Item, Item) -> Bool) -> RowOrder {
    var configuration = ResultsConfiguration<Item>()
    configuration.rows.comparator = precedes
    return RowOrder(configuration)
  }
}
