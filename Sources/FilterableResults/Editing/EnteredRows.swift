internal import FilterEngine

/// Rows with numbers in order, ready to be the rows of a store.
struct EnteredRows {
  var rows: RowTable
  var index: IdentityIndex

  /// Which rows are rows of their own, nil for all.
  var kept: [Bool]?

  /// The new number of each row of the last delivery, where it is known already.
  var translation: [RowID]?
}

/// A section of rows that are loaded.
struct LoadedSection {
  let key: FilterValue
  let title: String?

  /// How many rows it has.
  let count: Int
}

extension ResultsStore {
  /// Enters rows by key.
  ///
  /// - Throws: `duplicateKey` where duplicates are refused.
  func enter(_ rows: RowTable) throws(ResultsError) -> EnteredRows {
    var entered = EnteredRows(rows: rows, index: IdentityIndex(keys.index.hasher))
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

  /// Does what is to be done with a row whose key another one has.
  private func repeatKey(
    _ rows: RowTable, _ place: RowID, as known: RowID, in entered: inout EnteredRows
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

  /// Enters rows that replace what was delivered last, hashing only those that are new; nil where
  /// the keys are not those of a stored property, there is nothing to replace, or a key is there twice.
  func replacement(_ rows: RowTable) -> EnteredRows? {
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
    // Old keys are there once, so that only a new row can have the key of another.
    var fresh = keys.index.renumbered(translation)
    var isRepeated = false
    try? fresh.enter(matching.inserted, compared.new, of: column) { (_, _) throws(ResultsError) in
      isRepeated = true
    }
    guard !isRepeated else { return nil }
    return EnteredRows(rows: rows, index: fresh, translation: translation)
  }

  /// The new number of each row of the last delivery.
  func translation(to next: ResultsState) -> [RowID] {
    guard let old = reference else { return [] }
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
  /// What rows with the numbers `ids` have become, by number.
  fileprivate func translation(_ numbers: [RowID], _ ids: [RowID]) -> [RowID] {
    var translation = Array(repeating: PendingChanges.gone, count: rows.count)
    for (id, number) in zip(ids, numbers) { translation[Int(id)] = number }
    return translation
  }
}
