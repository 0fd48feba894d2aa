/// An edit of one row that was made in the version that was delivered last: what it changes for those who see it.
struct InPlaceEdit {
  let changes: Changeset
  let old: UndoneSnapshot
}

// Versions share what they have in common, so that an edit copies what it changes. The version that was delivered
// last is given up instead where nobody else holds it: then there is nothing to copy. Who asks for what was shown
// before the edit gets it by undoing the edit.
extension ResultsStore {
  /// Whether an edit of one row may be made in the version that was delivered last, if nobody else holds that.
  var canEditInPlace: Bool {
    deliversAtOnce && inPlace == nil && pending.extent == .nothing && !isInBatch
      && rules.identity != nil && !rules.showsGroupRows && !rules.reloadsFromEmpty
      && delivered.rules === rules && delivered.shown?.shown?.collapsed.isNone == true
  }

  /// Makes an edit in the version that was delivered last; false where somebody else holds that.
  func editInPlace(_ plan: RowPlan, _ row: StoredRow?, isModified: Bool = false) -> Bool {
    guard isKnownUniquelyReferenced(&delivered), delivered.isAlone else { return false }
    let edit = ShownEdit(
      id: plan.id, from: plan.from, to: plan.to, row: settled?.rows.ownRow(plan.id),
      prefix: rules.order.prefix)
    // From here to where the version is there again nothing is called that is not ours.
    releaseReference()
    delivered.clear()
    settled?.apply(plan, row, rules)
    guard let settled else { return false }
    let shown = SnapshotStorage(settled, rules, collapsed: CollapsedSections())
    delivered.set(settled, shown)
    inPlace = InPlaceEdit(
      changes: Changeset(
        from: plan.from?.shownPath, to: plan.to?.shownPath, isModified: isModified),
      old: UndoneSnapshot(edit, before: shown))
    return true
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
