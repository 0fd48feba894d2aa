internal import FilterEngine

/// Rows that are matched by key, or by equality if they have none.
struct ItemRows: ComparedRows {
  /// Rows of one list with their keys.
  struct List {
    let rows: RowTable
    let ids: [RowID]
    let keys: [FilterValue?]

    init(_ rows: RowTable, _ ids: [RowID], _ rules: ResultsRules) {
      self.rows = rows
      self.ids = ids
      keys = rules.identity == nil ? [] : ids.map { rules.key(at: rows.address(of: $0)) }
    }

    func key(_ place: Int) -> FilterValue? { keys.isEmpty ? nil : keys[place] }

    func row(_ place: Int) -> UnsafeRawPointer { rows.address(of: ids[place]) }
  }

  let old: List
  let new: List
  let rules: ResultsRules
  let hasher: KeyHasher

  var oldCount: Int { old.ids.count }
  var newCount: Int { new.ids.count }

  func areSame(_ old: Int, _ new: Int) -> Bool { areSame(self.old, old, self.new, new) }

  func areSame(old: Int, old other: Int) -> Bool { areSame(self.old, old, self.old, other) }

  private func areSame(_ left: List, _ first: Int, _ right: List, _ second: Int) -> Bool {
    switch (left.key(first), right.key(second)) {
    case (nil, nil): return rules.content.areEqual(left.row(first), right.row(second))
    case (let key?, let other?):
      guard key == other else { return false }
      guard let type = rules.type else { return true }
      return type(left.row(first)) == type(right.row(second))
    default: return false
    }
  }

  func hash(old: Int) -> UInt64 { hash(old, of: self.old) }

  func hash(new: Int) -> UInt64 { hash(new, of: self.new) }

  private func hash(_ place: Int, of list: List) -> UInt64 {
    if let key = list.key(place) { return hasher.hash(key) }
    return UInt64(bitPattern: Int64(rules.content.hash(list.row(place))))
  }

  func touch(old: Int) -> UInt64 { 0 }
}

extension RowMatching {
  /// Matches the rows `oldIDs` of one table with the rows `newIDs` of another one.
  init(
    from old: RowTable, _ oldIDs: [RowID], to new: RowTable, _ newIDs: [RowID],
    _ rules: ResultsRules, _ hasher: KeyHasher
  ) {
    if let column = rules.identity?.identityColumn {
      let rows = WordRows(
        old: old.words(column, of: oldIDs), new: new.words(column, of: newIDs), column: column,
        hasher: hasher)
      // The words of strings point into the items.
      self = withExtendedLifetime((old, new)) { RowMatching(rows) }
    } else {
      self.init(
        Self.rows(
          old: ItemRows.List(old, oldIDs, rules), new: ItemRows.List(new, newIDs, rules), rules,
          hasher))
    }
  }

  // Without its type the matching is not compiled for it: comparing such rows takes much longer than calling it.
  @inline(never)
  @_optimize(none)
  private static func rows(
    old: ItemRows.List, new: ItemRows.List, _ rules: ResultsRules, _ hasher: KeyHasher
  ) -> any ComparedRows {
    ItemRows(old: old, new: new, rules: rules, hasher: hasher)
  }
}
