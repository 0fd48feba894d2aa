#if SQLite
  import FilterSQL
  import GRDB
  import Testing

  @testable import FilterableResultsGRDB
  @testable import FilterableResultsSQL

  /// Statements that a connection keeps prepared.
  @Suite(.limitedDatabases) struct KeptStatementTests {
    private struct Failure: Error {}

    private static let text = "SELECT a FROM t WHERE a >= ? ORDER BY a LIMIT ?"

    private static func numbers(
      from least: Int64, limit: Int64 = 9, _ database: Database,
      _ body: (Int64) throws -> Bool = { _ in true }
    ) throws -> [Int64] {
      var numbers: [Int64] = []
      try database.forEachRow(of: text, [.integer(least), .integer(limit)], isKept: true) { cells in
        guard case .integer(let number) = cells.cell(at: 0) else { return false }
        numbers.append(number)
        return try body(number)
      }
      return numbers
    }

    @Test func aStatementRunsAgainWithOtherValues() throws {
      let queue = try DatabaseQueue()
      try queue.inDatabase { database in
        try database.execute(sql: "CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1), (2), (3)")
        #expect(try Self.numbers(from: 1, database) == [1, 2, 3])
        #expect(try Self.numbers(from: 2, database) == [2, 3])
        // One that ends early, or with an error, holds nothing.
        #expect(try Self.numbers(from: 1, database) { _ in false } == [1])
        #expect(throws: Failure.self) {
          try Self.numbers(from: 1, database) { _ in throw Failure() }
        }
        #expect(try Self.numbers(from: 1, limit: 2, database) == [1, 2])
        let statement = try database.cachedStatement(sql: Self.text)
        #expect(try Int.fetchAll(statement, arguments: [3, 1]) == [3])
        #expect(try Self.numbers(from: 3, database) == [3])
      }
    }

    @Test func aStatementRunsWhileItRuns() throws {
      let queue = try DatabaseQueue()
      try queue.inDatabase { database in
        try database.execute(sql: "CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1), (2), (3)")
        var inner: [[Int64]] = []
        let outer = try Self.numbers(from: 1, database) { number in
          inner.append(try Self.numbers(from: number, database))
          return true
        }
        #expect(outer == [1, 2, 3] && inner == [[1, 2, 3], [2, 3], [3]])
      }
    }

    @Test func aStatementSeesAnotherSchemaAndEndsWithItsConnection() throws {
      let queue = try DatabaseQueue()
      try queue.inDatabase { database in
        try database.execute(sql: "CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1), (2)")
        #expect(try Self.numbers(from: 1, database) == [1, 2])
        // A statement that still runs would lock the table.
        try database.execute(
          sql: "DROP TABLE t; CREATE TABLE t (b, a); INSERT INTO t VALUES (9, 5), (8, 4)")
        #expect(try Self.numbers(from: 1, database) == [4, 5])
        try database.execute(sql: "CREATE INDEX i ON t (a); ALTER TABLE t DROP COLUMN b")
        #expect(try Self.numbers(from: 1, database) == [4, 5])
        try database.execute(sql: "DROP TABLE t")
        #expect(throws: DatabaseError.self) { try Self.numbers(from: 1, database) }
      }
      try queue.close()
    }

    @Test func theFirstTextsThatRecurAreKept() {
      let statements = KeptStatements()
      let texts = (0..<3 * KeptStatements.most).map { "SELECT \($0)" }
      #expect(texts.allSatisfy { !statements.keeps($0) })
      // They came too long ago to recur.
      #expect(!statements.keeps(texts[0]))
      let kept = texts.filter { text in
        _ = statements.keeps(text)
        return statements.keeps(text)
      }
      #expect(kept == Array(texts.prefix(KeptStatements.most)))
      #expect(kept.allSatisfy(statements.keeps))
      #expect(!statements.keeps("SELECT \"é\"") && !statements.keeps("SELECT \"é\""))
    }
  }
#endif
