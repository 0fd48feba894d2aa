internal import FilterEngine

/// Rows with consecutive numbers and an index of their keys, ready for a store.
struct IndexedRows {
  var rows: RowTable
  var index: IdentityIndex

  /// Whether each row is kept, not a duplicate; nil if all are.
  var kept: [Bool]?

  /// The new number of each row of the last delivery, if it is known.
  var translation: [RowID]?
}

/// A section of loaded rows.
struct LoadedSection {
  let key: FilterValue
  let title: String?

  /// The number of its rows.
  let count: Int
}

extension ResultsStore {
  /// Indexes rows by key.
  ///
  /// - Throws: `duplicateKey` if duplicates are refused.
  func enter(_ rows: RowTable) throws(ResultsError) -> IndexedRows {
    var entered = IndexedRows(rows: rows, index: IdentityIndex(keys.index.hasher))
    guard let identity = rules.identity else { return entered }
    entered.index.reserve(rows.count)
    let places = Array(0..<RowID(rows.count))
    if let column = identity.identityColumn {
      let words = rows.words(column, of: places)
      var index = entered.index
      try index.enter(places, words, of: column) { (place, known) throws(ResultsError) in
        try repeatKey(rows, place, as: known, in: &entered)
      }
      entered.index = index
      return entered
    }
    let rowKeys = places.map { rules.key(at: rows.address(of: $0)) }
    let hasher = entered.index.hasher
    for (place, key) in zip(places, rowKeys) {
      guard let key else { continue }
      let known = entered.index.findOrInsert(
        place, hash: hasher.hash(key),
        hashOf: { hasher.hash(rowKeys[Int($0)] ?? .null) },
        where: { other in
          guard rowKeys[Int(other)] == key else { return false }
          guard let type = rules.type else { return true }
          return type(rows.address(of: other)) == type(rows.address(of: place))
        })
      if let known { try repeatKey(rows, place, as: known, in: &entered) }
    }
    return entered
  }

  /// Applies the duplicate policy to a row whose key another row has.
  private func repeatKey(
    _ rows: RowTable, _ place: RowID, as known: RowID, in entered: inout IndexedRows
  ) throws(ResultsError) {
    let key = rules.key(at: rows.address(of: place)) ?? .null
    switch rules.duplicates {
    case .refuse: throw .duplicateKey(key)
    case .first: break
    case .last: entered.rows.update(known, rows.row(place))
    }
    repeatKey(key)
    if entered.kept == nil { entered.kept = Array(repeating: true, count: rows.count) }
    entered.kept?[Int(place)] = false
  }

  /// Indexes rows that replace the delivered ones, and hashes only new rows; nil if the key is not a stored property,
  /// there are no rows to replace, or two rows have the same key.
  func replacement(_ rows: RowTable) -> IndexedRows? {
    guard let column = rules.identity?.identityColumn, let old = state,
      pending.extent == .nothing, keys.index.count == old.count, old.count > 0
    else { return nil }
    let oldIDs = old.store.ids
    let compared = WordRows(
      old: old.rows.words(column, of: oldIDs),
      new: rows.words(column, of: Array(0..<RowID(rows.count))),
      column: column, hasher: keys.index.hasher)
    let matching = RowMatching(compared)
    let translation = old.translation(matching.newIndices, oldIDs)
    // Old keys are unique, so only a new row can repeat one.
    var fresh = keys.index.renumbered(translation)
    var isRepeated = false
    try? fresh.enter(matching.inserted, compared.new, of: column) { (_, _) throws(ResultsError) in
      isRepeated = true
    }
    guard !isRepeated else { return nil }
    return IndexedRows(rows: rows, index: fresh, translation: translation)
  }

  /// The new number of each row of the last delivery.
  func translation(to next: ResultsState) -> [RowID] {
    guard let old = reference.state else { return [] }
    let (oldIDs, newIDs) = (old.store.ids, next.store.ids)
    let matching = RowMatching(
      from: old.rows, oldIDs, to: next.rows, newIDs, rules, keys.index.hasher)
    let numbers = matching.newIndices.map { place in
      place == RowDifference.gone ? PendingChanges.gone : newIDs[Int(place)]
    }
    return old.translation(numbers, oldIDs)
  }
}

extension ResultsState {
  /// The new numbers of the rows `ids`, by old number.
  fileprivate func translation(_ numbers: [RowID], _ ids: [RowID]) -> [RowID] {
    var translation = Array(repeating: PendingChanges.gone, count: rows.count)
    for (id, number) in zip(ids, numbers) { translation[Int(id)] = number }
    return translation
  }
}
