internal import FilterEngine

/// Finds the rows of many items, one after another.
///
/// Rows without a key are found by their contents in a table that is made when the first item without
/// a key is looked for: to search all rows for each would take time with the square of their number.
struct RowFinder<Item: Filterable> {
  private unowned let controller: ResultsController<Item>

  /// The rows of equal items, the first one last.
  private var equal: [EqualItem<Item>: [UInt32]]?

  init(_ controller: ResultsController<Item>) { self.controller = controller }

  /// The row of an item's identity, nil where there is none.
  ///
  /// - Complexity: O(1), and O(n) for the first item without a key.
  mutating func id(of item: Item) -> UInt32? {
    if let key = controller.rules.key(of: item) { return controller.id(ofKey: key, like: item) }
    return table()[controller.equalItem(item)]?.last
  }

  /// Takes note of a row that has come behind all others.
  mutating func add(_ id: UInt32, _ item: Item) {
    guard controller.rules.key(of: item) == nil else { return }
    equal?[controller.equalItem(item), default: []].insert(id, at: 0)
  }

  /// Takes note that the row that was found for an item is gone.
  mutating func remove(_ item: Item) {
    guard controller.rules.key(of: item) == nil else { return }
    _ = equal?[controller.equalItem(item)]?.popLast()
  }

  private mutating func table() -> [EqualItem<Item>: [UInt32]] {
    if let equal { return equal }
    var table: [EqualItem<Item>: [UInt32]] = [:]
    if let state = controller.state {
      for id in state.storeIDs.reversed() where controller.rules.key(of: state.rows[id]) == nil {
        table[controller.equalItem(state.rows[id]), default: []].append(id)
      }
    }
    equal = table
    return table
  }
}

extension ResultsController {
  fileprivate func equalItem(_ item: Item) -> EqualItem<Item> {
    EqualItem(item: item, rules: rules.content)
  }
}
