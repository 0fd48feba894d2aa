#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import Foundation
  import GRDB
  import TestSupport
  import Testing

  @testable import FilterableResultsGRDB
  @testable import FilterableResultsSQL

  /// Requests keep their plans, and fetch what a new request fetches.
  @Suite(.limitedDatabases) struct KeptPlanTests {
    private typealias Request = SQLFetchRequest<Ticket>

    private static func request(_ filter: String) throws -> Request {
      try Request(
        TicketBase.table(), FilterPredicate(text: filter), sort: [.ascending(\.priority)])
    }

    private static func base(_ kind: StoreKind = .synchronous) throws -> TicketBase {
      let base = try TicketBase(kind, hasFunctions: true)
      var random = SeededGenerator(seed: 1)
      try base.write { transaction in
        try transaction.execute(sql: "INSERT INTO owner VALUES (1, 'x'), (2, 'y'), (3, 'z')")
        for id in 1...30 {
          try TicketBase.put(TicketBase.ticket(Int64(id), &random), transaction)
        }
      }
      return base
    }

    @Test(arguments: StoreKind.allCases)
    func aRequestIsPlannedOnce(kind: StoreKind) async throws {
      let base = try Self.base(kind)
      defer { withExtendedLifetime(base) {} }
      let store = try await base.store()
      var request = try Self.request("priority > 0 AND title BEGINSWITH[c] 'a'")
      request.limit = 3
      let items = try await store.fetch(request).items
      #expect(request.kept.plan(of: store) != nil)
      let copy = request
      #expect(copy.kept === request.kept)
      let again = try await store.fetch(copy).items
      #expect(again == items)
    }

    @Test func whateverAPlanDependsOnMakesItAnotherRequest() throws {
      let base = try Self.base()
      defer { withExtendedLifetime(base) {} }
      let store = try SQLiteStore(base.writer)
      var request = try Self.request("priority > $least")
      request.bindings = ["least": 1]
      let changes: [(inout Request) throws -> Void] = [
        { $0.table = try TicketBase.table() }, { $0.predicate = nil },
        { $0.bindings = ["least": 2] }, { $0.sort = [] }, { $0.limit = 4 }, { $0.offset = 1 },
        { $0.prefetched = [] }, { $0.failures = .amongCandidates },
      ]
      for change in changes {
        _ = try store.fetch(request)
        #expect(request.kept.plan(of: store) != nil)
        var changed = request
        try change(&changed)
        #expect(changed.kept.plan(of: store) == nil)
        #expect(request.kept.plan(of: store) != nil)
      }
    }

    @Test func aPlanIsThatOfOneStore() throws {
      let request = try Self.request("priority > 0")
      let bases = try [Self.base(), Self.base()]
      defer { withExtendedLifetime(bases) {} }
      let stores = try bases.map { try SQLiteStore($0.writer) }
      for store in stores { _ = try store.fetch(request) }
      #expect(request.kept.plan(of: stores[0]) == nil)
      #expect(request.kept.plan(of: stores[1]) != nil)
    }

    @Test(arguments: ["due < now()", "length(title) > 1"])
    func aPredicateThatCallsIsPlannedAnew(filter: String) throws {
      let base = try Self.base()
      defer { withExtendedLifetime(base) {} }
      let store = try SQLiteStore(base.writer)
      let request = try Self.request(filter)
      _ = try store.fetch(request)
      #expect(request.kept.plan(of: store) == nil)
    }

    @Test func aChangedTableIsNoticed() throws {
      let base = try Self.base()
      let store = try SQLiteStore(base.writer)
      let request = try Self.request("priority > 0")
      let items = try store.fetch(request).items
      try base.write { try $0.execute(sql: "ALTER TABLE ticket RENAME COLUMN score TO points") }
      #expect(throws: SQLSchemaError.self) { try store.fetch(request) }
      try base.write { try $0.execute(sql: "ALTER TABLE ticket RENAME COLUMN points TO score") }
      #expect(try store.fetch(request).items == items)
    }

    private static let filters = [
      "TRUEPREDICATE", "priority > 1", "title BEGINSWITH[c] 'a'", "title CONTAINS[cd] 'e'",
      "priority > 0 AND 12 / priority > 3", "priority == $wanted",
      "title == 'a' OR score > 0.5",
    ]

    private static let orders: [[ResultsSortKey<Ticket>]] = [
      [], [.descending(\.priority)], [.ascending(\.title)], [.descending(\.score)],
      [.ascending(\.priority), .descending(\.title, options: .caseInsensitive)],
    ]

    @Test(arguments: StoreKind.rounds(6))
    func aKeptPlanFetchesWhatANewOneFetches(seed: UInt64, kind: StoreKind) async throws {
      var random = SeededGenerator(seed: seed)
      let base = try Self.base(kind)
      let store = try await base.store(seed: seed)
      for filter in Self.filters {
        var request = try Self.request(filter)
        request.bindings = ["wanted": 1]
        for _ in 1...12 {
          switch random.below(6) {
          case 0: request.sort = random.pick(Self.orders)
          case 1: request.limit = random.chance(30) ? nil : random.below(9)
          case 2: request.offset = random.below(4)
          case 3: request.bindings = ["wanted": random.below(4)]
          case 4:
            try base.write { transaction in
              let ticket = TicketBase.ticket(Int64(1 + random.below(40)), &random)
              try TicketBase.put(ticket, transaction)
            }
          default: break
          }
          var new = request
          new.forgetPlan()
          let expected = try await store.fetch(new)
          let found = try await store.fetch(request)
          #expect(found.items == expected.items, "\(filter)")
          #expect(found.failures.count == expected.failures.count, "\(filter)")
          guard let item = expected.items.last else { continue }
          new.forgetPlan()
          let expectedNext = try? await store.fetch(new, after: item).items
          let next = try? await store.fetch(request, after: item).items
          #expect(next == expectedNext, "\(filter)")
        }
      }
    }
  }
#endif
