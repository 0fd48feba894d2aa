internal import FilterEngine

/// Finds the rows of many items, one after another.
///
/// Rows without a key are found by content in a table, which the first item without a key creates: a search of all
/// rows for each item would be quadratic.
struct RowFinder {
  private let store: ResultsStore

  /// The rows of equal items, in reverse order.
  private var equal: [RowIdentity: [RowID]]?

  init(_ store: ResultsStore) { self.store = store }

  /// The row with the identity of an item; nil if there is none.
  ///
  /// - Complexity: O(1), and O(n) for the first item without a key.
  mutating func id<Item>(of item: Item) -> RowID? {
    // A key that is compared by its words is read in place.
    if store.rules.keyColumn != nil { return withUnsafePointer(to: item) { store.id(at: $0) } }
    return id(of: StoredRow(item))
  }

  /// The row with the identity of a row; nil if there is none.
  mutating func id(of row: StoredRow) -> RowID? {
    if let key = store.rules.key(at: row.address) { return store.id(ofKey: key, like: row.address) }
    return table()[equalRow(row)]?.last
  }

  /// Adds a row that was appended.
  mutating func add(_ id: RowID, _ row: StoredRow) {
    guard equal != nil, store.rules.key(at: row.address) == nil else { return }
    let key = equalRow(row)
    equal?[key, default: []].insert(id, at: 0)
  }

  /// Removes the row that was found for an item.
  mutating func remove(_ row: StoredRow) {
    guard equal != nil, store.rules.key(at: row.address) == nil else { return }
    let key = equalRow(row)
    _ = equal?[key]?.popLast()
  }

  private func equalRow(_ row: StoredRow) -> RowIdentity {
    .equal(EqualRow(address: row.address, owner: row, rules: store.rules))
  }

  private mutating func table() -> [RowIdentity: [RowID]] {
    if let equal { return equal }
    var table: [RowIdentity: [RowID]] = [:]
    if let state = store.settledState() {
      for id in state.store.ids.reversed() {
        let row = state.rows.row(id)
        if store.rules.key(at: row.address) == nil { table[equalRow(row), default: []].append(id) }
      }
    }
    equal = table
    return table
  }
}
