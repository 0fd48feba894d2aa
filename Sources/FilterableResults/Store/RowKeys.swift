internal import FilterEngine

/// The keys of rows, their free numbers and their stamps, which edits change together with a `StoreContents`.
struct RowKeys {
  /// Rows by key.
  private(set) var index: IdentityIndex

  /// Row numbers that can be used again.
  private var freeIDs: [RowID] = []

  /// The stamps of the rows whose items have one.
  private var stamps: [RowID: FilterValue] = [:]

  init(_ index: IdentityIndex = IdentityIndex()) { self.index = index }

  // MARK: - Numbers

  /// A number of a removed row, nil if there is none.
  var freeID: RowID? { freeIDs.last }

  /// Marks `freeID` as used.
  mutating func takeFreeID() { freeIDs.removeLast() }

  /// Adds the numbers of removed rows to the free ones.
  mutating func release(_ ids: [RowID]) { freeIDs += ids }

  // MARK: - Keys

  /// Inserts a row by its key; `keyOf` returns the keys of other rows.
  mutating func enter(_ id: RowID, _ key: FilterValue, keyOf: (RowID) -> FilterValue) {
    index.insert(id, key, keyOf: keyOf)
  }

  /// Removes the key and the stamp of a row.
  mutating func remove(_ id: RowID, _ key: FilterValue?) {
    if let key { index.remove(id, key) }
    if !stamps.isEmpty { stamps[id] = nil }
  }

  /// Removes all keys, and reserves capacity for others.
  mutating func removeAllKeys(reserving capacity: Int) {
    index = IdentityIndex()
    index.reserve(capacity)
  }

  // MARK: - Stamps

  /// Sets the stamp of a row.
  mutating func keep(stamp: FilterValue, of id: RowID) { stamps[id] = stamp }

  /// The stamp of a row, nil if it has none.
  func stamp(of id: RowID) -> FilterValue? { stamps[id] }

  // MARK: - Batches

  /// The state that a cancelled batch restores, without the keys, which follow from the rows.
  struct Saved {
    fileprivate let freeIDs: [RowID]
    fileprivate let stamps: [RowID: FilterValue]
  }

  func saved() -> Saved { Saved(freeIDs: freeIDs, stamps: stamps) }

  mutating func restore(_ saved: Saved) { (freeIDs, stamps) = (saved.freeIDs, saved.stamps) }
}
