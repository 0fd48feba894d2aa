package import FilterEngine

extension ResultsController {
  /// Makes edits of a flat list whose rows have an order, in a batch: rows that are gone, by their keys, and rows that
  /// are new or have other content, which take their positions in the order. Unknown keys are left out.
  ///
  /// - Throws: `duplicateKey` where duplicates are refused; `limit`.
  /// - Complexity: O(k log² n) for k of n rows that are removed and upserted.
  package func apply(
    removed: [FilterValue], upserted: [Item], inOrder keys: [SortKey<Item>]
  ) throws(ResultsError) {
    guard isLoaded else { return try setItems(upserted, sortedBy: keys) }
    let order = RowOrder(keys)
    for key in removed { remove(key: key) }
    for item in upserted { try store.put(StoredRow(item), inOrder: order) }
  }
}
