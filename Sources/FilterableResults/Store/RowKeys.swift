internal import FilterEngine

/// What is kept of rows beside their contents: the rows by key, the numbers that are free, and the stamps. The only
/// writer of these; edits change them together with a `RowStore`.
struct RowKeys {
  /// Rows by key.
  private(set) var index: IdentityIndex

  /// Row numbers that can be given again.
  private var freeIDs: [RowID] = []

  /// The stamp of every row whose item has one.
  private var stamps: [RowID: FilterValue] = [:]

  init(_ index: IdentityIndex = IdentityIndex()) { self.index = index }

  // MARK: - Numbers

  /// A number that no row has any more, nil where there is none.
  var freeID: RowID? { freeIDs.last }

  /// Takes the free number.
  mutating func takeFreeID() { freeIDs.removeLast() }

  /// Makes numbers free that no row has any more.
  mutating func release(_ ids: [RowID]) { freeIDs += ids }

  // MARK: - Keys

  /// Enters a row by its key; `keyOf` gives the keys of the rows that are there.
  mutating func enter(_ id: RowID, _ key: FilterValue, keyOf: (RowID) -> FilterValue) {
    index.insert(id, key, keyOf: keyOf)
  }

  /// Forgets key and stamp of a row.
  mutating func remove(_ id: RowID, _ key: FilterValue?) {
    if let key { index.remove(id, key) }
    if !stamps.isEmpty { stamps[id] = nil }
  }

  /// Forgets all keys, and makes room for others.
  mutating func removeAllKeys(reserving capacity: Int) {
    index = IdentityIndex()
    index.reserve(capacity)
  }

  // MARK: - Stamps

  /// Keeps the stamp of a row.
  mutating func keep(stamp: FilterValue, of id: RowID) { stamps[id] = stamp }

  /// The stamp of a row, nil where it has none.
  func stamp(of id: RowID) -> FilterValue? { stamps[id] }

  // MARK: - Batches

  /// What a batch goes back to: the keys follow from the rows.
  struct Saved {
    fileprivate let freeIDs: [RowID]
    fileprivate let stamps: [RowID: FilterValue]
  }

  func saved() -> Saved { Saved(freeIDs: freeIDs, stamps: stamps) }

  mutating func restore(_ saved: Saved) { (freeIDs, stamps) = (saved.freeIDs, saved.stamps) }
}
