internal import FilterEngine

extension ResultsController {
  /// Puts `items`, as one flat list, in the place of all data; nil unloads it.
  ///
  /// - Throws: `duplicateKey` where duplicates are refused.
  public func setItems(_ items: [Item]?) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      guard let items else { return unload() }
      try load(items, [items.count], [StoredSection(nil, items: [])], isFlat: true)
    }
  }

  /// Puts `items` in the place of all data after ordering them by `keys`.
  public func setItems(_ items: [Item], sortedBy keys: [SortKey]) throws(ResultsError) {
    var configuration = ResultsConfiguration<Item>()
    configuration.sort = keys
    let order = RowOrder(configuration)
    let ids = order.sorted(Array(0..<UInt32(items.count)), in: RowTable(items))
    try setItems(ids.map { items[Int($0)] })
  }

  /// Puts `sections` in the place of all data; nil unloads it.
  ///
  /// A section without a key has its place as key. Of two sections with one key the later one's rows
  /// go to the first one, unless duplicates are refused.
  ///
  /// - Throws: `duplicateKey`, `duplicateSection` where duplicates are refused.
  public func setSections(_ sections: [StoredSection<Item>]?) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      guard let sections else { return unload() }
      let merged = try merge(sections)
      try load(merged.flatMap(\.items), merged.map(\.items.count), merged, isFlat: false)
    }
  }

  private func unload() {
    guard state != nil else { return }
    state = nil
    index = IdentityIndex()
    freeIDs = []
    stamps = [:]
    pending.replace(
      with: Array(repeating: PendingChanges.gone, count: delivered.state?.rows.count ?? 0))
  }

  private func merge(
    _ sections: [StoredSection<Item>]
  ) throws(ResultsError) -> [StoredSection<Item>] {
    var places: [FilterValue: Int] = [:]
    var result: [StoredSection<Item>] = []
    for (place, section) in sections.enumerated() {
      let key = section.key ?? .int(Int64(place))
      if let known = places[key] {
        guard rules.configuration.duplicates != .refuse else { throw .duplicateSection(key) }
        duplicateKeys.append(key)
        result[known].items += section.items
      } else {
        places[key] = result.count
        var section = section
        section.key = key
        result.append(section)
      }
    }
    return result
  }

  /// Replaces the store; what is invalid is found before anything is changed.
  private func load(
    _ items: [Item], _ counts: [Int], _ sections: [StoredSection<Item>], isFlat: Bool
  ) throws(ResultsError) {
    var rows = RowTable(items)
    var fresh = IdentityIndex()
    let kept = try enter(items, &rows, &fresh)
    var store: [StoreSection] = []
    var start: UInt32 = 0
    for (section, count) in zip(sections, counts) {
      let key = section.key ?? .null
      let range = start..<start + UInt32(count)
      start = range.upperBound
      let ids = kept.map { kept in range.filter { kept[Int($0)] } } ?? Array(range)
      store.append(
        StoreSection(
          id: rules.numbers.number(of: key), key: key, title: section.title,
          tree: RowTree(hidden: ids)))
    }
    var next = ResultsState(rows: rows, store: store, isFlat: isFlat)
    next.arrange(rules, &failures)
    pending.replace(with: translation(to: next, fresh))
    forceStamped(in: next)
    state = next
    index = fresh
    freeIDs = []
    stamps = [:]
    if rules.configuration.version != nil {
      for id in next.storeIDs { keepStamp(id, next.rows[id]) }
    }
  }

  /// Enters items by key; gives which are rows of their own, nil for all.
  private func enter(
    _ items: [Item], _ rows: inout RowTable<Item>, _ fresh: inout IdentityIndex
  ) throws(ResultsError) -> [Bool]? {
    guard rules.configuration.identity != nil else { return nil }
    var kept: [Bool]?
    fresh.reserve(items.count)
    for (place, item) in items.enumerated() {
      guard let key = rules.key(of: item) else { continue }
      let known = fresh.find(key) {
        rules.key(of: items[Int($0)]) == key && RowType(items[Int($0)]) == RowType(item)
      }
      guard let known else {
        fresh.insert(UInt32(place), key) { rules.key(of: items[Int($0)]) ?? .null }
        continue
      }
      switch rules.configuration.duplicates {
      case .refuse: throw .duplicateKey(key)
      case .first: break
      case .last: rows.update(known, item)
      }
      duplicateKeys.append(key)
      if kept == nil { kept = Array(repeating: true, count: items.count) }
      kept?[place] = false
    }
    return kept
  }

  /// The new number of each row of the last delivery.
  private func translation(to next: ResultsState<Item>, _ fresh: IdentityIndex) -> [UInt32] {
    guard let old = delivered.state else { return [] }
    var result = Array(repeating: PendingChanges.gone, count: old.rows.count)
    let (oldIDs, newIDs) = (old.storeIDs, next.storeIDs)
    // Most lists begin and end as before.
    var start = 0
    let isSame = { (before: UInt32, after: UInt32) -> Bool in
      let (before, after) = (old.rows[before], next.rows[after])
      let keys = (self.rules.key(of: before), self.rules.key(of: after))
      guard keys.0 != nil || keys.1 != nil else {
        return self.rules.content.areEqual(before, after)
      }
      return keys.0 == keys.1
        && RowType(before) == RowType(after)
    }
    while start < min(oldIDs.count, newIDs.count), isSame(oldIDs[start], newIDs[start]) {
      result[Int(oldIDs[start])] = newIDs[start]
      start += 1
    }
    var end = 0
    while end < min(oldIDs.count, newIDs.count) - start,
      isSame(oldIDs[oldIDs.count - 1 - end], newIDs[newIDs.count - 1 - end])
    {
      result[Int(oldIDs[oldIDs.count - 1 - end])] = newIDs[newIDs.count - 1 - end]
      end += 1
    }
    var equals: [RowIdentity<Item>: [UInt32]] = [:]
    for id in newIDs[start..<newIDs.count - end].reversed()
    where rules.key(of: next.rows[id]) == nil {
      equals[RowIdentity(next.rows[id], rules), default: []].append(id)
    }
    for id in oldIDs[start..<oldIDs.count - end] {
      let item = old.rows[id]
      if let key = rules.key(of: item) {
        let other = fresh.find(key) { isSame(id, $0) }
        if let other { result[Int(id)] = other }
      } else if let other = equals[RowIdentity(item, rules)]?.popLast() {
        result[Int(id)] = other
      }
    }
    return result
  }

  /// Marks the rows whose stamp is another than the one that is kept.
  private func forceStamped(in next: ResultsState<Item>) {
    guard rules.configuration.version != nil || rules.configuration.reportsEqualReplacements,
      let translation = pending.translation
    else { return }
    for (before, after) in translation.enumerated() where after != PendingChanges.gone {
      if rules.configuration.reportsEqualReplacements
        || hasNewStamp(UInt32(before), next.rows[after])
      {
        pending.forced.insert(after)
      }
    }
  }
}
