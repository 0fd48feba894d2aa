internal import FilterEngine

extension ResultsState {
  /// Puts other content into a row, and takes the row to where it belongs now.
  ///
  /// A row that still stands between its neighbours stays; nothing else is compared.
  ///
  /// - Complexity: O(log n) comparisons.
  mutating func update(
    _ id: UInt32, _ row: StoredRow, _ visibility: RowVisibility, _ rules: ResultsRules
  ) -> EditedRow? {
    guard var place = place(of: id, rules) else {
      store.update(id, row)
      arrange(id, visibility, rules)
      return nil
    }
    let from = shown(place)
    let key = rules.order.key(of: id, in: rows)
    store.update(id, row)
    guard stays(id, at: place, rules) else {
      unarrange(at: place, rules)
      return EditedRow(from: from, to: arrange(id, visibility, rules).flatMap(shown))
    }
    let newKey = rules.order.key(of: id, in: rows)
    // A tree that is not written to is not compared at the next delivery.
    if newKey != key,
      arranged.withSection(at: place.section, { $0.tree.usesKey(ofRowAt: place.index) })
    {
      arranged.update(place.section) { $0.tree.setKey(newKey, ofRowAt: place.index) }
    }
    if visibility != place.visibility {
      place.visibility = visibility
      arranged.update(place.section) { $0.tree.set(visibility, at: place.index) }
    }
    if place.index == 0, rules.section != nil { settle(&place.section, rules) }
    return EditedRow(from: from, to: shown(place))
  }

  /// Where the arrangement shows the row at a place, nil where it does not.
  func shown(_ place: RowPlace) -> EditedRow.Place? {
    guard place.visibility == .shown else { return nil }
    return EditedRow.Place(
      section: arranged.id(at: place.section), index: place.section, rank: place.rank)
  }

  /// Whether a row belongs where it is.
  private func stays(
    _ id: UInt32, at place: RowPlace, _ rules: ResultsRules
  ) -> Bool {
    guard let key = rules.section?.value(of: id, in: rows) else {
      return isBetweenNeighbours(rules.order.pivot(id, in: rows), at: place, rules)
    }
    return rules.numbers.number(of: key) == arranged.id(at: place.section)
      && isBetweenNeighbours(rules.order.pivot(id, in: rows), at: place, rules)
  }

  /// Whether a row with the content of a pivot belongs where one is.
  func isBetweenNeighbours(
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
}
