public import FilterEngine

// Places count in the store, where a flat list is one section.
extension ResultsController {
  /// Adds an item at the end of a section, by default the last one, which -1 stands for too.
  ///
  /// - Throws: `noData`; `noSection`; `duplicateKey` where duplicates are refused.
  public func add(_ item: Item, toSection section: Int? = nil) throws(ResultsError) {
    let row = StoredRow(item)
    try edit { () throws(ResultsError) in try store.append(row, toSection: section) }
  }

  /// Puts an item in at a place, which may be the end of a section.
  ///
  /// - Throws: `noData`; `noPosition`; `duplicateKey` where duplicates are refused.
  public func insert(_ item: Item, at position: StorePosition) throws(ResultsError) {
    let row = StoredRow(item)
    try edit { () throws(ResultsError) in try store.insert(row, at: position) }
  }

  /// Removes the row of an item's identity; false where there is none.
  @discardableResult
  public func remove(_ item: Item) -> Bool { removeRow { id(of: item) } }

  /// Removes the row of a key; false where there is none.
  @discardableResult
  @inlinable
  public func remove(key: some FilterValueConvertible) -> Bool { remove(value: key.filterValue) }

  @usableFromInline
  func remove(value key: FilterValue) -> Bool { removeRow { store.id(forKey: key) } }

  private func removeRow(_ find: () -> RowID?) -> Bool {
    var isFound = false
    try? edit {
      guard let id = find() else { return }
      store.remove(id)
      isFound = true
    }
    return isFound
  }

  /// Removes the rows of items, such as those of a group row, as one edit, and gives their number.
  ///
  /// - Complexity: O(k log n) for k of n rows, and O(n) besides for rows without a key.
  @discardableResult
  public func remove(_ items: some Sequence<Item>) -> Int {
    var count = 0
    try? editAll {
      var rows = RowFinder(store)
      for item in items {
        let row = StoredRow(item)
        guard let id = rows.id(of: row) else { continue }
        store.remove(id)
        rows.remove(row)
        count += 1
      }
    }
    return count
  }

  /// Removes the row at a place.
  ///
  /// - Throws: `noData`; `noPosition`.
  public func remove(at position: StorePosition) throws(ResultsError) {
    try edit { () throws(ResultsError) in store.remove(try store.id(at: position)) }
  }

  /// Puts an item in the place of the row of its identity; false where there is none, and where a filter hits a
  /// limit, which `failures.limit` has then. In a batch filters may be asked later, and only `failures` shows a limit.
  @discardableResult
  public func replace(_ item: Item) -> Bool {
    var isFound = false
    try? edit(gathers: true) { () throws(ResultsError) in
      guard let id = withUnsafePointer(to: item, { store.id(at: $0) }) else { return }
      try store.replaceContent(id, item)
      isFound = true
    }
    return isFound && !store.hasHitLimit
  }

  /// Puts items in the places of the rows of their identities, as one edit, and gives the number of rows that were
  /// replaced; other items are left out. Where a filter hits a limit none is, and `failures.limit` is set.
  ///
  /// - Complexity: O(k log n) for k of n rows, and O(n) besides for rows without a key.
  @discardableResult
  public func replace(_ items: some Sequence<Item>) -> Int {
    var count = 0
    do throws(ResultsError) {
      try editAll { () throws(ResultsError) in
        var rows = RowFinder(store)
        for item in items {
          guard let id = rows.id(of: item) else { continue }
          try store.replaceContent(id, item)
          count += 1
        }
        try store.settleOrThrow()
      }
    } catch {
      return 0
    }
    return count
  }

  /// Puts `new` in the place of the row of `old`; false where there is none. Their keys may differ:
  /// then one row is deleted and another one inserted.
  ///
  /// - Throws: `duplicateKey` where `new` has the key of a third row and duplicates are refused.
  @discardableResult
  public func replace(_ old: Item, with new: Item) throws(ResultsError) -> Bool {
    var isFound = false
    try edit { () throws(ResultsError) in
      guard let id = id(of: old) else { return }
      try store.replace(id, with: StoredRow(new))
      isFound = true
    }
    return isFound
  }

  /// Puts an item in the place of the row at a place.
  ///
  /// - Throws: `noData`; `noPosition`; `duplicateKey` as above.
  public func replace(at position: StorePosition, with item: Item) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      try store.replace(try store.id(at: position), with: StoredRow(item))
    }
  }

  /// Takes the row at a place to another one, which is counted after it has been taken out.
  ///
  /// - Throws: `noData`; `noPosition`.
  public func move(from: StorePosition, to: StorePosition) throws(ResultsError) {
    try edit { () throws(ResultsError) in try store.move(from: from, to: to) }
  }

  /// Replaces rows that are known and adds the others at the end, as one edit; loads the items where
  /// there is no data yet. Of items with one key the last counts, whatever the policy for duplicates.
  ///
  /// With `keys` new rows of a section take their places among rows ordered by them, and the rows of
  /// each section are put into this order first.
  ///
  /// - Complexity: O(k log n) for k of n rows without `keys`, and O(n) besides for rows without a key; O(n log n) with `keys`.
  public func merge(_ items: [Item], sortedBy keys: [SortKey<Item>] = []) throws(ResultsError) {
    guard isLoaded else {
      let items = distinct(items)
      guard keys.isEmpty else { return try setItems(items, sortedBy: keys) }
      return try setItems(items)
    }
    try editAll { () throws(ResultsError) in
      try store.merge(items)
      if !keys.isEmpty { try store.sort(by: RowOrder(keys)) }
    }
  }

  /// Of items with one identity the last, in the place of the first.
  private func distinct(_ items: [Item]) -> [Item] {
    var places: [RowIdentity: Int] = [:]
    var result: [Item] = []
    for item in items {
      if let place = places.updateValue(result.count, forKey: RowIdentity(item, store.rules)) {
        places[RowIdentity(item, store.rules)] = place
        result[place] = item
      } else {
        result.append(item)
      }
    }
    return result
  }

  /// Puts the rows of each section of the store into an order.
  public func sort(by keys: [SortKey<Item>]) {
    try? edit { () throws(ResultsError) in
      try store.sort(by: RowOrder(keys))
    }
  }

  /// Reads a row again whose item has changed in place, and reports it as updated.
  ///
  /// - Throws: `noKey`.
  public func itemDidChange(key: some FilterValueConvertible) throws(ResultsError) {
    let key = key.filterValue
    try edit { () throws(ResultsError) in
      guard let id = store.id(forKey: key), let row = store.settledState()?.rows.row(id) else {
        throw .noKey(key)
      }
      try store.update(id, row, isForced: true)
    }
  }

  /// Reads all rows again whose version stamp has changed.
  ///
  /// - Complexity: O(n) for the stamps.
  public func reloadChangedItems() {
    try? editAll { () throws(ResultsError) in try store.reloadChangedRows() }
  }
}
