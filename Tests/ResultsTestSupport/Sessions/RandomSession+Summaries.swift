import FilterEngine
import FilterableResults
import TestSupport

/// The facets and aggregates that a session counts, and the numbers that it has seen.
struct SessionSummaries {
  var facets: [SummaryRecount<Row>.FacetModel] = []
  var aggregates: [SummaryRecount<Row>.AggregateModel] = []

  /// The values that were chosen, by the group of the facet.
  var chosen: [String: [FilterValue]] = [:]
}

/// The numbers of a snapshot.
struct SessionNumbers: Equatable {
  var facets: [FacetCounts]
  var aggregates: [AggregateValue]
  var sections: [[AggregateValue]]

  init(_ snapshot: ResultsSnapshot<Row>) {
    facets = snapshot.facets
    aggregates = snapshot.aggregates
    sections = snapshot.sections.map(\.aggregates)
  }

  /// Whether all numbers are equal and spelled in the same way: 7 is not 7.0.
  static func == (left: SessionNumbers, right: SessionNumbers) -> Bool {
    left.facets == right.facets && left.aggregates == right.aggregates
      && left.sections == right.sections && "\(left)" == "\(right)"
  }
}

extension RandomSession {
  /// Sets facets and aggregates, or chooses values of one.
  func editSummaries() {
    let kind = dice.below(6)
    count("summary edit \(kind)")
    switch kind {
    case 0: setSummaries(SessionSummaries())
    case 1, 2: choose()
    default: setSummaries(makeSummaries())
    }
  }

  private func setSummaries(_ new: SessionSummaries) {
    let chosen = summaries.chosen
    summaries = new
    summaries.chosen = chosen
    controller.facets = new.facets.map(\.facet)
    controller.aggregates = new.aggregates.map(\.aggregate)
  }

  private func makeSummaries() -> SessionSummaries {
    var new = SessionSummaries()
    let group = ["n", "city", "threshold", nil][dice.below(4)]
    if dice.chance(3, of: 4) {
      let (order, limit) = ([FacetOrder.count, .value][dice.below(2)], [nil, 1, 2][dice.below(3)])
      new.facets.append(
        .init(
          .values(of: \.city, ignoring: group, order: order, limit: limit),
          .values(order: order, limit: limit)
        ) { $0.city.filterValue })
    }
    if dice.chance(1, of: 2) {
      new.facets.append(
        .init(
          .ranges(of: \.n, bounds: [5, 2], ignoring: group), .ranges([2, 5])
        ) { .int(Int64($0.n)) })
    }
    if dice.chance(1, of: 2) { new.facets.append(candidates) }
    let reads: [(ResultsKey<Row>, (Row) -> FilterValue)] = [
      (ResultsKey(\.n), { .int(Int64($0.n)) }), (ResultsKey(\.city), { $0.city.filterValue }),
      (
        ResultsKey { $0.n > 4 ? Double($0.n) / 3 : nil },
        {
          $0.n > 4 ? .double(Double($0.n) / 3) : .null
        }
      ),
    ]
    for function in AggregateFunction.allCases where dice.chance(2, of: 3) {
      let (key, read) = reads[dice.below(3)]
      new.aggregates.append(.init(function, key, read))
    }
    return new
  }

  private var candidates: SummaryRecount<Row>.FacetModel {
    let threshold = threshold
    let least = dice.below(5)
    var list = [
      ResultsFilter<Row>("odd") { $0.id % 2 == 1 },
      ResultsFilter<Row>("other", group: "threshold") { $0.n > threshold.value },
      ResultsFilter<Row>("new") { row in
        if row.n == 7 { throw SessionFailure(origin: "a filter", step: 0, reason: "7") }
        return row.n % 2 == 0
      },
    ]
    if let predicate = try? FilterPredicate<Row>("n >= \(least)"),
      let filter = try? ResultsFilter("n", group: "n", predicate: predicate)
    {
      list.append(filter)
    }
    list.removeAll { _ in dice.chance(1, of: 3) }
    return .init(.filters(list), .filters(list))
  }

