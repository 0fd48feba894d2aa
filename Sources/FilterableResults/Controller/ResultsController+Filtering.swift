public import FilterEngine

extension ResultsController {
  /// Shows the rows that match a text, which replaces the filter of its group.
  ///
  /// ```swift
  /// try results.filter("age >= 18 AND name CONTAINS[cd] \(prefix)", in: "search")
  /// ```
  ///
  /// A value that is interpolated is never read as text. The group is also the name of the filter.
  /// `filters.remove(group: "search")` removes it.
  ///
  /// - Throws: A `SyntaxError` for a mistake in the text, an `EvaluationError` for a variable without a value, and a
  ///   `ResultsError` if the filter hits a limit. Then the previous filter stays in force.
  public func filter(_ text: FilterText, in group: String) throws {
    var filters = filters
    filters.add(try ResultsFilter(group, group: group, predicate: FilterPredicate(text)))
    try setFilters(filters)
  }

  /// Replaces the filters.
  ///
  /// ```swift
  /// var filters = results.filters
  /// filters.remove(group: "age")
  /// try results.setFilters(filters)
  /// ```
  ///
  /// - Throws: `limit` if a filter hits one; then the previous filters stay in force.
  public func setFilters(_ filters: FilterRegistry<Item>) throws(ResultsError) {
    let old = settings.filters
    set { $0.filters = filters }
    do throws(ResultsError) {
      try replaceFilters(old.filters, with: filters.filters)
    } catch {
      set { $0.filters = old }
      throw error
    }
  }

  /// Evaluates the filters and the test of group rows again for all rows, because their results depend on more than the
  /// rows.
  ///
  /// - Throws: `limit`.
  public func refilter() throws(ResultsError) {
    try edit { () throws(ResultsError) in try store.refilter() }
  }

  /// Evaluates the filters and the test of group rows again for the row with a key.
  ///
  /// - Returns: False if no row has the key.
  /// - Throws: `limit`.
  @discardableResult
  public func refilter<Key: FilterValueConvertible>(key: Key) throws(ResultsError) -> Bool {
    let (key, kind) = (key.filterValue, Key.filterKind)
    var isFound = false
    try edit { () throws(ResultsError) in
      guard let id = store.id(forKey: key) else { return }
      try store.refilter(id)
      isFound = true
    }
    return isFound || noRow(withKeyOf: kind) ?? false
  }

  private func replaceFilters(
    _ old: [ResultsFilter<Item>], with new: [ResultsFilter<Item>]
  ) throws(ResultsError) {
    // By index: generic code would look up the types of each pair of filters.
    guard
      old.count != new.count
        || old.indices.contains(where: { old[$0].identity != new[$0].identity })
    else { return }
    try edit { () throws(ResultsError) in
      let tests = store.filters
      var kept = 0
      while kept < min(tests.count, new.count), tests[kept].identity == new[kept].identity {
        kept += 1
      }
      var known: [ObjectIdentifier: Int] = [:]
      for index in tests.indices.reversed() where index >= kept {
        known[tests[index].identity] = index
      }
      let others = new[kept...].map { filter in
        known[filter.identity].map { tests[$0] } ?? FilterTest(filter)
      }
      try store.setFilters(tests[..<kept] + others) {
        Self.implies(new[$0], old[$1])
      }
    }
  }

  private static func implies(_ narrow: ResultsFilter<Item>, _ wide: ResultsFilter<Item>) -> Bool {
    switch (narrow.test, wide.test) {
    case (_, .everything): true
    case (.predicate(let narrow, let bindings), .predicate(let wide, let others)):
      bindings == others && Narrowing.implies(narrow.syntax, wide.syntax)
    case (.bulk(let narrow), .bulk(let wide)): narrow.implies(wide)
    default: false
    }
  }
}
