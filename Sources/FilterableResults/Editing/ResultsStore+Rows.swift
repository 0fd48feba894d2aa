internal import FilterEngine

// Unsafe: rows are given by their addresses, which are good for as long as the call.

// The steps that edits consist of. A step that fails because a filter hits a limit changes nothing.
extension ResultsStore {
  /// Inserts a row at a position of the store that exists.
  ///
  /// - Throws: `limit`.
  func insert(_ row: StoredRow, key: FilterValue?, at position: StorePosition) throws(ResultsError)
  {
    insert(row, key, try visibility(at: row.address, of: nextID), at: position, isOnly: true)
  }

  /// The number that the next inserted row gets.
  private var nextID: RowID { keys.freeID ?? RowID(state?.rows.count ?? 0) }

  private func insert(
    _ row: StoredRow, _ key: FilterValue?, _ visibility: RowVisibility, at position: StorePosition,
    isOnly: Bool
  ) {
    let id = nextID
    guard let plan = state?.planInsertion(of: id, row.address, visibility, at: position, rules)
    else { return }
    make(plan, row, isOnly: isOnly)
    note(.remove(row, at: position))
    if id == keys.freeID { keys.takeFreeID() }
    if let rows = state?.rows { enter(id, key, in: rows) }
    keepStamp(id, row.address)
  }

  /// Removes a row. `isOnly` is whether the edit has no other steps.
  func remove(_ id: RowID, isIndexed: Bool = true, isOnly: Bool = true) {
    guard let address = state?.rows.address(of: id), let plan = state?.planRemoval(of: id, rules)
    else { return }
    let key = isIndexed ? rules.key(at: address) : nil
    let step = undoing(id, by: StoreStep.insert)
    make(plan, nil, isOnly: isOnly)
    keys.remove(id, key)
    note(step)
  }

  /// Replaces the content of a row by content of the same identity. `isOnly` is whether the edit has no other steps.
  ///
  /// - Throws: `limit`.
  func update(
    _ id: RowID, _ row: StoredRow, isForced: Bool = false, isOnly: Bool = true
  ) throws(ResultsError) {
    guard let old = state?.rows.address(of: id) else { return }
    let isForced = isForced || hasNewStamp(id, row.address)
    let isModified = isForced || rules.content.differs(old, row.address)
    let isReported = isForced || rules.reportsEqualReplacements
    // The old content of an object that was changed in place is not known.
    let isChanged = old != row.address
    let step = isChanged ? undoing(id, by: StoreStep.replace) : nil
    // If the caller decides which content differs, a row may move although its content does not.
    if isModified || rules.content.areOwn {
      let visibility = try visibility(at: row.address, of: id)
      guard var plan = state?.planUpdate(of: id, row.address, visibility, rules) else { return }
      plan.isModified = isModified || isReported
      make(plan, row, isOnly: isOnly, isForced: isReported)
      keepStamp(id, row.address)
    } else {
      // It may still differ in properties that are not compared.
      state?.store.update(id, row)
      follow { $0.change(id) }
      pending.edit(id)
      if isReported { pending.forced.insert(id) }
    }
    if isChanged { note(step) }
  }

  /// Moves a row to another position of the store, which is counted without it.
  ///
  /// - Throws: `limit`.
  func move(_ id: RowID, to position: StorePosition) throws(ResultsError) {
    guard let address = state?.rows.address(of: id) else { return }
    let visibility = try visibility(at: address, of: id)
    let step = undoing(id) { .move(from: position, to: $1) }
    guard let plan = state?.planMove(of: id, visibility, to: position, rules) else { return }
    make(plan, nil)
    note(step)
  }

  /// Tests a row again, and shows or hides it.
  ///
  /// - Throws: `limit`.
  func refilter(_ id: RowID) throws(ResultsError) {
    guard let address = state?.rows.address(of: id) else { return }
    let visibility = try visibility(at: address, of: id)
    if let plan = state?.planVisibility(of: id, visibility, rules) { make(plan, nil) }
  }

  /// Replaces a row by a row of another identity.
  ///
  /// - Throws: `limit`.
  func replace(_ id: RowID, with row: StoredRow, key: FilterValue?) throws(ResultsError) {
    guard let position = state?.store.position(of: id) else { return }
    let visibility = try visibility(at: row.address, of: nextID)
    // Both steps are one delivery.
    remove(id, isOnly: false)
    insert(row, key, visibility, at: position, isOnly: false)
  }

  // MARK: Stamps

  /// Stores the stamp of the content at `address`.
  func keepStamp(_ id: RowID, _ address: UnsafeRawPointer) {
    if let version = rules.version { keys.keep(stamp: version.read(address), of: id) }
  }

  /// Whether the stamp of the content at `address` differs from that of the row.
  func hasNewStamp(_ id: RowID, _ address: UnsafeRawPointer) -> Bool {
    guard let version = rules.version, let stamp = keys.stamp(of: id) else { return false }
    return !stamp.isSameContent(as: version.read(address))
  }
}
