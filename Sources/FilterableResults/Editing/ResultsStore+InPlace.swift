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
