internal import FilterEngine

// Unsafe: new content is read at its address, which is good for as long as the call.
extension ResultsState {
  /// The plan that gives a row other content.
  ///
  /// A row that still belongs between its neighbours stays; nothing else is compared.
  ///
  /// - Complexity: O(log n) comparisons.
  func planUpdate(
    of id: RowID, _ row: UnsafeRawPointer, _ visibility: RowVisibility, _ rules: ResultsRules
  ) -> RowPlan {
    let from = place(of: id, rules)
    let pivot = rules.order.pivot(row, label: rows.label(id))
    // The content before is not known of an item that was changed in place.
    let isSameItem = row == address(of: id)
    var plan = RowPlan(id: id, from: from)
    let key = rules.section?.read(row)
    let section =
      if let key { position(ofSection: rules.numbers.number(of: key), rules) } else {
        from?.section ?? store.section(of: id)
      }
    if let from, section == from.section, isBetweenNeighbours(pivot, at: from, rules) {
      var to = from
      to.visibility = visibility
      plan.to = to
      plan.changesFirstRow = rules.section != nil && from.index == 0
      if isSameItem || pivot.key != rules.order.key(of: id, in: rows),
        arranged.withSection(at: from.section, { $0.tree.usesKey(ofRowAt: from.index) })
      {
        plan.newKey = pivot.key
      }
    } else {
      setTarget(of: &plan, pivot, visibility, section, key, isInOrder: !isSameItem, rules)
    }
    plan.keepsSections = keepsSections(plan, rules)
    return plan
  }

  /// The plan that inserts a row at a position of the store that exists.
  mutating func planInsertion(
    of id: RowID, _ row: UnsafeRawPointer, _ visibility: RowVisibility, at position: StorePosition,
    _ rules: ResultsRules
  ) -> RowPlan {
    var plan = RowPlan(id: id, newPosition: position, label: freeLabel(at: position))
    setTarget(of: &plan, row, visibility, at: position, rules)
    return plan
  }

  /// The plan that removes a row.
  func planRemoval(of id: RowID, _ rules: ResultsRules) -> RowPlan {
    var plan = RowPlan(id: id, from: place(of: id, rules))
    plan.position = position(of: plan, rules)
    plan.changesFirstRow = rules.section != nil && plan.from?.index == 0
    plan.keepsSections = keepsSections(plan, rules)
    return plan
  }

  /// The plan that takes a row to another position of the store, which is counted without it and exists.
  mutating func planMove(
    of id: RowID, _ visibility: RowVisibility, to position: StorePosition, _ rules: ResultsRules
  ) -> RowPlan {
    var plan = RowPlan(id: id, from: place(of: id, rules))
    plan.position = self.position(of: plan, rules)
    plan.newPosition = position
    // The same position, counted with the row.
    let isBefore = plan.position.map {
      $0.section == position.section && $0.offset <= position.offset
    }
    let gap = StorePosition(
      section: position.section, offset: position.offset + (isBefore == true ? 1 : 0))
    plan.label = freeLabel(at: gap)
    setTarget(of: &plan, address(of: id), visibility, at: gap, rules)
    return plan
  }

  /// The plan that shows or hides a row.
  func planVisibility(
    of id: RowID, _ visibility: RowVisibility, _ rules: ResultsRules
  ) -> RowPlan? {
    guard let from = place(of: id, rules) else { return nil }
    var plan = RowPlan(id: id, from: from, to: from)
    plan.to?.visibility = visibility
    plan.keepsSections = keepsSections(plan, rules)
    return plan
  }

  /// A label for a row that gets a position of the store.
  private mutating func freeLabel(at position: StorePosition) -> UInt64 {
    // Writing to the store copies what another version has.
    store.label(at: position) ?? store.freeLabel(at: position)
  }

  /// The position of a row in the store.
  private func position(of plan: RowPlan, _ rules: ResultsRules) -> StorePosition? {
    // The arrangement of an unsorted list is that of the store.
    if let from = plan.from, rules.section == nil, rules.order.isStoreOrder {
      return StorePosition(section: from.section, offset: from.index)
    }
    return store.position(of: plan.id)
  }

