/// An edit that was made in the version that was delivered last: what it changes for those who see it.
struct InPlaceEdit {
  let changes: Changeset
  let old: UndoneSnapshot
}

// Versions share what they have in common, so that an edit copies what it changes. The version that was delivered
// last is given up instead where nothing else holds it: then there is nothing to copy. Who asks for what was shown
// before the edit gets it by undoing the edit.
extension ResultsStore {
  /// Whether an edit of one row may be made in the version that was delivered last, if nothing else holds that.
  var canEditInPlace: Bool { !isInBatch && canWriteToShown }

  /// The same of the contents that rows have at the end of a batch.
  var canReplaceInPlace: Bool { isEndingBatch && canWriteToShown }

  private var canWriteToShown: Bool {
    deliversAtOnce && inPlace == nil && pending.extent == .nothing
      && rules.identity != nil && !rules.showsGroupRows && !rules.reloadsFromEmpty
      && delivered.rules === rules && delivered.shown?.shown?.collapsed.isNone == true
  }

  /// Makes an edit in the version that was delivered last; false where something else holds that.
  func editInPlace(_ plan: RowPlan, _ row: StoredRow?, isModified: Bool = false) -> Bool {
    guard isKnownUniquelyReferenced(&delivered), delivered.isAlone else { return false }
    let edit = ShownEdit(
      id: plan.id, from: plan.from, to: plan.to, row: settled?.rows.ownRow(plan.id),
      prefix: rules.order.prefix)
    let changes = Changeset(
      from: plan.from?.shownPath, to: plan.to?.shownPath, isModified: isModified)
    writeToShown(undoneBy: .row(edit)) {
      $0.apply(plan, row, rules)
    } changes: { _, _ in
      changes
    }
    return true
  }

  /// Puts other contents into rows that stay where they are in the version that was delivered last, at the end of a
  /// batch without other edits; false where something else holds that version.
  ///
  /// `reported` are the rows that count as changed.
  func replaceInShown(
    _ ids: [RowID], _ contents: [StoredRow], at places: [Int], reported: RowSet
  ) -> Bool {
    guard isKnownUniquelyReferenced(&delivered), delivered.isAlone else { return false }
    let old = ownContents(of: ids, at: places)
    noteContents(of: ids, at: places)
    writeToShown(undoneBy: .contents(old)) {
      $0.store.update(ids, contents, at: places)
    } changes: { state, shown in
      var changes = Changeset()
      changes.updatedItems = state.updates(of: reported, in: shown, rules)
      return changes
    }
    return true
  }

  /// The contents that rows have by themselves.
  private func ownContents(of ids: [RowID], at places: [Int]) -> [(id: RowID, row: StoredRow?)] {
    guard let rows = settled?.rows else { return [] }
    return places.map { (ids[$0], rows.ownRow(ids[$0])) }
  }

  /// Writes to the version that was delivered last, which nothing else holds.
  private func writeToShown(
    undoneBy undoing: UndoneSnapshot.Edit, _ write: (inout ResultsState) -> Void,
    changes: (ResultsState, SnapshotStorage) -> Changeset
  ) {
    // From here to where the version is there again nothing is called that is not ours.
    releaseReference()
    delivered.clear()
    if var state = settled.take() {
      write(&state)
      settled = state
    }
    guard let settled else { return }
    let shown = SnapshotStorage(settled, rules, collapsed: CollapsedSections())
    delivered.set(settled, shown)
    inPlace = InPlaceEdit(
      changes: changes(settled, shown), old: UndoneSnapshot(undoing, before: shown))
  }
}

extension RowPlace {
  /// The index path where all sections are shown, nil where the row is not.
  fileprivate var shownPath: ItemPath? {
    visibility == .shown ? ItemPath(section: section, item: rank) : nil
  }
}

extension Changeset {
  /// What one row changes where no section comes, goes or moves; nil where the row is not shown.
  fileprivate init(from: ItemPath?, to: ItemPath?, isModified: Bool) {
    self.init()
    guard let from, let to else {
      if let from { deletedItems = [from] }
      if let to { insertedItems = [to] }
      return
    }
    let pair = ItemPair(from: from, to: to)
    if from != to { movedItems = [pair] }
    if isModified { updatedItems = [pair] }
  }
}
