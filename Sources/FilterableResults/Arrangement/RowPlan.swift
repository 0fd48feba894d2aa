internal import FilterEngine

// Unsafe: new content is read at its address, which is good for as long as the call.

/// What an edit of one row does to a state whose sections stay as they are, found before anything is changed.
struct RowPlan {
  let id: RowID

  /// Where the arrangement has the row, nil for a new one.
  let from: RowPlace?

  /// Where the arrangement will have it, counted without the row; nil for one that goes.
  let to: RowPlace?

  /// The position in the store of a row that comes or goes.
  var position: StorePosition?

  /// The label of a row that comes.
  var label: UInt64?

  /// The key of a row that stays where it is and has another key than before.
  var newKey: UInt128?

  /// Whether the row stays where it is.
  var stays: Bool {
    guard let from, let to else { return false }
    return from.section == to.section && from.index == to.index
  }
}

// MARK: - Finding

// None of these finds a plan where a section would come, go or move, or be shown or hidden.
extension ResultsState {
  /// What it takes to put other content into a row.
  func planUpdate(
    of id: RowID, _ row: UnsafeRawPointer, _ visibility: RowVisibility, _ rules: ResultsRules
  ) -> RowPlan? {
    guard showsAllSections(rules), let from = place(of: id, rules) else { return nil }
    var section = from.section
    if let reader = rules.section {
      // The first row may decide about the place of its section.
      guard from.index > 0,
        let found = position(ofSection: rules.numbers.number(of: reader.read(row)), rules)
      else { return nil }
      section = found
    }
    let pivot = rules.order.pivot(row, label: rows.label(id))
    var plan: RowPlan
    if section == from.section, isBetweenNeighbours(pivot, at: from, rules) {
      var to = from
      to.visibility = visibility
      plan = RowPlan(id: id, from: from, to: to)
      if pivot.key != rules.order.key(of: id, in: rows) { plan.newKey = pivot.key }
    } else {
      guard let to = place(for: pivot, visibility, inSection: section, without: from, rules) else {
        return nil
      }
      plan = RowPlan(id: id, from: from, to: to)
    }
    let isStillShown = section == from.section && visibility == .shown
    return isStillShown || staysShown(without: from, rules) ? plan : nil
  }

  /// What it takes to put a row in at a position of the store that exists.
  func planInsertion(
    of id: RowID, _ row: UnsafeRawPointer, _ visibility: RowVisibility, at position: StorePosition,
    _ rules: ResultsRules
  ) -> RowPlan? {
    guard showsAllSections(rules), let label = store.label(at: position) else { return nil }
    var to: RowPlace?
    if let reader = rules.section {
      guard
        let section = self.position(ofSection: rules.numbers.number(of: reader.read(row)), rules)
      else { return nil }
      let pivot = rules.order.pivot(row, label: label)
      to = place(for: pivot, visibility, inSection: section, without: nil, rules)
    } else if rules.order.isStoreOrder {
      let rank = arranged.withSection(at: position.section) {
        $0.tree.shownRank(of: position.offset)
      }
      to = RowPlace(
        section: position.section, index: position.offset, rank: rank, visibility: visibility)
    } else {
      let pivot = rules.order.pivot(row, label: label)
      to = place(for: pivot, visibility, inSection: position.section, without: nil, rules)
    }
    return to.map { RowPlan(id: id, from: nil, to: $0, position: position, label: label) }
  }

  /// What it takes to remove a row.
  func planRemoval(of id: RowID, _ rules: ResultsRules) -> RowPlan? {
    guard showsAllSections(rules), let from = place(of: id, rules),
      rules.section == nil || from.index > 0, staysShown(without: from, rules)
    else { return nil }
    // The arrangement of an unsorted list is that of the store.
    let isStoreOrder = rules.section == nil && rules.order.isStoreOrder
    let position =
      isStoreOrder
      ? StorePosition(section: from.section, offset: from.index) : store.position(of: id)
    return position.map { RowPlan(id: id, from: from, to: nil, position: $0) }
  }

  /// Where a row belongs in a section; nil where it would be the first one and the section might move.
  private func place(
    for pivot: RowOrder.Pivot, _ visibility: RowVisibility, inSection section: Int,
    without from: RowPlace?, _ rules: ResultsRules
  ) -> RowPlace? {
    var (index, rank) = arranged.withSection(at: section) {
      lowerBound(of: pivot, in: $0.tree, rules)
    }
    if let from, from.section == section, index > from.index {
      index -= 1
      if from.visibility == .shown { rank -= 1 }
    }
    guard rules.section == nil || index > 0 else { return nil }
    return RowPlace(section: section, index: index, rank: rank, visibility: visibility)
  }

  /// Whether index paths count all sections.
  private func showsAllSections(_ rules: ResultsRules) -> Bool {
    keepsEmptySections(rules) || arranged.totals.withShown == arranged.count
  }

  /// Whether the section of a row is still shown when the row is not shown there.
  private func staysShown(without row: RowPlace, _ rules: ResultsRules) -> Bool {
    row.visibility != .shown || keepsEmptySections(rules)
      || arranged.withSection(at: row.section) { $0.tree.shownCount > 1 }
  }

  /// Whether a section without a row that is shown is shown.
  func keepsEmptySections(_ rules: ResultsRules) -> Bool {
    rules.keepsEmpty || (store.isFlat && rules.section == nil)
  }
}

// MARK: - Applying

extension ResultsState {
  /// Makes the edit; `row` is the content of a row that comes or has other content.
  mutating func apply(_ plan: RowPlan, _ row: StoredRow?, _ rules: ResultsRules) {
    if let row, let label = plan.label, let position = plan.position {
      store.insert(row, as: plan.id, label: label, at: position)
    } else if let position = plan.position {
      store.remove(at: position)
    } else if let row {
      store.update(plan.id, row)
    }
    if plan.stays {
      retouch(plan)
    } else {
      arranged.move(plan.id, from: plan.from, to: plan.to) { [rows] in
        rules.order.key(of: $0, in: rows)
      }
    }
  }

  /// Follows a row that stays where it is.
  private mutating func retouch(_ plan: RowPlan) {
    guard let from = plan.from, let to = plan.to,
      plan.newKey != nil || from.visibility != to.visibility
    else { return }
    arranged.update(to.section) {
      if let key = plan.newKey { $0.tree.setKey(key, ofRowAt: to.index) }
      $0.tree.set(to.visibility, at: to.index)
    }
  }
}

extension SectionTree {
  /// Takes a row from one place to another, which is counted without it; nil for nowhere.
  mutating func move(_ id: RowID, from: RowPlace?, to: RowPlace?, key: RowTree.Key) {
    if let from, let to, from.section == to.section {
      return update(from.section) {
        $0.tree.remove(at: from.index, key: key)
        $0.tree.insert(id, to.visibility, at: to.index, key: key)
      }
    }
    if let from { update(from.section) { $0.tree.remove(at: from.index, key: key) } }
    if let to {
      update(to.section) { $0.tree.insert(id, to.visibility, at: to.index, key: key) }
    }
  }
}
