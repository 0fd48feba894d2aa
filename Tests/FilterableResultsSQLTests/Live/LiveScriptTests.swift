import FilterableResultsUI
import FilterableResultsTesting

#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import Foundation
  import GRDB
  import TestSupport
  import Testing

  @testable import FilterableResultsGRDB

  /// Random transactions: what controllers show after each of them is what a fetch of its own gives,
  /// and a strict list view follows the changes.
  @Suite(.limitedDatabases) struct LiveScriptTests {
    /// A controller that follows a request, and a list view that follows the controller.
    private final class Reader {
      let live: LiveFetch<Ticket>
      let results: ResultsController<Ticket>
      let view = StrictView<String>()
      let adapter: ListViewAdapter<Ticket>
      var deliveries = 0
      let settings: (ResultsController<Ticket>) throws -> Void

      init(
        _ request: SQLFetchRequest<Ticket>, _ store: any SQLStore,
        _ settings: @escaping (ResultsController<Ticket>) throws -> Void
      ) throws {
        live = try LiveFetch(request, in: store)
        results = ResultsController<Ticket>(identifiedBy: \.id)
        self.settings = settings
        try settings(results)
        adapter = ListViewAdapter<Ticket>(view)
        view.counts = { [unowned adapter] in adapter.rows.counts }
        view.cell = { [unowned adapter] path in adapter.rows.item(at: path)?.text }
        results.observe(for: self) { [unowned self] change in
          deliveries += 1
          adapter.apply(change)
        }
      }

      /// What a controller of its own shows of a fetch of its own.
      func expected(_ all: [Ticket]) throws -> [[String]] {
        let request = live.request
        let source = MemorySource(
          all.filter { (try? request.predicate?.matches($0) ?? true) ?? false })
        source.request.sort = request.sort
        source.request.offset = request.offset
        source.request.limit = request.limit
        let fresh = ResultsController<Ticket>(identifiedBy: \.id)
        try settings(fresh)
        try fresh.update(from: source)
        return texts(fresh)
      }

      func texts(_ results: ResultsController<Ticket>) -> [[String]] {
        results.snapshot.sections.map { section in
          section.rows.map { row in
            if case .item(let item) = row { item.text } else { "" }
          }
        }
      }
    }

    private static func readers(_ store: any SQLStore) throws -> [Reader] {
      let table = try TicketBase.table()
      func request(
        _ filter: String, _ sort: [ResultsSortKey<Ticket>] = [], limit: Int? = nil, offset: Int = 0
      ) throws -> SQLFetchRequest<Ticket> {
        var request = SQLFetchRequest(table, try FilterPredicate(text: filter), sort: sort)
        request.limit = limit
        request.offset = offset
        return request
      }
      return [
        try Reader(try request("TRUEPREDICATE"), store) { _ in },
        try Reader(try request("priority > 0", [.descending(\.title)]), store) { _ in },
        try Reader(try request("12 / priority > 3 OR open == TRUE", [.ascending(\.score)]), store) {
          try $0.configure { $0.sections.key = ResultsKey(\.priority) }
        },
        try Reader(
          try request("title CONTAINS[cd] 'a'", [.ascending(\.priority), .descending(\.due)]), store
        ) { try $0.configure { $0.rows.sort = [.descending(\.isOpen)] } },
        try Reader(
          try request("priority >= 0", [.descending(\.priority)], limit: 6, offset: 2), store
        ) { _ in },
        // Rows are told apart by something else than the key of the table.
        try Reader(try request("open == TRUE", [.ascending(\.title)]), store) {
          try $0.configure { $0.rows.identity = ResultsKey(\.text) }
        },
      ]
    }

    @Test(arguments: StoreKind.rounds(5))
    func controllersShowWhatAFetchGives(seed: UInt64, kind: StoreKind) async throws {
      var random = SeededGenerator(seed: seed)
      let base = try TicketBase(
        kind, isPool: random.chance(50), hasFunctions: random.chance(30))
      try base.write { database in
        try database.execute(sql: "INSERT INTO owner VALUES (1, 'x'), (2, 'y'), (3, 'z')")
        try database.execute(sql: Self.trigger(database.isPostgreSQL))
        for id in 1...12 { try TicketBase.put(TicketBase.ticket(Int64(id), &random), database) }
      }
      let readers = try Self.readers(
        try await base.store(seed: seed, usesHook: random.chance(80)))
      for step in 0..<40 {
        let commits = random.chance(20) ? 3 : 1
        var hasRolledBackAll = true
        for _ in 0..<commits {
          let isRolledBack = random.chance(20)
          try script(base, isRolledBack, &random)
          if !isRolledBack { hasRolledBackAll = false }
        }
        // A reader that sleeps gets the commits of several steps at once.
        for reader in readers where step == 39 || random.chance(70) || hasRolledBackAll {
          try await compare(reader, base, hasRolledBackAll, "seed \(seed) step \(step)")
        }
      }
    }

    private func compare(
      _ reader: Reader, _ base: TicketBase, _ hasRolledBackAll: Bool, _ message: String
    ) async throws {
      let before = (reader.texts(reader.results), reader.deliveries)
      try await reader.results.show(reader.live)
      let expected = try reader.expected(try base.read(TicketBase.all))
      let after = reader.texts(reader.results)
      #expect(
        after == expected, "\(message) \(reader.live.request.predicate?.syntax.sourceText ?? "")")
      #expect(reader.deliveries - before.1 <= 1, "\(message)")
      if before.0 == after, reader.deliveries > 1 {
        #expect(reader.deliveries == before.1, "\(message): a delivery of nothing")
      }
      #expect(reader.view.rows == after, "\(message)")
      #expect(reader.view.problems.isEmpty, "\(message)")
    }

    /// Opens and closes the next ticket after a change of a date.
    private static func trigger(_ isPostgreSQL: Bool) -> String {
      let change = "UPDATE ticket SET open = NOT open WHERE id = new.id + 1;"
      let event = "TRIGGER reopen AFTER UPDATE OF due ON ticket"
      guard isPostgreSQL else { return "CREATE \(event) BEGIN \(change) END" }
      return """
        CREATE FUNCTION reopen() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN \(change) RETURN new; END';
        CREATE \(event) FOR EACH ROW EXECUTE FUNCTION reopen()
        """
    }

    /// A transaction of some statements, a few of them within a savepoint.
    private func script(
      _ base: TicketBase, _ isRolledBack: Bool, _ random: inout SeededGenerator
    ) throws {
      var generator = random
      try base.transact { database in
        for _ in 0...generator.below(3) {
          if generator.chance(20) {
            try database.inSavepoint {
              try statement(database, &generator)
              return generator.chance(50) ? .commit : .rollback
            }
          } else {
            try statement(database, &generator)
          }
        }
        return isRolledBack ? .rollback : .commit
      }
      random = generator
    }

    private func statement(_ database: any TestTransaction, _ random: inout SeededGenerator) throws
    {
      let id = Int64(random.below(16)) + 1
      switch random.below(12) {
      case 0...3: try TicketBase.put(TicketBase.ticket(id, &random), database)
      case 4:
        try database.execute(
          sql: "UPDATE ticket SET priority = priority + 1 WHERE id = ?", arguments: [id])
      case 5: try database.execute(sql: "DELETE FROM ticket WHERE id = ?", arguments: [id])
      case 6:
        let other = Int64(random.below(16)) + 1
        try database.execute(
          sql: """
            UPDATE ticket SET id = ?
            WHERE id = ? AND NOT EXISTS (SELECT 1 FROM ticket WHERE id = ?)
            """, arguments: [other, id, other])
      case 7:
        try database.execute(
          sql: """
            INSERT INTO ticket VALUES (?, 'up', 1, TRUE, 1, 1, NULL)
            ON CONFLICT (id) DO UPDATE SET title = ticket.title || 'a', score = NULL
            """, arguments: [id])
      case 8:
        try database.execute(sql: "UPDATE ticket SET due = id % 4 WHERE id > ?", arguments: [id])
      case 9:
        try database.execute(
          sql: "DELETE FROM owner WHERE id = ?", arguments: [random.below(3) + 1])
        try database.execute(
          sql: "INSERT INTO owner VALUES (1, 'x'), (2, 'y'), (3, 'z') ON CONFLICT DO NOTHING")
      case 10:
        try database.execute(
          sql: "UPDATE ticket SET priority = priority WHERE id = ?", arguments: [id])
      default:
        if random.chance(20) { try database.execute(sql: "DELETE FROM ticket") }
      }
    }
  }
#endif
