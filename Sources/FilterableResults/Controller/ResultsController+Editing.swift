public import FilterEngine

// Places count in the store, where a flat list is one section.
extension ResultsController {
  /// Adds an item at the end of a section, by default the last one, which -1 stands for too.
  ///
  /// - Throws: `noData`; `noSection`; `duplicateKey` where duplicates are refused.
  public func add(_ item: Item, toSection section: Int? = nil) throws(ResultsError) {
    try edit { () throws(ResultsError) in try append(item, toSection: section) }
  }

  private func append(_ item: Item, toSection section: Int?) throws(ResultsError) {
    guard let state else { throw .noData }
    let last = max(0, state.store.count - 1)
    // The one section of a flat list is every section.
    let number = state.isFlat || section == -1 ? last : section ?? last
    guard state.store.indices.contains(number) else { throw .noSection(number) }
    try insertNew(item, at: ItemPath(section: number, item: state.store[number].tree.count))
  }

  /// Puts an item in at a place, which may be the end of a section.
  ///
  /// - Throws: `noData`; `noPlace`; `duplicateKey` where duplicates are refused.
  public func insert(_ item: Item, at path: ItemPath) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      guard let state else { throw .noData }
      guard state.store.indices.contains(path.section), path.item >= 0,
        path.item <= state.store[path.section].tree.count
      else { throw .noPlace(path) }
      try insertNew(item, at: path)
    }
  }

  /// Inserts an item, or does what is to be done with duplicates.
  private func insertNew(_ item: Item, at path: ItemPath) throws(ResultsError) {
    guard let key = rules.key(of: item), let known = id(ofKey: key, like: item) else {
      return try insertRow(item, at: path)
    }
    duplicateKeys.append(key)
    switch rules.configuration.duplicates {
    case .first: return
    case .last: try updateRow(known, item)
    case .refuse: throw .duplicateKey(key)
    }
  }

  /// Removes the row of an item's identity; nothing where there is none.
  public func remove(_ item: Item) { try? edit { if let id = id(of: item) { removeRow(id) } } }

  /// Removes the row of a key; nothing where there is none.
  public func remove(key: FilterValue) {
    try? edit { if let id = id(forKey: key) { removeRow(id) } }
  }

  /// Removes the rows of items, such as those of a group row, as one edit.
  ///
  /// - Complexity: O(k log n) for k of n rows, and O(n) besides for rows without a key.
  public func remove(_ items: some Sequence<Item>) {
    try? editAll {
      var rows = RowFinder(self)
      for item in items {
        guard let id = rows.id(of: item) else { continue }
        removeRow(id)
        rows.remove(item)
      }
    }
  }

  /// Removes the row at a place.
  ///
  /// - Throws: `noData`; `noPlace`.
  public func remove(at path: ItemPath) throws(ResultsError) {
    try edit { () throws(ResultsError) in removeRow(try row(at: path)) }
  }

  /// Puts an item in the place of the row of its identity; nothing where there is none.
  public func replace(_ item: Item) {
    try? edit { () throws(ResultsError) in
      if let id = id(of: item) { try updateRow(id, item) }
    }
  }

  /// Puts items in the places of the rows of their identities, as one edit; others are ignored.
  ///
  /// - Complexity: O(k log n) for k of n rows, and O(n) besides for rows without a key.
  public func replace(_ items: some Sequence<Item>) {
    try? editAll { () throws(ResultsError) in
      var rows = RowFinder(self)
      for item in items {
        if let id = rows.id(of: item) { try updateRow(id, item) }
      }
    }
  }

  /// Puts `new` in the place of the row of `old`; nothing where there is none. Their keys may differ:
  /// then one row goes and another one comes.
  ///
  /// - Throws: `duplicateKey` where `new` has the key of a third row and duplicates are refused.
  public func replace(_ old: Item, with new: Item) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      if let id = id(of: old) { try replaceRow(id, with: new) }
    }
  }

  /// Puts an item in the place of the row at a place.
  ///
  /// - Throws: `noData`; `noPlace`; `duplicateKey` as above.
  public func replace(at path: ItemPath, with item: Item) throws(ResultsError) {
    try edit { () throws(ResultsError) in try replaceRow(try row(at: path), with: item) }
  }

  private func replaceRow(_ id: UInt32, with item: Item) throws(ResultsError) {
    guard let state, let place = state.storePlace(of: id) else { return }
    let key = rules.key(of: item)
    let isSameRow =
      key == rules.key(of: state.rows[id])
      && RowType(item) == RowType(state.rows[id])
    if isSameRow { return try updateRow(id, item) }
    if let key, let known = self.id(ofKey: key, like: item) {
      duplicateKeys.append(key)
      switch rules.configuration.duplicates {
      case .first: return
      case .refuse: throw .duplicateKey(key)
      case .last:
        try updateRow(known, item)
        return removeRow(id)
      }
    }
    let visibility = try visibility(of: item, row: nextID)
    removeRow(id)
    insertRow(item, visibility, at: place)
  }

  /// Takes the row at a place to another one, which is counted after it has been taken out.
  ///
  /// - Throws: `noData`; `noPlace`.
  public func move(from: ItemPath, to: ItemPath) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      let id = try row(at: from)
      guard let store = state?.store, store.indices.contains(to.section), to.item >= 0,
        to.item <= store[to.section].tree.count - (from.section == to.section ? 1 : 0)
      else { throw .noPlace(to) }
      if from != to { try moveRow(id, from: from, to: to) }
    }
  }

  /// Replaces rows that are known and adds the others at the end, as one edit; loads the items where
  /// there is no data yet. Of items with one key the last counts, whatever the policy for duplicates.
  ///
  /// With `keys` new rows of a section take their places among rows ordered by them, and the rows of
  /// each section are put into this order first.
  ///
  /// - Complexity: O(k log n) for k of n rows without `keys`, and O(n) besides for rows without a key; O(n log n) with `keys`.
  public func merge(_ items: [Item], sortedBy keys: [SortKey] = []) throws(ResultsError) {
    guard state != nil else {
      let items = distinct(items)
      guard keys.isEmpty else { return try setItems(items, sortedBy: keys) }
      return try setItems(items)
    }
    try editAll { () throws(ResultsError) in
      var rows = RowFinder(self)
      for item in items {
        if let id = rows.id(of: item) {
          try updateRow(id, item)
        } else {
          try append(item, toSection: nil)
          if let row = state?.lastRow { rows.add(row, item) }
        }
      }
      if !keys.isEmpty { try sortStore(RowOrder(keys)) }
    }
  }

  /// Of items with one identity the last, in the place of the first.
  private func distinct(_ items: [Item]) -> [Item] {
    var places: [RowIdentity<Item>: Int] = [:]
    var result: [Item] = []
    for item in items {
      if let place = places.updateValue(result.count, forKey: RowIdentity(item, rules)) {
        places[RowIdentity(item, rules)] = place
        result[place] = item
      } else {
        result.append(item)
      }
    }
    return result
  }

  /// Puts the rows of each section of the store into an order.
  public func sort(by keys: [SortKey]) {
    try? edit { () throws(ResultsError) in try sortStore(RowOrder(keys)) }
  }

  func sortStore(_ order: RowOrder<Item>) throws(ResultsError) {
    guard var next = state else { return }
    for section in next.store.indices {
      let ids = next.store[section].tree.ids
      let sorted = order.sorted(ids, in: next.rows)
      if sorted != ids { next.store.update(section) { $0.tree = RowTree(hidden: sorted) } }
    }
    next.relabel(next.storeIDs)
    try rearrange(next)
  }

  /// Looks again at a row whose item has changed in place, and reports it as updated.
  ///
  /// - Throws: `noKey`.
  public func touch(key: FilterValue) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      guard let id = id(forKey: key), let item = state?.rows[id] else { throw .noKey(key) }
      try updateRow(id, item, isForced: true)
    }
  }

  /// Looks again at all rows whose version stamp has changed.
  public func touchChanged() {
    try? editAll { () throws(ResultsError) in
      guard let state else { return }
      for id in state.storeIDs where hasNewStamp(id, state.rows[id]) {
        try updateRow(id, state.rows[id], isForced: true)
      }
    }
  }

  private func row(at path: ItemPath) throws(ResultsError) -> UInt32 {
    guard let state else { throw .noData }
    guard let id = state.id(at: path) else { throw .noPlace(path) }
    return id
  }
}