  /// Chooses values of the first facet.
  private func choose() {
    guard let group = summaries.facets.first?.facet.group,
      case .values = summaries.facets.first?.counted
    else { return }
    let values: [FilterValue] = ["a", "b", "z", .null].filter { _ in dice.chance(1, of: 3) }
    guard (try? controller.choose(values, in: 0)) != nil else { return }
    chosenFilters[group] = controller.filters[group: group]
    summaries.chosen[group] = values
  }

  // MARK: - Checks

  /// The numbers that a recount of everything gives.
  private func recount() -> (facets: [FacetCounts], aggregates: [AggregateValue]) {
    let items = controller.items ?? []
    let recount = currentRecount
    return (
      summaries.facets.map { recount.counts(of: $0, items) },
      summaries.aggregates.map { recount.value(of: $0, items) }
    )
  }

  private var currentRecount: SummaryRecount<Row> {
    // Another filter of the group chooses nothing.
    let chosen = summaries.chosen.filter { group, _ in
      controller.filters[group: group].map { $0.identity == chosenFilters[group]?.identity }
        ?? false
    }
    return SummaryRecount(Array(controller.filters), chosen: chosen)
  }

  /// Compares the numbers of the snapshot with a recount.
  func checkSummaries() throws {
    let snapshot = controller.snapshot
    guard snapshot.isLoaded else { return }
    let expected = recount()
    guard snapshot.facets == expected.facets else {
      throw fail("facets \(describe(snapshot.facets)), not \(describe(expected.facets))")
    }
    guard snapshot.aggregates == expected.aggregates else {
      throw fail("aggregates \(snapshot.aggregates), not \(expected.aggregates)")
    }
    for section in snapshot.sections {
      let items = rows(of: section)
      let values = summaries.aggregates.map { currentRecount.value(of: $0, items) }
      guard section.aggregates == values else {
        throw fail("section \(section.key) has \(section.aggregates), not \(values)")
      }
    }
    for (old, numbers) in seen where SessionNumbers(old) != numbers {
      throw fail("an old snapshot has \(SessionNumbers(old)), not \(numbers)")
    }
    seen.append((snapshot, SessionNumbers(snapshot)))
    if seen.count > 4 { seen.removeFirst() }
  }

  /// All rows of a section, hidden or visible.
  private func rows(of section: ResultsSection<Row>) -> [Row] {
    guard let key = controller.configuration.sections.key else {
      let stored = controller.sections.stored ?? []
      return stored.first { $0.key ?? .null == section.key }?.items ?? []
    }
    let isCity = key.keyPath == "city"
    return (controller.items ?? []).filter {
      (isCity ? $0.city.filterValue : .int(Int64($0.n))) == section.key
    }
  }

  /// Checks which numbers a change says to differ.
  func checkNumbers(of change: ResultsChange<Row>) throws {
    let (old, new) = (SessionNumbers(change.old), SessionNumbers(change.new))
    let facets = new.facets.indices.filter {
      old.facets.count != new.facets.count || old.facets[$0] != new.facets[$0]
    }
    let aggregates = new.aggregates.indices.filter {
      old.aggregates.count != new.aggregates.count || old.aggregates[$0] != new.aggregates[$0]
    }
    guard Set(facets).isSubset(of: change.facets), Set(aggregates).isSubset(of: change.aggregates)
    else {
      throw fail("\(change.facets), \(change.aggregates) differ, not \(facets), \(aggregates)")
    }
    let known = Dictionary(
      change.old.sections.map { ($0.key, $0.aggregates) }, uniquingKeysWith: { first, _ in first })
    let sections = change.new.sections.indices.filter { index in
      let section = change.new.sections[index]
      return !section.aggregates.isEmpty && known[section.key] != section.aggregates
    }
    guard Set(sections).isSubset(of: change.sectionAggregates) else {
      throw fail("sections \(change.sectionAggregates) differ, not \(sections)")
    }
  }

  private func describe(_ facets: [FacetCounts]) -> String {
    facets.map { facet in
      let counts = facet.counts.map { "\($0.value)\($0.isInForce ? "*" : "") \($0.count)" }
      return counts.joined(separator: ", ")
        + " (\(facet.others) others, \(facet.distinct) distinct, \(facet.failed) failed"
        + "\(facet.isUnknown ? ", unknown" : ""))"
    }.joined(separator: "; ")
  }
}
