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

  /// Filters that exceed the limits of one statement: the engine tests what the database does not take.
  @Suite(.limitedDatabases) struct LargeFilterTests {
    /// A number of operands, more than SQLite takes as values of one statement in an exhaustive run.
    private static func many(_ usual: Int) -> Int { RandomSearch.isExhaustive ? 260_000 : usual }

    private static func base(_ hasFunctions: Bool) throws -> TicketBase {
      let base = try TicketBase(hasFunctions: hasFunctions)
      try base.writer.write { database in
        for id in 1...5 { try TicketBase.put(TicketBase.ticket(Int64(id)), database) }
        var long = TicketBase.ticket(6)
        long.title = text
        try TicketBase.put(long, database)
      }
      return base
    }

    /// 2 MB in an exhaustive run.
    private static let text = String(repeating: "long text ", count: many(7_700) * 10 / 13)

    /// The rows of a filter, by a fetch and by a controller that follows a commit.
    private static func ids(
      _ filter: FilterPredicate<Ticket>, _ bindings: [String: FilterValue] = [:],
      hasFunctions: Bool
    ) throws -> [Int64] {
      let base = try base(hasFunctions)
      let store = try SQLiteStore(base.writer)
      var request = SQLFetchRequest(try TicketBase.table(), filter)
      request.bindings = bindings
      let fetched = try store.fetch(request).items.map(\.id)
      #expect(try store.count(request) == fetched.count)
      let live = try LiveFetch(request, in: store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      try results.update(from: live)
      #expect(results.snapshot.items.map(\.id) == fetched)
      try base.writer.write { try $0.execute(sql: "UPDATE ticket SET priority = 7 WHERE id = 2") }
      try results.update(from: live)
      #expect(results.snapshot.items.map(\.id) == fetched)
      return fetched
    }

    private static func comparison(
      _ key: String, _ name: AST.Comparison.Operator, _ right: AST.Expression
    ) -> AST.Predicate {
      .comparison(
        AST.Comparison(.keyPath(AST.KeyPath([AST.KeyPath.Component(.key, key)])), name, right))
    }

    @Test(arguments: [false, true]) func alternativesOfAnyNumberAreTested(_ functions: Bool) throws
    {
      // SQLite plans at most 512 comparisons.
      let operands = (0..<Self.many(1_000)).map { index in
        Self.comparison("id", .equal, .literal(AST.Literal(.integer(Int64(index) * 2))))
      }
      let filter = try FilterPredicate<Ticket>(.compound(AST.Compound(.or, operands)))
      #expect(try Self.ids(filter, hasFunctions: functions) == [2, 4, 6])
    }

    @Test(arguments: [false, true]) func listsOfAnyLengthAreTested(_ functions: Bool) throws {
      let count = Self.many(33_000)
      let integers = (0..<count).map { FilterValue.int(Int64($0) * 2) }
      let texts = (0..<count / 10).map { FilterValue.string("t\($0 * 3)\u{0}") } + [.string("t3")]
      let filters: [(String, [FilterValue], [Int64])] = [
        ("id IN $list", integers, [2, 4, 6]), ("title IN $list", texts, [3]),
      ]
      for (text, values, ids) in filters {
        let filter = try FilterPredicate<Ticket>(text: text)
        let found = try Self.ids(
          filter, ["list": .list(FilterList(values))], hasFunctions: functions)
        #expect(found == ids)
      }
    }

    @Test(arguments: [false, true]) func textsOfAnyLengthAreTested(_ functions: Bool) throws {
      for (text, ids) in [
        ("title == $text", [6]), ("title BEGINSWITH $text", [6]), ("title CONTAINS[n] $text", [6]),
        ("title != $text AND id > 4", [5]), ("title IN {$text, 't1'}", [1, 6]),
        ("title >= $text AND id > 5", [6]), ("$text BEGINSWITH title", [6]),
      ] as [(String, [Int64])] {
        let filter = try FilterPredicate<Ticket>(text: text)
        let found = try Self.ids(filter, ["text": .string(Self.text)], hasFunctions: functions)
        #expect(found == ids, "\(text)")
      }
    }
  }
#endif
