public import FilterEngine

extension ResultsController {
  /// Asks the filters and the test again for all rows, because they look at more than the rows.
  public func refilter() {
    try? edit { runFilters(.all, rules.filters) }
  }

  /// Asks the filters again for one row.
  ///
  /// - Throws: `noKey`.
  public func refilter(key: FilterValue) throws(ResultsError) {
    try edit { () throws(ResultsError) in
      guard let id = id(forKey: key) else { throw .noKey(key) }
      state?.refilter(id, rules, &failureLog)
      pending.edit(id)
    }
  }

  /// Follows a change of the registry.
  func filtersDidChange() {
    guard !restoresFilters else { return }
    let (old, new) = (rules.filters, filters.filters)
    let isSame = old.count == new.count && zip(old, new).allSatisfy { $0.isIdentical(to: $1) }
    guard !isSame else { return }
    try? edit {
      rules.filters = new
      let added = new.filter { filter in !old.contains { $0.isIdentical(to: filter) } }
      let gone = old.filter { filter in !new.contains { $0.isIdentical(to: filter) } }
      // A row that an old filter hid stays hidden where a new one is at least as strict.
      let narrows = gone.allSatisfy { filter in
        new.contains { Self.implies($0, filter) }
      }
      if narrows {
        if !added.isEmpty { runFilters(.visible, added) }
      } else {
        runFilters(.all, new)
      }
    }
  }

  private static func implies(_ narrow: Filter<Item>, _ wide: Filter<Item>) -> Bool {
    if case .everything = wide.test { return true }
    guard case .predicate(let narrow, let bindings) = narrow.test,
      case .predicate(let wide, let others) = wide.test, bindings == others
    else { return false }
    return Narrowing.implies(narrow.syntax, wide.syntax)
  }

  private func runFilters(_ scope: FilterScope, _ filters: [Filter<Item>]) {
    guard state != nil else { return }
    state?.filter(rules, among: scope, testing: filters, &failureLog)
    pending.needs(.visibility)
  }
}
