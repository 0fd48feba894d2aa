#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterSyntax
  import FilterableResults
  import FilterableResultsSQL
  import Foundation
  import GRDB
  import TestSupport
  import Testing

  @testable import FilterableResultsGRDB
  @testable import FilterableResultsSQL

  /// Facets and aggregates of rows that are not fetched.
  @Suite(.limitedDatabases) struct RowSummaryTests {
    private static func request(_ filter: String = "TRUEPREDICATE") throws
      -> SQLFetchRequest<Ticket>
    {
      SQLFetchRequest(try TicketBase.table(), try FilterPredicate(text: filter))
    }

    private static func base(
      _ tickets: [Ticket], hasFunctions: Bool = true, in kind: StoreKind = .synchronous
    ) throws -> TicketBase {
      let base = try TicketBase(kind, hasFunctions: hasFunctions)
      try base.write { database in
        try database.execute(sql: "INSERT INTO owner VALUES (1, 'x'), (2, 'y'), (3, 'z')")
        for ticket in tickets { try TicketBase.put(ticket, database) }
      }
      return base
    }

    private static func tickets(priorities: [Int64]) -> [Ticket] {
      priorities.enumerated().map { index, priority in
        var ticket = TicketBase.ticket(Int64(index))
        ticket.priority = priority
        return ticket
      }
    }

    // MARK: - Statements

    @Test func numbersAreComputedByTheDatabase() throws {
      let base = try Self.base(Self.tickets(priorities: [3, -4, 3, 9]))
      let store = CountingStore(try SQLiteStore(base.writer))
      var request = try Self.request("priority < 9 AND title CONTAINS[cd] 'T'")
      (request.limit, request.offset) = (1, 1)
      request = request.summarizes(
        facets: [.values(of: \.priority)],
        aggregates: [
          .sum(\.id), .average(\.id), .minimum(\.id), .maximum(\.title), .count(\.score),
          .minimum(\.due), .distinct(\.priority),
        ])
      let summary = try store.summary(request)
      #expect(
        summary.facets[0].counts == [FacetCount(.int(3), count: 2), FacetCount(.int(-4), count: 1)])
      #expect(
        summary.aggregates.map(\.value)
          == [.int(3), .double(1), .int(0), .string("t2"), .int(0), .null, .int(2)])
      let statements = store.take()
      #expect(statements.count == 3, "\(statements)")
      #expect(statements[0].hasSuffix("GROUP BY \"priority\""))
      #expect(statements[1].hasSuffix("GROUP BY \"title\""))
      #expect(statements[2].contains("sum(\"id\" >> 32), sum(\"id\" & 4294967295)"))
      #expect(statements.allSatisfy { $0.contains("frc_test") })
    }

    @Test func onlyTheCellsThatTheEngineNeedsAreRead() throws {
      let base = try Self.base(Self.tickets(priorities: [3, 0, 4, 9]))
      let store = CountingStore(try SQLiteStore(base.writer))
      let request = try Self.request("12 / priority > 2").summarizes(
        facets: [.values(of: \.isOpen)], aggregates: [.sum(\.id)])
      let summary = try store.summary(request)
      #expect(summary.facets[0].counts == [FacetCount(.bool(true), count: 2)])
      #expect(summary.aggregates == [AggregateValue(.int(2))])
      #expect(
        store.take() == [
          "SELECT \"priority\", \"open\", \"id\" FROM \"ticket\" WHERE frc_test(?, \"priority\")"
        ])
      #expect(try store.count(request) == 2)
      #expect(
        store.take() == [
          "SELECT \"priority\" FROM \"ticket\" WHERE frc_test(?, \"priority\")"
        ])
    }

    // MARK: - Sums

    @Test func integersAreAddedBeyondTheirRange() throws {
      let ends: [Int64] = [.max, .max, .max, .min, -1, 1 << 32, -(1 << 32) - 1]
      let base = try Self.base(Self.tickets(priorities: ends))
      var request = try Self.request().summarizes(aggregates: [
        .sum(\.priority), .average(\.priority), .minimum(\.priority), .maximum(\.priority),
      ])
      let values = try SQLiteStore(base.writer).summary(request).aggregates.map(\.value)
      #expect(values[0] == .decimal(Decimal(UInt64.max - 4)), "2^64 - 5")
      #expect(values[1] == .double(2.6352491533870787e18))
      #expect(values[2...] == [.int(.min), .int(.max)])
      request.predicate = try FilterPredicate("priority < 0")
      let below = try SQLiteStore(base.writer).summary(request).aggregates[0].value
      #expect(below == .decimal(Decimal(Int64.min) - Decimal(1 << 32) - 2))
    }

    @Test func doublesAreRoundedOnce() throws {
      let scores: [Double] = [1e300, 1, -1e300, 0.1, 0.2, 1e-300]
      let base = try Self.base(
        scores.enumerated().map { index, score in
          var ticket = TicketBase.ticket(Int64(index))
          ticket.score = score
          return ticket
        } + [TicketBase.ticket(99)])
      let request = try Self.request().summarizes(aggregates: [
        .sum(\.score), .average(\.score), .maximum(\.score), .count(\.score),
      ])
      let values = try SQLiteStore(base.writer).summary(request).aggregates.map(\.value)
      #expect(values == [.double(1.3), .double(1.3 / 6), .double(1e300), .int(6)])
    }

    @Test func theExtremeOfEquivalentTextsIsTheLeastSpelling() throws {
      let titles = ["\u{E9}", "e\u{301}", "\u{E9}"]
      for titles in [titles, Array(titles.dropFirst()), Array(titles.dropLast())] {
        let tickets = titles.enumerated().map { index, title in
          var ticket = TicketBase.ticket(Int64(index))
          ticket.title = title
          return ticket
        }
        let aggregates: [ResultsAggregate<Ticket>] = [.minimum(\.title), .maximum(\.title)]
        let results = ResultsController<Ticket>(identifiedBy: \.id)
        results.aggregates = aggregates
        try results.setItems(tickets)
        #expect(
          results.snapshot.aggregates.map(\.value) == [.string("e\u{301}"), .string("e\u{301}")])
        let base = try Self.base(tickets)
        let summary = try SQLiteStore(base.writer).summary(
          Self.request().summarizes(aggregates: aggregates))
        #expect(summary.aggregates == results.snapshot.aggregates)
      }
    }

    @Test func aCellOfAnotherTypeIsLeftOutOfItsColumn() throws {
      let base = try Self.base(Self.tickets(priorities: [3, 5, 7]))
      try base.write { database in
        try database.execute(sql: "UPDATE ticket SET priority = '5 or so' WHERE id = 1")
      }
      let extremes: [ResultsAggregate<Ticket>] = [.minimum(\.priority), .maximum(\.priority)]
      let store = try SQLiteStore(base.writer)
      var summary = try store.summary(
        Self.request().summarizes(
          facets: [.values(of: \.priority, order: .value)], aggregates: extremes))
      #expect(summary.facets[0].counts.map(\.value) == [.int(3), .int(7)])
      #expect(summary.aggregates.map(\.value) == [.int(3), .int(7)])
      summary = try store.summary(
        Self.request().summarizes(aggregates: extremes + [.sum(\.priority)]))
      #expect(summary.aggregates.map(\.value) == [.int(3), .int(7), .int(10)])
    }

    @Test func anythingButColumnsIsRefused() throws {
      let base = try Self.base([])
      let store = try SQLiteStore(base.writer)
      let length = try Self.request().summarizes(
        aggregates: [ResultsAggregate(.count, of: try ResultsKey("title.length"))])
      #expect(throws: FetchError.self) { try store.summary(length) }
      #expect(throws: FetchError.self) { try LiveFetch(length, in: store) }
      let code = try Self.request().summarizes(facets: [.values(of: ResultsKey { $0.title })])
      #expect(throws: FetchError.self) { try store.summary(code) }
      let filters = try Self.request().summarizes(
        facets: [.filters([ResultsFilter("Open", predicate: try FilterPredicate("open == TRUE"))])])
      let error = #expect(throws: FetchError.self) { try store.summary(filters) }
      #expect(error?.description.hasPrefix("rows cannot be counted by 'filters'") == true)
    }

    // MARK: - Live

    @Test func aSummaryIsDeliveredWithItsRows() throws {
      let base = try Self.base(Self.tickets(priorities: [3, 5, 7, 9]))
      let request = try Self.request().summarizes(
        facets: [.values(of: \.isOpen)], aggregates: [.sum(\.priority)])
      let live = try LiveWindow(request, rows: 2, in: SQLiteStore(base.writer))
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      var deliveries: [(Bool, FilterValue?)] = []
      results.observe {
        deliveries.append(($0.changeset.isEmpty, live.summary?.aggregates[0].value))
      }
      #expect(live.summary == nil)
      try results.update(from: live)
      try base.write { try $0.execute(sql: "UPDATE ticket SET priority = 8 WHERE id = 3") }
      try results.update(from: live)
      try base.write { try $0.execute(sql: "UPDATE ticket SET title = 'x' WHERE id = 3") }
      try results.update(from: live)
      try base.write { try $0.execute(sql: "DELETE FROM ticket WHERE id = 0") }
      try results.update(from: live)
      #expect(deliveries.map(\.1) == [.int(24), .int(23), .int(20)])
      #expect(deliveries.dropFirst().map(\.0) == [true, false])
      #expect(live.total == nil)
      #expect(live.summary?.facets[0].counts == [FacetCount(.bool(true), count: 3)])
      try live.setRequest(Self.request())
      try results.update(from: live)
      #expect(live.summary == nil)
    }

    // MARK: - Random rows

    private static let filters = [
      "TRUEPREDICATE", "priority >= 0", "12 / priority > 1", "title CONTAINS[cd] 'a' OR id > 9",
      "score > 0 AND 12 / priority < 9", "length(title) < 2", "id < 0",
    ]

    private static func facets() -> [ResultsFacet<Ticket>] {
      [
        .values(of: \.priority), .values(of: \.title),
        .values(of: \.title, order: .value, limit: 3),
        .values(of: \.title, options: [.caseInsensitive, .diacriticInsensitive]),
        .values(of: \.score), .values(of: \.due, order: .value), .values(of: \.ownerID, limit: 2),
        .values(of: \.isOpen), .ranges(of: \.priority, bounds: [0, 2]),
        .ranges(of: \.score, bounds: [-0.5, 1, 2.5]),
        .ranges(of: \.due, bounds: [Date(timeIntervalSince1970: 2)]),
      ]
    }

    private static func aggregates() throws -> [ResultsAggregate<Ticket>] {
      try AggregateFunction.allCases.flatMap { function in
        try Ticket.filterFields.keys.map {
          ResultsAggregate(function, of: try ResultsKey($0.keys[0], policy: .unrestricted))
        }
      }
    }

    /// The numbers are those of a controller with all rows that match.
    @Test(arguments: StoreKind.rounds(10))
    func numbersAreThoseOfAController(seed: UInt64, kind: StoreKind) async throws {
      var random = SeededGenerator(seed: seed)
      let tickets = (1...random.below(60) + 1).map { TicketBase.ticket(Int64($0), &random) }
      let base = try Self.base(tickets, hasFunctions: random.chance(50), in: kind)
      let store = try await base.store(seed: seed)
      let all = try base.read(TicketBase.all)
      for filter in Self.filters {
        let facets = Self.facets().filter { _ in random.chance(50) }
        // Fewer of them leave more to the database.
        let aggregates = try Self.aggregates().filter { _ in random.chance(20) }
        let request = try Self.request(filter).summarizes(facets: facets, aggregates: aggregates)
        let matching = all.filter { (try? request.predicate?.matches($0) ?? true) ?? false }
        let own = ResultsController<Ticket>(identifiedBy: \.id)
        (own.facets, own.aggregates) = (facets, aggregates)
        try own.setItems(matching)
        let summary = try await store.summary(request)
        for (facet, expected) in zip(summary.facets, own.snapshot.facets) {
          #expect(facet == expected, "seed \(seed), \(filter)")
          #expect(facet.counts.map { "\($0.value)" } == expected.counts.map { "\($0.value)" })
        }
        for (index, value) in summary.aggregates.enumerated() {
          let expected = own.snapshot.aggregates[index]
          #expect(
            value == expected && "\(value.value)" == "\(expected.value)",
            "seed \(seed), \(filter), \(request.summarizing.aggregates[index])")
        }
        #expect(summary.facets.count == facets.count)
        #expect(summary.aggregates.count == aggregates.count)
      }
    }

    /// The same by a plain recount, which shares no code with the library.
    @Test(arguments: RandomSearch.seeds(6))
    func numbersAreThoseOfARecount(seed: UInt64) throws {
      var random = SeededGenerator(seed: seed)
      let tickets = (1...40).map { TicketBase.ticket(Int64($0), &random) }
      let base = try Self.base(tickets)
      for filter in Self.filters {
        let request = try Self.request(filter).summarizes(
          facets: [.values(of: \.title), .values(of: \.ownerID)],
          aggregates: [
            .sum(\.priority), .minimum(\.score), .maximum(\.due), .distinct(\.ownerID),
            .count(\.score),
          ])
        let rows = tickets.filter { (try? request.predicate?.matches($0) ?? true) ?? false }
        let summary = try SQLiteStore(base.writer).summary(request)
        let titles = Dictionary(grouping: rows) { Array($0.title.utf8) }.mapValues(\.count)
        for count in summary.facets[0].counts {
          guard case .string(let title) = count.value else {
            Issue.record("\(count)")
            continue
          }
          #expect(titles[Array(title.utf8)] == count.count, "seed \(seed)")
        }
        #expect(summary.facets[0].distinct == titles.count)
        let owners = Dictionary(grouping: rows, by: \.ownerID).mapValues(\.count)
          .sorted { ($1.value, $0.key ?? .min) < ($0.value, $1.key ?? .min) }
        #expect(
          summary.facets[1].counts
            == owners.map { FacetCount($0.key.map { .int($0) } ?? .null, count: $0.value) })
        let expected: [FilterValue] = [
          .int(rows.reduce(0) { $0 + $1.priority }),
          rows.compactMap(\.score).min().map { .double($0) } ?? .null,
          rows.compactMap(\.due).max().map { .date($0) } ?? .null,
          .int(Int64(Set(rows.compactMap(\.ownerID)).count)),
          .int(Int64(rows.count { $0.score != nil })),
        ]
        #expect(summary.aggregates.map(\.value) == expected, "seed \(seed), \(filter)")
      }
    }
  }
#endif
