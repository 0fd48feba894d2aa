internal import FilterEngine

// The steps that every edit is made of. One that fails, as a filter hits a limit, has changed nothing.
extension ResultsController {
  /// Puts an item into the store and the arrangement.
  func insertRow(_ item: Item, at path: ItemPath) throws(ResultsError) {
    guard state != nil else { return }
    insertRow(item, try visibility(of: item, row: nextID), at: path)
  }

  /// The number that the next row to be inserted gets.
  var nextID: UInt32 { freeIDs.last ?? UInt32(state?.rows.count ?? 0) }

  /// Puts an item that the filters have been asked about into the store and the arrangement.
  func insertRow(_ item: Item, _ visibility: RowVisibility, at path: ItemPath) {
    let id = state?.insertIntoStore(item, as: freeIDs.popLast(), at: path) ?? 0
    if let key = rules.key(of: item) { enter(id, key) }
    let place = state?.arrange(id, visibility, rules)
    keepStamp(id, item)
    pending.insert(id, EditedRow(from: nil, to: place.flatMap { state?.shown($0) }))
  }

  /// Takes a row out of the store and the arrangement.
  func removeRow(_ id: UInt32) {
    guard let item = state?.rows[id] else { return }
    var from: EditedRow.Place?
    if let place = state?.place(of: id, rules) {
      from = state?.shown(place)
      state?.unarrange(at: place, rules)
    }
    if let place = state?.storePlace(of: id) {
      state?.store.update(place.section) { $0.tree.remove(at: place.item) }
    }
    if let key = rules.key(of: item) { index.remove(id, key) }
    stamps[id] = nil
    pending.remove(id, EditedRow(from: from, to: nil))
  }

  /// Puts other content of the same identity into a row.
  func updateRow(_ id: UInt32, _ item: Item, isForced: Bool = false) throws(ResultsError) {
    guard state != nil else { return }
    let isForced = isForced || hasNewStamp(id, item)
    let isModified = isForced || differs(id, from: item)
    // Where the caller says what counts as other content, the arrangement may still have to follow.
    guard isModified || rules.configuration.isModified != nil else {
      // It may differ in what nobody can see.
      state?.rows.update(id, item)
      pending.edit(id)
      if rules.configuration.reportsEqualReplacements { pending.forced.insert(id) }
      return
    }
    let isReported = isForced || rules.configuration.reportsEqualReplacements
    let visibility = try visibility(of: item, row: id)
    var places = state?.update(id, item, visibility, rules)
    places?.isModified = isModified || isReported
    keepStamp(id, item)
    pending.edit(id, places)
    if isReported { pending.forced.insert(id) }
  }

  /// Whether a row has other content than `item`; it is compared where it lies.
  private func differs(_ id: UInt32, from item: Item) -> Bool {
    guard let rows = state?.rows else { return false }
    return rows.withRow(id) { row in
      withUnsafePointer(to: item) { rules.content.differs(row, $0) }
    }
  }

  /// Takes a row to another place of the store, which is counted without it.
  func moveRow(_ id: UInt32, from: ItemPath, to: ItemPath) throws(ResultsError) {
    guard let item = state?.rows[id] else { return }
    let visibility = try visibility(of: item, row: id)
    state?.unarrange(id, rules)
    state?.store.update(from.section) { $0.tree.remove(at: from.item) }
    _ = state?.insertIntoStore(item, as: id, at: to)
    state?.arrange(id, visibility, rules)
    pending.edit(id)
  }

  private func enter(_ id: UInt32, _ key: FilterValue) {
    guard let rows = state?.rows else { return }
    index.insert(id, key) { rules.key(of: rows[$0]) ?? .null }
  }

  /// Enters all rows by key anew.
  func rebuildIndex() {
    index = IdentityIndex()
    guard let state, rules.configuration.identity != nil else { return }
    index.reserve(state.count)
    for id in state.storeIDs {
      if let key = rules.key(of: state.rows[id]) {
        index.insert(id, key) { rules.key(of: state.rows[$0]) ?? .null }
      }
    }
  }

  // MARK: - Stamps

  func keepStamp(_ id: UInt32, _ item: Item) {
    if let version = rules.configuration.version { stamps[id] = version.read(item) }
  }

  func hasNewStamp(_ id: UInt32, _ item: Item) -> Bool {
    guard let version = rules.configuration.version, let stamp = stamps[id] else { return false }
    return !stamp.isSameContent(as: version.read(item))
  }
}
