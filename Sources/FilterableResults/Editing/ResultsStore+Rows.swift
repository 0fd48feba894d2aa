internal import FilterEngine

// Unsafe: rows are given by their addresses, which are good for as long as the call.

// The steps that edits consist of. A step that fails because a filter hits a limit changes nothing. Each step records
// the step that undoes it, whose position is read before the change.
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

  /// The visibility that a row gets with the content at `address`.
  ///
  /// - Throws: `limit`.
  private func visibility(
    at address: UnsafeRawPointer, of id: RowID
  ) throws(ResultsError) -> RowVisibility {
    try verdicts.visibility(at: address, of: id, rules, inBatch: isInBatch)
  }

  // MARK: Steps that undo

  /// Records that the contents have changed, with the step that undoes the change.
  func note(_ step: @autoclosure () -> StoreStep?) {
    contentNumber &+= 1
    if log != nil, let step = step() { log?.record(step) }
  }

  /// The step that undoes the next edit of a row; nil if edits are not recorded.
  func undoing(
    _ id: RowID, by step: (StoredRow, StorePosition) -> StoreStep
  ) -> StoreStep? {
    guard log != nil, let store = state?.store, let position = store.position(of: id) else {
      return nil
    }
    return step(store.rows.row(id), position)
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

// Versions share what they have in common, so that an edit copies what it changes. The version that was delivered
// last is overwritten instead if nothing else holds it, so that nothing is copied. The snapshot before the edit is then
// made by undoing the edit.
extension ResultsStore {
  /// Carries out a plan, in the version that was delivered last if nothing else holds it, and otherwise in a copy that
  /// is delivered later.
  ///
  /// - Parameters:
  ///   - row: The content of a row that is inserted or has other content.
  ///   - isOnly: Whether the edit has no other steps.
  ///   - isForced: Whether the row is reported as updated even if its content does not differ.
  func make(_ plan: RowPlan, _ row: StoredRow?, isOnly: Bool = true, isForced: Bool = false) {
    var plan = plan
    if isCounted { follow(plan) }
    guard isOnly, plan.keepsSections, !isInBatch, canWriteToShown, hasKey(plan) else {
      state?.apply(&plan, row, rules)
      pending.record(plan)
      if isForced { pending.forced.insert(plan.id) }
      return
    }
    let edit = ShownEdit(
      id: plan.id, from: plan.from, to: plan.to, row: state?.rows.ownRow(plan.id),
      prefix: rules.order.prefix)
    writeToShown(undoneBy: .row(edit)) {
      $0.apply(&plan, row, rules)
    } changes: { _, _ in
      plan.changes
    }
    if plan.isRemoval { keys.release([plan.id]) }
  }

  /// Records the change of a plan that was not carried out yet.
  private func follow(_ plan: RowPlan) {
    let section = plan.from.flatMap { state?.arranged.id(at: $0.section) }
    follow { changes in
      switch (plan.position, plan.newPosition) {
      case (nil, _?): changes.insert(plan.id)
      case (_?, nil): changes.remove(plan.id, from: section)
      default: changes.change(plan.id, leaving: section)
      }
    }
  }

  /// Carries out a plan at the end of a batch without other edits, in the version that was delivered last; false if
  /// something else holds that version.
  func makeInShown(_ plan: ContentPlan) -> Bool {
    guard plan.turned.isEmpty, canWriteToShown else { return false }
    let reported = plan.reported(rules)
    let old = plan.places.map { (plan.ids[$0], state?.rows.ownRow(plan.ids[$0])) }
    writeToShown(undoneBy: .contents(old)) {
      $0.apply(plan, rules)
    } changes: { state, shown in
      var changes = Changeset()
      changes.updatedItems = state.updates(of: reported, in: shown, rules)
      return changes
    }
    return true
  }

  /// Whether an edit can be made in the version that was delivered last: it is delivered at once, to observers for whom
  /// the plan knows the whole change, and nothing else holds that version.
  private var canWriteToShown: Bool {
    gate.deliversAtOnce && pending.isEmpty
      && rules.identity != nil && !rules.showsGroupRows && !rules.reloadsFromEmpty
      && delivered.rules === rules && delivered.shown?.shown?.collapsed.isNone == true
      && isKnownUniquelyReferenced(&delivered) && delivered.isAlone
  }

  /// Whether the row that a plan moves has a key: one without may move past rows that equal it, which changes nothing.
  private func hasKey(_ plan: RowPlan) -> Bool {
    guard plan.from != nil, plan.to != nil, !plan.stays, let address = address(of: plan.id) else {
      return true
    }
    return rules.key(at: address) != nil
  }

  /// Writes to the version that was delivered last, which nothing else holds.
  private func writeToShown(
    undoneBy undoing: UndoneSnapshot.Edit, _ write: (inout ResultsState) -> Void,
    changes: (ResultsState, SnapshotStorage) -> Changeset
  ) {
    // No code of the caller runs until the version is set again.
    let numbers = delivered.shown?.summary
    delivered.clear()
    if var state = state.take() {
      write(&state)
      self.state = state
    }
    guard let state else { return }
    let shown = SnapshotStorage(state, rules, collapsed: CollapsedSections())
    delivered.set(state, shown)
    let before = UndoneSnapshot(
      undoing, before: shown, summary: numbers, changes: changes(state, shown))
    pending.show(before)
    shown.setSummary(summary())
  }
}
