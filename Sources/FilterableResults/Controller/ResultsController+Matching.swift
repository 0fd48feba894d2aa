internal import FilterEngine

/// Items with numbers in order, ready to be the rows of a store.
struct EnteredRows<Item: Filterable> {
  var rows: RowTable<Item>
  var index: IdentityIndex

  /// Which items are rows of their own, nil for all.
  var kept: [Bool]?

  /// The new number of each row of the last delivery, where it is known already.
  var translation: [UInt32]?
}

extension ResultsController {
  /// Enters items by key.
  ///
  /// - Throws: `duplicateKey` where duplicates are refused.
  func enter(_ items: [Item]) throws(ResultsError) -> EnteredRows<Item> {
    var entered = EnteredRows(rows: RowTable(items), index: IdentityIndex(index.hasher))
    guard let identity = rules.configuration.identity else { return entered }
    entered.index.reserve(items.count)
    if let column = identity.identityColumn {
      let places = Array(0..<UInt32(items.count))
      let words = entered.rows.words(column, of: places)
      var index = entered.index
      try index.enter(places, words, of: column) { (place, known) throws(ResultsError) in
        try repeatKey(items[Int(place)], at: Int(place), as: known, in: &entered)
      }
      entered.index = index
      return entered
    }
    let keys = items.map { rules.key(of: $0) }
    let comparesTypes = Item.self == FilterValue.self
    let hasher = entered.index.hasher
    for (place, key) in keys.enumerated() {
      guard let key else { continue }
      let known = entered.index.findOrInsert(
        UInt32(place), hash: hasher.hash(key),
        hashOf: { hasher.hash(keys[Int($0)] ?? .null) },
        where: { other in
          keys[Int(other)] == key
            && (!comparesTypes || RowType(items[Int(other)]) == RowType(items[place]))
        })
      if let known { try repeatKey(items[place], at: place, as: known, in: &entered) }
    }
    return entered
  }

  /// Does what is to be done with an item whose key another one has.
  private func repeatKey(
    _ item: Item, at place: Int, as known: UInt32, in entered: inout EnteredRows<Item>
  ) throws(ResultsError) {
    let key = rules.key(of: item) ?? .null
    switch rules.configuration.duplicates {
    case .refuse: throw .duplicateKey(key)
    case .first: break
    case .last: entered.rows.update(known, item)
    }
    duplicateKeys.append(key)
    if entered.kept == nil { entered.kept = Array(repeating: true, count: entered.rows.count) }
    entered.kept?[place] = false
  }

  /// Enters items that replace what was delivered last, hashing only those that are new; nil where
  /// the keys are not those of a stored property, there is nothing to replace, or a key is there twice.
  func replacement(_ items: [Item]) -> EnteredRows<Item>? {
    guard let column = rules.configuration.identity?.identityColumn, let old = state,
      pending.extent == .nothing, !isDelivering, index.count == old.count, old.count > 0
    else { return nil }
    let rows = RowTable(items)
    let oldIDs = old.storeIDs
    let compared = WordRows(
      old: old.rows.words(column, of: oldIDs),
      new: rows.words(column, of: Array(0..<UInt32(items.count))),
      column: column, hasher: index.hasher)
    let matching = RowMatching(compared)
    let translation = old.translation(matching.newPlaces, oldIDs)
    // Old keys are there once, so that only a new row can have the key of another.
    var fresh = index.renumbered(translation)
    var isRepeated = false
    try? fresh.enter(matching.inserted, compared.new, of: column) { (_, _) throws(ResultsError) in
      isRepeated = true
    }
    guard !isRepeated else { return nil }
    return EnteredRows(rows: rows, index: fresh, translation: translation)
  }

  /// The new number of each row of the last delivery.
  func translation(to next: ResultsState<Item>) -> [UInt32] {
    guard let old = startingState else { return [] }
    let (oldIDs, newIDs) = (old.storeIDs, next.storeIDs)
    let matching = RowMatching(
      from: old.rows, oldIDs, to: next.rows, newIDs, rules, index.hasher)
    let numbers = matching.newPlaces.map { place in
      place == RowDifference.gone ? PendingChanges.gone : newIDs[Int(place)]
    }
    return old.translation(numbers, oldIDs)
  }
}

extension ResultsState {
  /// What rows with the numbers `ids` have become, by number.
  fileprivate func translation(_ numbers: [UInt32], _ ids: [UInt32]) -> [UInt32] {
    var translation = Array(repeating: PendingChanges.gone, count: rows.count)
    for (id, number) in zip(ids, numbers) { translation[Int(id)] = number }
    return translation
  }
}
