internal import FilterEngine

// Unsafe: rows are given by their addresses, which are good for as long as the call.

// The steps that every edit is made of. One that fails, as a filter hits a limit, has changed nothing.
extension ResultsStore {
  /// Puts a row in at a position of the store that exists.
  ///
  /// - Throws: `limit`.
  func insert(_ row: StoredRow, key: FilterValue?, at position: StorePosition) throws(ResultsError)
  {
    if !deferred.isEmpty { settle() }
    guard settled != nil else { return }
    let visibility = try visibility(at: row.address, of: nextID)
    if canEditInPlace,
      let plan = settled?.planInsertion(of: nextID, row.address, visibility, at: position, rules),
      editInPlace(plan, row)
    {
      note(.remove(row, at: position))
      return enter(plan.id, row, key)
    }
    insert(row, key, visibility, at: position)
  }

  /// The number that the next row to be inserted gets.
  private var nextID: RowID { keys.freeID ?? RowID(settled?.rows.count ?? 0) }

  private func insert(
    _ row: StoredRow, _ key: FilterValue?, _ visibility: RowVisibility, at position: StorePosition
  ) {
    guard let id = settled?.store.insert(row, as: keys.freeID, at: position) else { return }
    let place = settled?.arrange(id, visibility, rules)
    note(.remove(row, at: position))
    enter(id, row, key)
    pending.insert(id, EditedRow(from: nil, to: place.flatMap { settled?.shown($0) }))
  }

  /// Enters a row that has come under the next number.
  private func enter(_ id: RowID, _ row: StoredRow, _ key: FilterValue?) {
    if id == keys.freeID { keys.takeFreeID() }
    if let rows = settled?.rows { enter(id, key, in: rows) }
    keepStamp(id, row.address)
  }

  /// Takes a row out.
  func remove(_ id: RowID, isIndexed: Bool = true) {
    if !deferred.isEmpty { settle() }
    guard let address = settled?.rows.address(of: id) else { return }
    let key = rules.key(at: address)
    let step = undoing(id, by: StoreStep.insert)
    defer { note(step) }
    if canEditInPlace, isIndexed, let plan = settled?.planRemoval(of: id, rules),
      editInPlace(plan, nil)
    {
      keys.release([id])
      return keys.remove(id, key)
    }
    var from: EditedRow.Place?
    if let place = settled?.place(of: id, rules) {
      from = settled?.shown(place)
      settled?.unarrange(at: place, rules)
    }
    settled?.store.remove(id)
    keys.remove(id, isIndexed ? key : nil)
    pending.remove(id, EditedRow(from: from, to: nil))
  }

  /// Puts other content of the same identity into a row.
  ///
  /// - Throws: `limit`.
  func update(_ id: RowID, _ row: StoredRow, isForced: Bool = false) throws(ResultsError) {
    if !deferred.isEmpty { settle() }
    guard let old = settled?.rows.address(of: id) else { return }
    let isForced = isForced || hasNewStamp(id, row.address)
    let isModified = isForced || rules.content.differs(old, row.address)
    let isReported = isForced || rules.reportsEqualReplacements
    // An object that was changed in place has no content to go back to.
    let isChanged = old != row.address
    let step = isChanged ? undoing(id, by: StoreStep.replace) : nil
    // Where the caller says what counts as other content, the arrangement may still have to follow.
    guard isModified || rules.content.areOwn else {
      // It may differ in what cannot be seen.
      settled?.store.update(id, row)
      if isChanged { note(step) }
      pending.edit(id)
      if isReported { pending.forced.insert(id) }
      return
    }
    let visibility = try visibility(at: row.address, of: id)
    if canEditInPlace,
      let plan = settled?.planUpdate(of: id, row.address, visibility, rules),
      editInPlace(plan, row, isModified: isModified || isReported)
    {
      if isChanged { note(step) }
      return keepStamp(id, row.address)
    }
    var places = settled?.update(id, row, visibility, rules)
    places?.isModified = isModified || isReported
    if isChanged { note(step) }
    keepStamp(id, row.address)
    pending.edit(id, places)
    if isReported { pending.forced.insert(id) }
  }

  /// Takes a row to another position of the store, which is counted without it.
  ///
  /// - Throws: `limit`.
  func move(_ id: RowID, to position: StorePosition) throws(ResultsError) {
    if !deferred.isEmpty { settle() }
    guard let address = settled?.rows.address(of: id) else { return }
    let visibility = try visibility(at: address, of: id)
    let step = undoing(id) { .move(from: position, to: $1) }
    defer { note(step) }
    settled?.unarrange(id, rules)
    settled?.store.remove(id)
    settled?.store.insert(id, at: position)
    settled?.arrange(id, visibility, rules)
    pending.edit(id)
  }

  /// Puts a row of another identity in the place of a row.
  ///
  /// - Throws: `limit`.
  func replace(_ id: RowID, with row: StoredRow, key: FilterValue?) throws(ResultsError) {
    if !deferred.isEmpty { settle() }
    // Two steps are one delivery.
    deliversAtOnce = false
    guard let position = settled?.store.position(of: id) else { return }
    let visibility = try visibility(at: row.address, of: nextID)
    remove(id)
    insert(row, key, visibility, at: position)
  }

  // MARK: Stamps

  /// Keeps the stamp of the content at `address`.
  func keepStamp(_ id: RowID, _ address: UnsafeRawPointer) {
    if let version = rules.version { keys.keep(stamp: version.read(address), of: id) }
  }

  /// Whether the stamp of the content at `address` is another than the one of the row.
  func hasNewStamp(_ id: RowID, _ address: UnsafeRawPointer) -> Bool {
    guard let version = rules.version, let stamp = keys.stamp(of: id) else { return false }
    return !stamp.isSameContent(as: version.read(address))
  }
}
