public import FilterEngine

extension ResultsController {
  /// Asks the filters and the test again for all rows, because they look at more than the rows.
  ///
  /// - Throws: `limit`.
  public func refilter() throws(ResultsError) {
    try edit { () throws(ResultsError) in try runFilters(.all, FilterVerdicts(rules.filters)) }
  }

  /// Asks the filters again for one row.
  ///
  /// - Throws: `noKey`; `limit`.
  public func refilter(key: FilterValue) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      guard let id = id(forKey: key), let item = state?.rows[id] else { throw .noKey(key) }
      let visibility = try visibility(of: item, row: id)
      state?.set(visibility, of: id, rules)
      pending.edit(id)
    }
  }

  /// Puts other filters in force.
  ///
  /// - Throws: `limit`; then those before stay in force.
  public func setFilters(_ filters: FilterRegistry<Item>) throws(ResultsError) {
    try replaceFilters(with: filters)
    restoresFilters = true
    self.filters = filters
    restoresFilters = false
  }

  /// Follows a change of the registry, or takes it back where a filter hits a limit.
  func filtersDidChange(from old: FilterRegistry<Item>) {
    guard !restoresFilters else { return }
    do throws(ResultsError) {
      try replaceFilters(with: filters)
    } catch {
      restoresFilters = true
      filters = old
      restoresFilters = false
    }
  }

  private func replaceFilters(with registry: FilterRegistry<Item>) throws(ResultsError) {
    let (old, new) = (rules.filters, registry.filters)
    let (before, after) = (old.map(\.identity), new.map(\.identity))
    guard before != after else { return }
    let (known, kept) = (Set(before), Set(after))
    try edit { () throws(ResultsError) in
      rules.filters = new
      var isDone = false
      defer { if !isDone { rules.filters = old } }
      let hasAdded = !known.isSuperset(of: kept)
      let gone = zip(before, old).filter { !kept.contains($0.0) }.map(\.1)
      // A row that an old filter hid stays hidden where a new one is at least as strict.
      let narrows = gone.allSatisfy { filter in
        new.contains { Self.implies($0, filter) }
      }
      let following = verdicts.following(new)
      if narrows, !hasAdded {
        verdicts = following
      } else {
        try runFilters(narrows ? .visible : .all, following)
      }
      isDone = true
    }
  }

  private static func implies(_ narrow: Filter<Item>, _ wide: Filter<Item>) -> Bool {
    if case .everything = wide.test { return true }
    guard case .predicate(let narrow, let bindings) = narrow.test,
      case .predicate(let wide, let others) = wide.test, bindings == others
    else { return false }
    return Narrowing.implies(narrow.syntax, wide.syntax)
  }
}
