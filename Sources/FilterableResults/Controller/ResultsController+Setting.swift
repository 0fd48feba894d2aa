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
    try setItems(RowOrder(keys).sorted(items))
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
      try load(merged.flatMap { $0.items }, merged.map { $0.items.count }, merged, isFlat: false)
    }
  }

  private func unload() {
    guard state != nil else { return }
    state = nil
    verdicts = FilterVerdicts(rules.filters)
    passCount += 1
    index = IdentityIndex()
    freeIDs = []
    stamps = [:]
    pending.replace(
      with: Array(repeating: PendingChanges.gone, count: startingState?.rows.count ?? 0))
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
    let quick = replacement(items)
    let entered = if let quick { quick } else { try enter(items) }
    var store: [RowSection] = []
    var start: UInt32 = 0
    for (section, count) in zip(sections, counts) {
      let key = section.key ?? .null
      let range = start..<start + UInt32(count)
      start = range.upperBound
      let ids = entered.kept.map { kept in range.filter { kept[Int($0)] } } ?? Array(range)
      store.append(
        RowSection(
          id: rules.numbers.number(of: key), key: key, title: section.title,
          tree: RowTree(hidden: ids)))
    }
    var next = ResultsState(rows: entered.rows, store: SectionTree(store), isFlat: isFlat)
    var verdicts = FilterVerdicts()
    try evaluating { next.arrange(rules, limits, &verdicts, &$0) }
    pending.replace(with: entered.translation ?? translation(to: next))
    forceStamped(in: next)
    state = next
    self.verdicts = verdicts
    passCount += 1
    index = entered.index
    freeIDs = []
    stamps = [:]
    if rules.configuration.version != nil {
      for id in next.storeIDs { keepStamp(id, next.rows[id]) }
    }
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
