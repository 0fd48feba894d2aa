public import FilterEngine
internal import FilterSyntax

extension ResultsController {
  /// Chooses values of a value facet, by a filter `key IN {…}` in the group of the facet.
  ///
  /// ```swift
  /// results.facets = [.values(of: \.city, ignoring: "city")]
  /// try results.choose(["London", "Paris"], in: 0)
  /// ```
  ///
  /// A row of a list passes if one of its elements is chosen. The counts of the facet stay as they were, mark the chosen
  /// values, and list them even without rows. No values remove the filter.
  ///
  /// - Parameters:
  ///   - values: The values; nil is one, too.
  ///   - facet: The index of the facet.
  /// - Throws: `unfittingFacet` if there is no value facet at the index, if it ignores no group, or if code is its key;
  ///   `limit`.
  public func choose(
    _ values: [any FilterValueConvertible], in facet: Int
  ) throws(ResultsError) {
    guard facets.indices.contains(facet) else {
      throw .unfittingFacet("there is no facet \(facet)")
    }
    let (chosen, name) = (facets[facet], "facet \(facet), the \(facets[facet]),")
    guard case .values(let key, let options, _, _) = chosen.kind else {
      throw .unfittingFacet("\(name) has no values to choose")
    }
    guard let group = chosen.group else {
      throw .unfittingFacet("\(name) ignores no group, and the chosen values are the filter of one")
    }
    guard let keyPath = key.keyPath else {
      throw .unfittingFacet("\(name) has no key path that a filter could read")
    }
    var filters = filters
    if values.isEmpty {
      filters.remove(group: group)
    } else {
      let shape = store.tally?.shapeOfValues(inFacet: facet) ?? .scalars
      let choice = ValueChoice(keyPath: keyPath, options, values.map(\.filterValue), shape)
      guard let predicate = try? choice.predicate(of: Item.self) else {
        throw .unfittingFacet("\(name) has no filter for these values")
      }
      filters.add(
        ResultsFilter(
          keyPath, group: group, choosing: choice.values, .predicate(predicate, bindings: [:])))
    }
    try setFilters(filters)
  }

  /// The values of a key path in the stored rows, the most frequent first, for the completion of a filter.
  ///
  /// ```swift
  /// let cities = results.frequentValues(of: "city", beginningWith: "lon", limit: 5)
  /// ```
  ///
  /// A value facet of the key path without a limit has the counts already, of the rows that it counts. Without one, the
  /// first 10,000 rows of the store are counted, hidden or visible.
  ///
  /// - Parameters:
  ///   - keyPath: The key path. An invalid one has no values.
  ///   - prefix: The beginning of the values, in any case.
  ///   - limit: The greatest number of values.
  public func frequentValues(
    of keyPath: String, beginningWith prefix: String = "", limit: Int = 50
  ) -> [FilterValue] {
    for (index, facet) in facets.enumerated() {
      guard case .values(let key, _, .count, nil) = facet.kind, key.keyPath == keyPath,
        snapshot.facets.indices.contains(index)
      else { continue }
      let values = snapshot.facets[index].counts.lazy.filter { $0.count > 0 }.map(\.value)
      return Array(values.filter { $0.kind != .null && $0.begins(with: prefix) }.prefix(limit))
    }
    guard let state = store.settledState() else { return [] }
    let items = state.store.ids.prefix(Self.countedRows).lazy
      .map { state.rows.item($0, as: Item.self) }
    guard let content = configuration.rows.content else {
      return items.frequentValues(of: keyPath, beginningWith: prefix, limit: limit)
    }
    return items.map(content.value)
      .frequentValues(of: keyPath, beginningWith: prefix, limit: limit)
  }

  /// The number of rows that are counted for a completion.
  private static var countedRows: Int { 10_000 }

  /// Sets facets and aggregates as one edit, which counts the rows once.
  @_semantics("optimize.sil.specialize.generic.never")
  func setSummaries(_ facets: [ResultsFacet<Item>], _ aggregates: [ResultsAggregate<Item>]) {
    assign(facets, aggregates)
    try? edit {
      store.setSummaries(
        facets.isEmpty && aggregates.isEmpty ? nil : SummaryPlan(facets, aggregates))
    }
  }

  private func assign(_ facets: [ResultsFacet<Item>], _ aggregates: [ResultsAggregate<Item>]) {
    set { ($0.facets, $0.aggregates) = (facets, aggregates) }
  }
}

// MARK: - Counting in the background

extension ResultsController where Item: Sendable & SendableMetatype {
  /// Sets facets and aggregates, and counts the rows in the background, so that a screen is not blocked.
  ///
  /// ```swift
  /// await results.count([.values(of: \.city)], [.sum(\.price)])
  /// ```
  ///
  /// The numbers are delivered when all rows are counted, with the edits that were made in the meantime; until then
  /// the previous facets and aggregates stay. Rows are counted at once, on the caller's isolation domain, in a batch,
  /// without data, and if a key is read by code.
  public func count(
    _ facets: [ResultsFacet<Item>], _ aggregates: [ResultsAggregate<Item>] = [],
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let plan = SummaryPlan(facets, aggregates)
    while plan.isNonisolated, let (tally, rows, count) = store.beginCounting(plan) {
      let counted = await BackgroundTally(tally, rows).counted()
      // Of a batch that was opened in the meantime the facets cannot be a part.
      if isInBatch { break }
      switch store.endCounting(counted, count) {
      case true?:
        assign(facets, aggregates)
        return deliver()
      case false?: return
      case nil: continue
      }
    }
    setSummaries(facets, aggregates)
  }
}

extension ResultsController {
  /// Sets facets and aggregates of items that are isolated to the main actor, and counts the rows at once.
  ///
  /// Their keys and filters cannot be read in the background. Rows of a type that is `nonisolated`, and sendable, are
  /// counted there.
  @MainActor
  public func count(_ facets: [ResultsFacet<Item>], _ aggregates: [ResultsAggregate<Item>] = [])
    async
  {
    setSummaries(facets, aggregates)
  }
}

/// A tally that counts rows in the background.
// Unchecked: nothing else uses the tally and its copy of the verdicts until it is returned. It reads rows, keys and
// filters that can be used in any isolation domain, which the caller checks, and nothing of the rules.
private struct BackgroundTally: @unchecked Sendable {
  private let tally: Tally
  private let rows: TalliedRows

  init(_ tally: Tally, _ rows: TalliedRows) {
    self.tally = tally
    self.rows = rows
  }

  /// Counts all rows and returns the tally.
  func counted() async -> Tally { await run().tally }

  @concurrent private func run() async -> BackgroundTally {
    tally.count(rows)
    return self
  }
}
