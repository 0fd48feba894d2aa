internal import FilterEngine

/// Where an arrangement has a row.
struct RowPlace: Sendable {
  /// The index of the section among all sections.
  var section: Int

  /// The index of the row among all rows of the section.
  let index: Int

  /// The number of visible rows of the section before it.
  let rank: Int
  var visibility: RowVisibility
}

/// An edit of one row: what it does to a state, found before anything is changed.
///
/// A plan is applied to the version that was delivered last if nothing else holds it, and to a copy otherwise. Its
/// report is the change that observers receive if it is the only edit.
struct RowPlan {
  let id: RowID

  /// Where the arrangement has the row; nil for a row that is inserted.
  var from: RowPlace?

  /// Where the arrangement will have the row, with its index and rank counted without it; nil for a row that is
  /// removed. Before the plan is applied, the index of the section is that among the sections of now, or nil stands for
  /// a section that is inserted.
  var to: RowPlace?

  /// The key of a section that is inserted for the row.
  var newSection: FilterValue?

  /// The position of a row that is removed or moved in the store.
  var position: StorePosition?

  /// The position that an inserted or moved row gets in the store, counted without it.
  var newPosition: StorePosition?

  /// The label that an inserted or moved row gets.
  var label: UInt64 = 0

  /// The sort key of a row that stays where it is, if it changes.
  var newKey: UInt128?

  /// Whether the first row of a section changes, so that a section may be inserted, removed or moved.
  var changesFirstRow = false

  /// Whether no section is inserted, removed, moved, shown or hidden, and index paths count all sections.
  var keepsSections = false

  /// Whether the content of the row counts as changed.
  var isModified = false

  /// Whether the row is removed.
  var isRemoval: Bool { position != nil && newPosition == nil }

  /// Whether the row stays where it is.
  var stays: Bool {
    guard let from, let to else { return false }
    return from.section == to.section && from.index == to.index
  }
}

// MARK: - Applying

extension ResultsState {
  /// Makes the edit; `row` is the content of a row that is inserted or has other content. `plan.to` is then where the
  /// arrangement has the row.
  ///
  /// - Complexity: O(log n).
  mutating func apply(_ plan: inout RowPlan, _ row: StoredRow?, _ rules: ResultsRules) {
    switch (plan.position, plan.newPosition) {
    case (nil, nil): if let row { store.update(plan.id, row) }
    case (let position?, nil): store.remove(at: position)
    case (nil, let position?):
      if let row { store.insert(row, as: plan.id, label: plan.label, at: position) }
    case (let from?, let to?): store.move(plan.id, from: from, to: to, label: plan.label)
    }
    if plan.stays {
      retouch(plan)
      if plan.changesFirstRow, var to = plan.to {
        settle(&to.section, rules)
        plan.to = to
      }
    } else if plan.changesFirstRow {
      moveAmongSections(&plan, rules)
    } else {
      arranged.move(plan.id, from: plan.from, to: plan.to) { [rows] in
        rules.order.key(of: $0, in: rows)
      }
    }
  }

  /// Follows a row that stays where it is.
  private mutating func retouch(_ plan: RowPlan) {
    // A tree that is not written to is not compared at the next delivery.
    guard let from = plan.from, let to = plan.to,
      plan.newKey != nil || from.visibility != to.visibility
    else { return }
    arranged.update(to.section) {
      if let key = plan.newKey { $0.tree.setKey(key, ofRowAt: to.index) }
      $0.tree.set(to.visibility, at: to.index)
    }
  }

  /// Moves a row, and moves its old and its new section to the positions of their first rows.
  private mutating func moveAmongSections(_ plan: inout RowPlan, _ rules: ResultsRules) {
    let key: RowTree.Key = { [rows] in rules.order.key(of: $0, in: rows) }
    var section = plan.to?.section
    if let from = plan.from {
      arranged.update(from.section) { $0.tree.remove(at: from.index, key: key) }
      if section != from.section {
        let left = settleLeft(from, rules)
        // The index of the other section follows.
        section = section.map { other in
          let rest = other > from.section ? other - 1 : other
          return left.map { $0 <= rest ? rest + 1 : rest } ?? rest
        }
      }
    }
    guard var to = plan.to else { return }
    if let newSection = plan.newSection {
      to.section = insertSection(newSection, plan.id, to.visibility, rules)
    } else if let section {
      to.section = section
      arranged.update(section) {
        $0.tree.insert(plan.id, to.visibility, at: to.index, key: key)
      }
      settle(&to.section, rules)
    }
    plan.to = to
  }

  /// Removes a section that a row has left without others, or takes it to where its first row belongs. Returns its
  /// index, nil if it was removed.
  private mutating func settleLeft(_ from: RowPlace, _ rules: ResultsRules) -> Int? {
    var section = from.section
    if arranged.withSection(at: section, { $0.tree.count == 0 && !isListed($0.key, rules) }) {
      arranged.remove(at: section)
      return nil
    }
    if from.index == 0 { settle(&section, rules) }
    return section
  }
}

extension SectionTree {
  /// Moves a row from one place to another, counted after the removal; nil inserts or removes it.
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
