internal import FilterEngine

extension ResultsStore {
  /// Replaces the rules and arranges all rows by them.
  ///
  /// - Throws: `duplicateKey` if a new identity finds duplicates and they are refused; `limit`.
  func configure(_ new: ResultsRules) throws(ResultsError) {
    let isSameIdentity = new.hasSameIdentity(as: rules)
    let hasOtherLimits = !new.limits.hasSameBounds(as: rules.limits)
    rules = new
    pending.forgetComparisons()
    beginTime()
    guard state != nil else { return }
    try rearrange(state, hasOtherLimits: hasOtherLimits)
    guard !isSameIdentity else { return }
    // The edits of a followed source name rows by their earlier keys.
    contentNumber &+= 1
    pending.comparesIdentities = true
    try identifyRows()
    // Recorded steps may have rows with the same new key.
    log?.removeAll()
    forgetBatchSteps()
  }

  /// Replaces the limits alone.
  func setLimits(_ new: ResultsRules) {
    settle()
    rules = new
    beginTime()
  }

  /// Indexes all rows by their new keys and removes duplicates.
  private func identifyRows() throws(ResultsError) {
    keys.removeAllKeys(reserving: state?.count ?? 0)
    guard let state, rules.identity != nil else { return }
    var repeated: [(id: RowID, known: RowID, key: FilterValue)] = []
    for id in state.store.ids {
      let address = state.rows.address(of: id)
      guard let key = rules.key(at: address) else { continue }
      if let known = self.id(ofKey: key, like: address) {
        guard rules.duplicates != .refuse else { throw .duplicateKey(key) }
        repeated.append((id, known, key))
      } else {
        enter(id, key, in: state.rows)
      }
    }
    for row in repeated {
      duplicateKeys.append(row.key)
      remove(row.id, isIndexed: false)
      guard rules.duplicates == .last else { continue }
      try update(row.known, state.rows.row(row.id))
    }
  }

  /// Removes all data.
  func unload() {
    guard let state else { return }
    note(.load(state.store))
    replaceState(nil, IdentityIndex())
    verdicts.forgetRows()
    pending.replace(
      with: Array(repeating: PendingChanges.gone, count: reference.state?.rows.count ?? 0))
  }

  /// Replaces all data; errors are found before anything changes.
  ///
  /// - Throws: `duplicateKey` if duplicates are refused; `limit`.
  func load(
    _ rows: RowTable, _ sections: [LoadedSection], isFlat: Bool, isDelivering: Bool
  ) throws(ResultsError) {
    let entered: IndexedRows
    if !isDelivering, let quick = replacement(rows) {
      entered = quick
    } else {
      entered = try enter(rows)
    }
    var stored: [RowSection] = []
    var start: RowID = 0
    for section in sections {
      let range = start..<start + RowID(section.count)
      start = range.upperBound
      let ids = entered.kept.map { kept in range.filter { kept[Int($0)] } } ?? Array(range)
      stored.append(
        RowSection(
          id: rules.numbers.number(of: section.key), key: section.key, title: section.title,
          tree: RowTree(hidden: ids)))
    }
    var next = ResultsState(
      StoreContents(rows: entered.rows, sections: SectionTree(stored), isFlat: isFlat))
    try verdicts.arrange(&next, rules)
    pending.replace(with: entered.translation ?? translation(to: next))
    note(.load(state?.store))
    forceStamped(in: next)
    replaceState(next, entered.index)
    if rules.version != nil {
      for id in next.store.ids { keepStamp(id, next.rows.address(of: id)) }
    }
  }

  private func replaceState(_ state: ResultsState?, _ index: IdentityIndex) {
    self.state = state
    keys = RowKeys(index)
    follow { $0.needs(.everything) }
  }

  /// Marks the rows whose stamp differs from the stored one.
  private func forceStamped(in next: ResultsState) {
    guard rules.version != nil || rules.reportsEqualReplacements,
      let translation = pending.translation
    else { return }
    for (before, after) in translation.enumerated() where after != PendingChanges.gone {
      if rules.reportsEqualReplacements
        || hasNewStamp(RowID(before), next.rows.address(of: after))
      {
        pending.forced.insert(after)
      }
    }
  }
}
