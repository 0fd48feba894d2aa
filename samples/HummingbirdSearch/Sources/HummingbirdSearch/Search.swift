internal import Dispatch
internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults
internal import Foundation
internal import Metrics

/// One search, done in slices of about half a millisecond so that others get their turn.
struct Search: Sendable {
  /// The result of a search.
  struct Found: Sendable {
    /// The first tickets of the order that match and are chosen.
    var tickets: [Ticket] = []

    /// The number of tickets that match and are chosen.
    var count = 0

    /// The identities of the tickets that match, chosen or not, if they are to be counted; nil for all tickets.
    var matching: [Int]?
  }

  /// When it is given up, however long it has computed.
  let deadline: ContinuousClock.Instant

  /// How long it has computed.
  private(set) var used = Duration.zero

  /// How long it may compute.
  private let time: Duration

  private let tickets: [Ticket]
  private let request: SearchRequest
  private let policy: FilterPolicy

  private var filter: FilterPredicate<Ticket>?

  /// The predicate of the choices; nil without any.
  private var choice: FilterPredicate<Ticket>?
  private var sort: [ResultsSortKey<Ticket>] = []
  private var found = Found()

  /// The number of tickets that have been tested.
  private var tested = 0

  private let examined = Counter(label: "search_rows_examined")

  /// The number of tickets of the next slice.
  private var sliceLength = 4

  init(
    _ request: SearchRequest, of tickets: [Ticket], _ policy: FilterPolicy,
    _ limits: SearchServer.SearchLimits
  ) {
    self.tickets = tickets
    self.request = request
    self.policy = policy
    time = min(limits.time, policy.limits?.time ?? limits.time)
    deadline = .now + limits.deadline
  }

  /// Does a slice; returns the result after the last one, and nil before.
  mutating func advance() throws(SearchFailure) -> Found? {
    guard .now < deadline else { throw .busy }
    let begin = Duration.threadTime
    let filter = if let filter { filter } else { try prepare() }
    let end = min(tested + sliceLength, tickets.count)
    try test(tickets[tested..<end], filter, time: time - used - (.threadTime - begin))
    examined.increment(by: end - tested)
    tested = end
    let duration = .threadTime - begin
    used += duration
    adapt(to: duration)
    guard tested == tickets.count else { return nil }
    found.tickets.removeFirst(min(request.from, found.tickets.count))
    return found
  }

  /// The number of tickets that are kept until the end: those of the answer, and those before them.
  private var keptCount: Int { request.from + request.limit }

  /// Makes filter and sort keys of their texts, under the policy.
  private mutating func prepare() throws(SearchFailure) -> FilterPredicate<Ticket> {
    let isAll = request.filter.allSatisfy(\.isWhitespace)
    let filter: FilterPredicate<Ticket>
    do throws(SyntaxError) {
      filter = try FilterPredicate(
        text: isAll ? "TRUEPREDICATE" : request.filter,
        options: FilterOptions(limits: .slice(time: time), policy: policy))
    } catch {
      if case .tookTooLong(let limit) = error.kind {
        throw .evaluation(EvaluationError(.tooLong(limit: limit)), filter: request.filter)
      }
      throw .syntax(error, parameter: "filter")
    }
    do throws(SyntaxError) {
      sort = try ResultsSortKey.list(request.sort, policy: policy)
    } catch {
      throw .syntax(error, parameter: "sort")
    }
    do throws(SyntaxError) {
      for predicate in try request.choices.predicates().values {
        choice = if let choice { try choice && predicate } else { predicate }
      }
    } catch {
      throw .syntax(error, parameter: "filter")
    }
    if request.hasCounts, !isAll || !policy.always.isEmpty { found.matching = [] }
    self.filter = filter
    return filter
  }

  private mutating func test(
    _ slice: ArraySlice<Ticket>, _ filter: FilterPredicate<Ticket>, time: Duration
  ) throws(SearchFailure) {
    do throws(EvaluationError) {
      guard time > .zero else {
        throw EvaluationError(.tooLong(limit: self.time))
      }
      let limits = EvaluationLimits.slice(time: time)
      if sort.isEmpty, found.tickets.count == keptCount, choice == nil, found.matching == nil {
        found.count += try slice.count(where: filter, limits: limits)
      } else {
        let matches = try slice.filter(filter, limits: limits)
        found.matching?.append(contentsOf: matches.lazy.map(\.id))
        keep(
          try choice.map { choice throws(EvaluationError) in try matches.filter(choice) } ?? matches
        )
      }
    } catch {
      throw .evaluation(error, filter: request.filter)
    }
  }

  /// Counts matches, and keeps as many of the first as the answer takes.
  private mutating func keep(_ matches: [Ticket]) {
    found.count += matches.count
    if sort.isEmpty {
      found.tickets += matches.prefix(keptCount - found.tickets.count)
    } else if !matches.isEmpty {
      let sorted = (found.tickets + matches).sorted(by: sort)
      found.tickets = Array(sorted.prefix(keptCount))
    }
  }

  /// Makes slices take about half a millisecond, when the last one took `time`.
  private mutating func adapt(to time: Duration) {
    let factor = min(Duration.microseconds(500) / max(time, .microseconds(1)), 4)
    sliceLength = min(max(Int(Double(sliceLength) * factor), 1), 8_192)
  }
}

extension Duration {
  /// The processor time of the thread. On a busy machine another clock would count the time of others too.
  fileprivate static var threadTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension EvaluationLimits {
  /// The limits of a slice: little work for one ticket, so that slices stay short, and a time for all.
  static func slice(time: Duration) -> EvaluationLimits {
    var limits = EvaluationLimits.standard
    limits.steps = 100_000
    limits.elements = 100_000
    limits.bytes = 1_000_000
    limits.regularExpressions.tries = 10_000
    limits.time = time
    return limits
  }
}
