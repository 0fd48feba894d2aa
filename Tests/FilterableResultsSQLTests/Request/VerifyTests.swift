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

  /// Rows that cannot be decoded, found by one scan of a table.
  @Suite(.limitedDatabases) struct VerifyTests {
    /// Cells of other types than declared, by the column and the content that is reported.
    private static let bad: [(sql: String, column: String, found: String)] = [
      ("title = x'616263'", "title", "3 bytes"),
      ("title = CAST(x'61FF' AS TEXT)", "title", "a text that is not UTF-8"),
      ("priority = 'many'", "priority", "a text"), ("priority = 1.5", "priority", "1.5"),
      ("open = 2", "open", "2"), ("score = 'high'", "score", "a text"),
      ("due = 'tomorrow'", "due", "a text"), ("due = x'00'", "due", "1 bytes"),
      ("owner_id = 0.5", "owner_id", "0.5"),
    ]

    private static func base(rows: Int) throws -> TicketBase {
      let base = try TicketBase()
      try base.writer.write { database in
        try database.execute(sql: "PRAGMA foreign_keys = OFF")
        for id in 1...rows { try TicketBase.put(TicketBase.ticket(Int64(id)), database) }
      }
      try base.writer.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA foreign_keys = OFF")
        for (index, bad) in bad.enumerated() {
          try database.execute(sql: "UPDATE ticket SET \(bad.sql) WHERE id = \(10 * (index + 1))")
        }
      }
      return base
    }

    @Test func eachKindOfBadCellIsFoundWithTableKeyAndColumn() throws {
      let base = try Self.base(rows: 100)
      let store = CountingStore(try SQLiteStore(base.writer))
      let failures = try store.verify(TicketBase.table())
      #expect(store.take().count == 1)
      #expect(failures.count == Self.bad.count)
      for (index, failure) in failures.enumerated() {
        #expect(failure.key == [.integer(Int64(10 * (index + 1)))])
        guard case .data(let error) = failure.reason else {
          Issue.record("\(failure)")
          continue
        }
        #expect(error.table == "ticket" && error.key == failure.key)
        #expect(error.column == Self.bad[index].column && error.found == Self.bad[index].found)
      }
    }

    /// A fetch of all rows reports the same, and one with a filter only those that the database does not exclude.
    @Test func aFilterHidesRowsThatAScanFinds() throws {
      let base = try Self.base(rows: 100)
      let store = try SQLiteStore(base.writer)
      let table = try TicketBase.table()
      let all = try store.fetch(SQLFetchRequest(table))
      let verified = try store.verify(table)
      #expect(all.failures.count == verified.count && all.items.count == 100 - verified.count)
      #expect(all.failures.map(\.key) == verified.map(\.key))
      let open = try store.fetch(SQLFetchRequest(table, FilterPredicate("open == TRUE")))
      #expect(open.failures.count == Self.bad.count - 1)
    }

    @Test func allAreCountedAndTheFirstAreKept() async throws {
      let base = try Self.base(rows: 100)
      let store = try SQLiteStore(base.writer)
      let table = try TicketBase.table()
      let few = try AsynchronousStoreTests.now { try store.verify(table, failureLimit: 2) }
      #expect(
        few.count == Self.bad.count && few.kept.map(\.key) == [[.integer(10)], [.integer(20)]])
      let none = try AsynchronousStoreTests.now { try store.verify(table, failureLimit: -1) }
      #expect(none.count == Self.bad.count && none.kept.isEmpty)
      let later = try await AsynchronousStore(store, seed: 1).verify(table)
      #expect(later.count == Self.bad.count && later.kept.count == Self.bad.count)
    }

    @Test func aTableWithoutBadCellsHasNone() throws {
      let base = try TicketBase()
      let store = try SQLiteStore(base.writer)
      #expect(try store.verify(TicketBase.table()).isEmpty)
      try base.writer.write { try TicketBase.put(TicketBase.ticket(1), $0) }
      #expect(try store.verify(TicketBase.table()).isEmpty)
    }

    @Test func aWrongDeclarationIsAnError() throws {
      let base = try TicketBase()
      let store = try SQLiteStore(base.writer)
      try base.writer.write { try TicketBase.put(TicketBase.ticket(1), $0) }
      #expect(throws: SQLSchemaError.self) { try store.verify(TicketBase.table("nothing")) }
      let swapped = try SQLTable<Ticket>(
        "ticket", key: ["id"], columns: TicketBase.table().declaration.columns
      ) { row in
        let (priority, title): (Int64, String) = (row.next(), row.next())
        return Ticket(
          id: row.next(), title: title, priority: priority, isOpen: row.next(), score: row.next(),
          due: row.next(), ownerID: row.next())
      }
      #expect(throws: FetchError.self) { try store.verify(swapped) }
    }

    /// Random cells of all types: the rows that are found are those that SQLite stores with another type.
    @Test(arguments: RandomSearch.seeds(3)) func theRowsAreThoseOfOtherTypes(seed: UInt64) throws {
      var random = SeededGenerator(seed: seed)
      let base = try TicketBase(
        schema: """
          CREATE TABLE ticket (id INTEGER PRIMARY KEY, title TEXT NOT NULL, priority INTEGER NOT NULL,
            open INTEGER NOT NULL, score REAL, due INTEGER, owner_id INTEGER)
          """)
      let values = ["1", "0", "7", "-2.5", "'text'", "x'00ff'", "1e300", "'3'"]
      var generator = random
      try base.writer.write { database in
        for id in 1...200 {
          let cells = (0..<6).map { column in
            let isPlain = generator.chance(80)
            if isPlain { return column == 0 ? "'t'" : column == 2 ? "1" : "3" }
            return generator.chance(20) && column > 2 ? "NULL" : generator.pick(values)
          }
          try database.execute(
            sql: "INSERT INTO ticket VALUES (\(id), \(cells.joined(separator: ", ")))")
        }
      }
      random = generator
      let expected = try base.writer.read { database in
        try Int64.fetchAll(
          database,
          sql: """
            SELECT id FROM ticket WHERE typeof(title) <> 'text' OR typeof(priority) <> 'integer'
              OR typeof(open) <> 'integer' OR open NOT IN (0, 1)
              OR typeof(score) NOT IN ('null', 'real', 'integer')
              OR typeof(due) NOT IN ('null', 'integer')
              OR typeof(owner_id) NOT IN ('null', 'integer') ORDER BY id
            """)
      }
      let failures = try SQLiteStore(base.writer).verify(TicketBase.table(), failureLimit: 200)
      #expect(failures.map(\.key) == expected.map { [.integer($0)] }, "seed \(seed)")
      #expect(!expected.isEmpty)
    }
  }

  extension AsynchronousStoreTests {
    /// Calls the synchronous method of two within an asynchronous test.
    static func now<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
  }
#endif
