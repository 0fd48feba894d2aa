public import FilterEngine

// Edits of rows by identity or key. A miss returns false, or the items that were not found.
extension ResultsController {
  /// Adds an item at the end of a section of the store, by default the last one.
  ///
  /// `section` is the index of a section of the store; -1 is the last one. Every index is the one section of a flat list,
  /// unless its rows are in sections by their keys.
  ///
  /// ```swift
  /// try results.add(Person(id: 7, name: "Ada"))
  /// ```
  ///
  /// - Throws: `noData`; `noSection`; `duplicateKey` if duplicates are refused; `limit`.
  /// - Complexity: O(log n).
  public func add(_ item: Item, toSection section: Int? = nil) throws(ResultsError) {
    let row = StoredRow(item)
    try edit { () throws(ResultsError) in try store.append(row, toSection: section) }
  }

  // MARK: - Removing

  /// Removes the row with an item's identity, hidden or visible.
  ///
  /// - Returns: False if there is no such row.
  /// - Complexity: O(log n), and O(n) for rows without a key.
  @discardableResult
  public func remove(_ item: Item) -> Bool { removeRow { id(of: item) } }

  /// Removes the row with a key, hidden or visible.
  ///
  /// ```swift
  /// results.remove(key: 7)
  /// ```
  ///
  /// - Returns: False if no row has the key.
  /// - Complexity: O(log n).
  @discardableResult
  @inlinable
  public func remove<Key: FilterValueConvertible>(key: Key) -> Bool {
    remove(value: key.filterValue) || noRow(withKeyOf: Key.filterKind) ?? false
  }

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

  /// Removes the rows with the identities of items, such as those of a group row, as one edit.
  ///
  /// - Returns: The items that have no row, in order.
  /// - Complexity: O(k log n) for k of n rows, and O(n) in addition for rows without a key.
  @discardableResult
  public func remove(_ items: some Sequence<Item>) -> [Item] {
    var unknown: [Item] = []
    try? editAll {
      var rows = RowFinder(store)
      for item in items {
        let row = StoredRow(item)
        guard let id = rows.id(of: row) else {
          unknown.append(item)
          continue
        }
        store.remove(id)
        rows.remove(row)
      }
    }
    return unknown
  }

  // MARK: - Replacing

  /// Replaces the content of the row with an item's identity.
  ///
  /// ```swift
  /// results.replace(Person(id: 7, name: "Ada King"))
  /// ```
  ///
  /// In a batch filters may be evaluated at its end, and only `failures` shows a limit.
  ///
  /// - Returns: False if there is no such row, and if a filter hits a limit: then nothing has changed and
  ///   `failures.limit` is set.
  /// - Complexity: O(log n), and O(n) for rows without a key.
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

  /// Replaces the contents of the rows with the identities of items, as one edit.
  ///
  /// - Returns: The items that have no row, in order; all items if a filter hits a limit. Then nothing has changed and
  ///   `failures.limit` is set.
  /// - Complexity: O(k log n) for k of n rows, and O(n) in addition for rows without a key.
  @discardableResult
  public func replace(_ items: some Sequence<Item>) -> [Item] {
    var unknown: [Item] = []
    do throws(ResultsError) {
      try editAll { () throws(ResultsError) in
        var rows = RowFinder(store)
        for item in items {
          guard let id = rows.id(of: item) else {
            unknown.append(item)
            continue
          }
          try store.replaceContent(id, item)
        }
        try store.settleOrThrow()
      }
    } catch {
      return Array(items)
    }
    return unknown
  }

  /// Replaces the row with the identity of `old` by one for `new`, which may have another key.
  ///
  /// If the keys differ, one row is deleted and another is inserted at its position.
  ///
  /// - Returns: False if `old` has no row.
  /// - Throws: `duplicateKey` if a third row has the key of `new` and duplicates are refused; `limit`.
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

  // MARK: - Updating in place

  /// Reads the row with a key again, after its item has changed in place, and reports it as updated.
  ///
  /// - Returns: False if no row has the key.
  /// - Throws: `limit`.
  /// - Complexity: O(log n).
  @discardableResult
  public func itemDidChange<Key: FilterValueConvertible>(
    key: Key
  ) throws(ResultsError) -> Bool {
    let (key, kind) = (key.filterValue, Key.filterKind)
    var isFound = false
    try edit { () throws(ResultsError) in
      guard let id = store.id(forKey: key), let row = store.settledState()?.rows.row(id) else {
        return
      }
      try store.update(id, row, isForced: true)
      isFound = true
    }
    return isFound || noRow(withKeyOf: kind) ?? false
  }

  /// Reads all rows again whose version stamp has changed since they were last read.
  ///
  /// - Complexity: O(n) for the stamps.
  public func reloadChangedItems() {
    try? editAll { () throws(ResultsError) in try store.reloadChangedRows() }
  }

  // MARK: - Merging and sorting

  /// Replaces the rows that the store has and adds the others at the end, as one edit. If no data is loaded, loads the
  /// items.
  ///
  /// If items have one key, the last of them counts, whatever the policy for duplicates. With `keys`, the rows of each
  /// section are sorted afterwards.
  ///
  /// - Throws: `limit`.
  /// - Complexity: O(k log n) for k of n rows without `keys`, and O(n) in addition for rows without a key; O(n log n)
  ///   with `keys`.
  public func merge(_ items: [Item], sortedBy keys: [ResultsSortKey<Item>] = [])
    throws(ResultsError)
  {
    guard store.state != nil else { return try setItems(distinct(items), sortedBy: keys) }
    try editAll { () throws(ResultsError) in
      try store.merge(items)
      if !keys.isEmpty { try store.sort(by: RowOrder(keys)) }
    }
  }

  /// For each identity the last item, at the index of the first.
  private func distinct(_ items: [Item]) -> [Item] {
    var indices: [RowIdentity: [UInt32]] = [:]
    var result: [Item] = []
    for item in items {
      let identity = RowIdentity(item, store.rules)
      if let index = indices[identity]?.first {
        result[Int(index)] = item
      } else {
        indices[identity] = [UInt32(result.count)]
        result.append(item)
      }
    }
    return result
  }

  /// Sorts the rows of each section of the store; equal rows keep their order.
  ///
  /// The order of the configuration is applied to the visible rows, whatever the order of the store.
  public func sort(by keys: [ResultsSortKey<Item>]) {
    try? edit { () throws(ResultsError) in try store.sort(by: RowOrder(keys)) }
  }

  /// Sorts the rows of each section of the store by a closure: whether an item precedes another. Equal rows keep their
  /// order.
  public func sort(by precedes: @escaping (Item, Item) -> Bool) {
    var configuration = ResultsConfiguration<Item>()
    configuration.rows.comparator = precedes
    let order = RowOrder(configuration)
    try? edit { () throws(ResultsError) in try store.sort(by: order) }
  }

  /// Makes edits of a flat list whose rows have an order, in a batch: removes rows by their keys, and inserts or
  /// replaces rows at their positions in the order. Unknown keys are ignored.
  ///
  /// - Throws: `duplicateKey` if duplicates are refused; `limit`.
  /// - Complexity: O(k log² n) for k of n rows that are removed and upserted.
  package func apply(
    removed: [FilterValue], upserted: [Item], inOrder keys: [ResultsSortKey<Item>]
  ) throws(ResultsError) {
    guard store.state != nil else { return try setItems(upserted, sortedBy: keys) }
    let order = RowOrder(keys)
    for key in removed { remove(key: key) }
    for item in upserted { try store.put(StoredRow(item), inOrder: order) }
  }
}
