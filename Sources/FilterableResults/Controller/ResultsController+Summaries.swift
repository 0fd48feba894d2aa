public import FilterEngine
internal import FilterSyntax

extension ResultsController {
  /// Chooses values of a value facet, by a filter `key IN {…}` in the group of the facet.
  ///
  /// ```swift
  /// results.facets = [.values(of: \.city, ignoring: "city")]
  /// results.choose(["London", "Paris"], in: 0)
  /// ```
  ///
  /// A row of a list passes if one of its elements is chosen. The counts of the facet stay as they were, mark the chosen
  /// values, and list them even without rows. No values remove the filter.
  ///
  /// - Parameters:
  ///   - values: The values; nil is one, too.
  ///   - facet: The index of the facet.
  /// - Returns: False if there is no value facet at the index, it ignores no group or reads its key by code, or the filter
  ///   hits a limit.
  @discardableResult
  public func choose(_ values: [any FilterValueConvertible], in facet: Int) -> Bool {
    guard facets.indices.contains(facet), let group = facets[facet].group,
      case .values(let key, let options, _, _) = facets[facet].kind, let keyPath = key.keyPath
    else { return false }
    var filters = filters
    if values.isEmpty {
      filters.remove(group: group)
    } else {
      let shape = store.tally?.shapeOfValues(inFacet: facet) ?? .scalars
      let choice = ValueChoice(keyPath: keyPath, options, values.map(\.filterValue), shape)
      guard let predicate = try? choice.predicate(of: Item.self) else { return false }
      filters.add(
        Filter(
          keyPath, group: group, choosing: choice.values, .predicate(predicate, bindings: [:])))
    }
    return (try? setFilters(filters)) != nil
  }

  /// Makes the store count the facets and aggregates that were set.
  func summariesDidChange() {
    guard !restoresSummaries else { return }
    if !batches.isEmpty { hasChangedSummaries = true }
    try? edit { setSummaries() }
  }

  private func setSummaries() {
    store.setSummaries(
      facets.isEmpty && aggregates.isEmpty ? nil : SummaryPlan(facets, aggregates))
  }

  /// Restores the facets and aggregates of a batch that is rolled back.
  func restoreSummaries(_ saved: SavedSettings<Item>) {
    guard hasChangedSummaries else { return }
    restoresSummaries = true
    (facets, aggregates) = (saved.facets, saved.aggregates)
    restoresSummaries = false
    setSummaries()
  }
}
