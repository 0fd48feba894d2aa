internal import Dispatch
internal import FilterEngine
internal import FilterableResults
internal import Foundation
internal import Synchronization

/// Counts all tickets by value and by month, and computes totals, for one search after another.
///
/// A results controller has all tickets. The filter of a search has its group, and so has each choice, which a facet of
/// the same group ignores. Searches run on threads of their own, and so do counts.
final class TicketCounts: Sendable {
  private let results: Mutex<ResultsController<Ticket>>
  private let queue = DispatchQueue(label: "counts")

  /// The values of all tickets by key when they were given, the most frequent ones first.
  let frequentValues: [String: [FilterValue]]

  /// The aggregates of the controller by key.
  private static let totals: [(name: String, key: String)] = [
    ("average", "priority"), ("sum", "customerRevenue"),
  ]

  /// Counts tickets whose identities are unique.
  ///
  /// - Throws: `duplicateKey` if they are not.
  init(_ tickets: [Ticket]) throws(ResultsError) {
    let results = ResultsController<Ticket>(identifiedBy: \.id)
    try results.setItems(tickets)
    results.facets = [
      .values(of: \.state, ignoring: "state", order: .value),
      .values(of: \.priority, ignoring: "priority", order: .value),
      .values(of: \.tags, ignoring: "tags", order: .value),
      .ranges(
        of: \.created, bounds: Self.months(of: tickets).map(\.start), ignoring: Choices.monthKey),
    ]
    results.aggregates = [.average(\.priority), .sum(\.customerRevenue)]
    frequentValues = Dictionary(
      uniqueKeysWithValues: zip(Choices.keys, results.snapshot.facets).map { key, facet in
        let counts = facet.counts.filter { !$0.value.isNull }.sorted { $0.count > $1.count }
        return (key, counts.map(\.value))
      })
    self.results = Mutex(results)
  }

  /// The months from the first ticket to the one after the last ticket.
  private static func months(of tickets: [Ticket]) -> [Month] {
    let dates = tickets.map(\.created)
    guard let first = dates.min(), let last = dates.max() else { return [] }
    var months = [Month(of: first)]
    while let month = months.last, month <= Month(of: last) { months.append(month.next) }
    return months
  }

  /// Replaces the ticket of the same identity, before later counts.
  func replace(_ ticket: Ticket) {
    queue.async { [self] in results.withLock { _ = $0.replace(ticket) } }
  }

  /// Counts the tickets with some identities, nil for all, as a role may see them.
  ///
  /// - Throws: `busy` after the deadline.
  func counts(
    of tickets: [Int]?, _ choices: Choices, for role: Role, until deadline: ContinuousClock.Instant
  ) async throws(SearchFailure) -> Counts {
    let answer: Result<Counts, SearchFailure> = await withCheckedContinuation { continuation in
      queue.async { [self] in
        guard .now < deadline else { return continuation.resume(returning: .failure(.busy)) }
        let result = Result { () throws(SyntaxError) in
          try results.withLock { results throws(SyntaxError) in
            try Self.apply(tickets, choices, to: results)
            return Self.counts(in: results.snapshot, choices, for: role)
          }
        }
        continuation.resume(returning: result.mapError { .syntax($0, parameter: "filter") })
      }
    }
    return try answer.get()
  }

  /// Replaces the filters of the search before.
  private static func apply(
    _ tickets: [Int]?, _ choices: Choices, to results: ResultsController<Ticket>
  ) throws(SyntaxError) {
    let found = try tickets.map { tickets throws(SyntaxError) in
      try FilterPredicate<Ticket>(text: "id IN %@", arguments: [tickets])
    }
    let months = try choices.predicates()[Choices.monthKey]
    results.begin()
    results.filters.removeAll()
    if let found { add(found, group: "search") }
    if let months { add(months, group: Choices.monthKey) }
    for (index, key) in Choices.keys.enumerated() {
      try? results.choose(choices.values[key] ?? [], in: index)
    }
    try? results.end()

    func add(_ predicate: FilterPredicate<Ticket>, group: String) {
      if let filter = try? ResultsFilter(group, group: group, predicate: predicate) {
        results.filters.add(filter)
      }
    }
  }

  private static func counts(
    in snapshot: ResultsSnapshot<Ticket>, _ choices: Choices, for role: Role
  ) -> Counts {
    let keys = Set(role.columns.map(\.key))
    var counts = Counts()
    for (key, facet) in zip(Choices.keys, snapshot.facets) where keys.contains(key) {
      counts.values.append(Counts.Values(key: key, values: facet.counts.map(Counts.Value.init)))
    }
    // No ticket is below the first bound or above the last one.
    if keys.contains(Choices.monthKey), let facet = snapshot.facets.last {
      counts.months = facet.counts.compactMap { Counts.Bar($0, chosen: choices.months) }
    }
    for (total, aggregate) in zip(totals, snapshot.aggregates) where keys.contains(total.key) {
      counts.totals.append(Counts.Total(name: total.name, key: total.key, aggregate.value))
    }
    return counts
  }
}

/// `{"values": [{"key": "state", "values": [{"value": "open", "count": 3, "isChosen": false}, …]}, …],
/// "months": [{"month": "2024-01", "count": 3, "isChosen": false}, …],
/// "totals": [{"name": "average", "key": "priority", "value": 2.5}, …]}`
struct Counts: Encodable, Sendable {
  /// The counts of the values of a key.
  struct Values: Encodable, Sendable {
    let key: String
    let values: [Value]
  }

  /// The count of a value, which is nil for tickets without one.
  struct Value: Encodable, Sendable {
    let value: String?
    let count: Int
    let isChosen: Bool

    init(_ count: FacetCount) {
      value = count.value.isNull ? nil : count.value.text
      self.count = count.count
      isChosen = count.isInForce
    }
  }

  /// The count of a month.
  struct Bar: Encodable, Sendable {
    let month: String
    let count: Int
    let isChosen: Bool

    /// The count of a range with both bounds; nil for any other one.
    init?(_ range: FacetCount, chosen: Range<Date>?) {
      guard case .date(let start) = range.value, range.upperBound != nil else { return nil }
      month = String(start.formatted(.iso8601).prefix(7))
      count = range.count
      isChosen = chosen?.contains(start) ?? false
    }
  }

  /// A number of all tickets that match and are chosen; nil for an average of none.
  struct Total: Encodable, Sendable {
    let name: String
    let key: String
    let value: Double?

    init(name: String, key: String, _ value: FilterValue) {
      (self.name, self.key) = (name, key)
      self.value =
        switch value {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
  }

  var values: [Values] = []
  var months: [Bar] = []
  var totals: [Total] = []
}

extension FilterValue {
  /// The value as a parameter of a request has it.
  fileprivate var text: String {
    if case .string(let text) = self { text } else { "\(self)" }
  }
}
