internal import FilterEngine

extension ResultsController {
  /// Changes the settings; what is shown follows as one delivery: a reload where identity changes or
  /// sections by key come or go, a diff otherwise.
  ///
  /// - Throws: `duplicateKey` where a new identity finds duplicates and they are refused.
  public func configure(
    _ change: (inout ResultsConfiguration<Item>) -> Void
  ) throws(ResultsError) {
    var configuration = rules.configuration
    change(&configuration)
    try configure(configuration)
  }

  /// Puts other settings in the place of the present ones.
  ///
  /// - Throws: `duplicateKey` where a new identity finds duplicates and they are refused.
  public func configure(_ configuration: ResultsConfiguration<Item>) throws(ResultsError) {
    try editAll { () throws(ResultsError) in
      let filters = rules.filters
      let old = rules.configuration
      rules = ResultsRules(configuration, rules.numbers)
      rules.filters = filters
      beginTime()
      guard state != nil else { return }
      let isSameIdentity =
        switch (old.identity, configuration.identity) {
        case (nil, nil): true
        case (let old?, let new?): old.isSame(as: new)
        default: false
        }
      try rearrange(state)
      guard !isSameIdentity else { return }
      pending.comparesIdentities = true
      try identifyAnew()
    }
  }

  /// Enters all rows by their new keys; what is there twice is dealt with as set.
  private func identifyAnew() throws(ResultsError) {
    index = IdentityIndex()
    guard let state, rules.configuration.identity != nil else { return }
    var fresh = IdentityIndex()
    fresh.reserve(state.count)
    var repeated: [(UInt32, UInt32, FilterValue)] = []
    for id in state.storeIDs {
      guard let key = rules.key(of: state.rows[id]) else { continue }
      let known = fresh.find(key) {
        rules.key(of: state.rows[$0]) == key
          && RowType(state.rows[$0]) == RowType(state.rows[id])
      }
      if let known {
        guard rules.configuration.duplicates != .refuse else { throw .duplicateKey(key) }
        repeated.append((id, known, key))
      } else {
        fresh.insert(id, key) { rules.key(of: state.rows[$0]) ?? .null }
      }
    }
    index = fresh
    for (id, known, key) in repeated {
      duplicateKeys.append(key)
      let item = state.rows[id]
      self.state?.unarrange(id, rules)
      if let place = self.state?.storePlace(of: id) {
        self.state?.store.update(place.section) { $0.tree.remove(at: place.item) }
      }
      pending.remove(id)
      if rules.configuration.duplicates == .last { try updateRow(known, item) }
    }
  }

  /// Replaces the limits; no row is asked again, and nothing is delivered.
  public func setLimits(_ limits: EvaluationLimits) {
    let (filters, old) = (rules.filters, rules.configuration)
    var configuration = old
    configuration.limits = limits
    rules = ResultsRules(configuration, rules.numbers)
    rules.filters = filters
  }

  /// Turns the test after the filters on or off.
  public func setUsesPostFilterTest(_ isOn: Bool) {
    try? configure { $0.usesPostFilterTest = isOn }
  }

  /// Shows or hides the group rows.
  public func setShowsGroupRows(_ isOn: Bool) {
    try? configure { $0.showsGroupRows = isOn }
  }
}