  /// Sets where the arrangement will have a row that gets a position of the store, counted with the row if it already
  /// has one.
  private func setTarget(
    of plan: inout RowPlan, _ row: UnsafeRawPointer, _ visibility: RowVisibility,
    at position: StorePosition, _ rules: ResultsRules
  ) {
    defer { plan.keepsSections = keepsSections(plan, rules) }
    if rules.section == nil, rules.order.isStoreOrder {
      let rank = arranged.withSection(at: position.section) {
        $0.tree.shownRank(of: position.offset)
      }
      plan.to = withoutRow(
        RowPlace(
          section: position.section, index: position.offset, rank: rank, visibility: visibility),
        from: plan.from)
      return
    }
    let key = rules.section?.read(row)
    let section =
      if let key { self.position(ofSection: rules.numbers.number(of: key), rules) } else {
        position.section as Int?
      }
    setTarget(
      of: &plan, rules.order.pivot(row, label: plan.label), visibility, section, key, rules)
  }

  /// Sets where the arrangement will have a row with the content of a pivot; `section` is nil for a section that the
  /// arrangement does not have. If `isInOrder` is false, the row may be out of order where it is.
  private func setTarget(
    of plan: inout RowPlan, _ pivot: RowOrder.Pivot, _ visibility: RowVisibility,
    _ section: Int?, _ key: FilterValue?, isInOrder: Bool = true, _ rules: ResultsRules
  ) {
    let from = plan.from
    guard let section else {
      plan.newSection = key
      plan.to = RowPlace(section: arranged.count, index: 0, rank: 0, visibility: visibility)
      plan.changesFirstRow = true
      return
    }
    var tree = arranged.tree(at: section)
    let isRemoved = !isInOrder && from?.section == section
    if isRemoved, let from {
      tree.remove(at: from.index) { rules.order.key(of: $0, in: rows) }
    }
    let (index, rank) = lowerBound(of: pivot, in: tree, rules)
    let to = RowPlace(section: section, index: index, rank: rank, visibility: visibility)
    plan.to = isRemoved ? to : withoutRow(to, from: from)
    plan.changesFirstRow = rules.section != nil && (plan.to?.index == 0 || from?.index == 0)
  }

  /// A place that is counted with a row at `from`, counted without it.
  private func withoutRow(_ place: RowPlace, from: RowPlace?) -> RowPlace {
    guard let from, from.section == place.section, place.index > from.index else { return place }
    return RowPlace(
      section: place.section, index: place.index - 1,
      rank: from.visibility == .shown ? place.rank - 1 : place.rank, visibility: place.visibility)
  }

  /// Whether a row with the content of a pivot belongs where a row is.
  private func isBetweenNeighbours(
    _ pivot: RowOrder.Pivot, at place: RowPlace, _ rules: ResultsRules
  ) -> Bool {
    guard !rules.order.isStoreOrder else { return true }
    return arranged.withSection(at: place.section) { section in
      let tree = section.tree
      if place.index > 0, !rules.order.precedes(tree[place.index - 1], pivot, in: rows) {
        return false
      }
      return place.index + 1 == tree.count
        || rules.order.follows(tree[place.index + 1], pivot, in: rows)
    }
  }

  /// Whether a plan inserts, removes, moves, shows or hides no section, and index paths count all sections.
  private func keepsSections(_ plan: RowPlan, _ rules: ResultsRules) -> Bool {
    guard !plan.changesFirstRow else { return false }
    let keepsEmpty = keepsEmptySections(rules)
    if keepsEmpty { return true }
    guard arranged.totals.withShown == arranged.count else { return false }
    guard let from = plan.from, from.visibility == .shown else { return true }
    if let to = plan.to, to.section == from.section, to.visibility == .shown { return true }
    return arranged.withSection(at: from.section) { $0.tree.shownCount > 1 }
  }

  /// Whether a section without a visible row is shown.
  func keepsEmptySections(_ rules: ResultsRules) -> Bool {
    rules.keepsEmpty || (store.isFlat && rules.section == nil)
  }
}
