#if SQLite
  import Foundation
  import TestSupport
  import Testing

  /// `--explain` over databases, and what reading a large table takes.
  struct DatabaseExplainTests {
    private func explained(_ filter: String, _ path: String, _ options: String...) throws -> String
    {
      let outcome = try Tool.run([filter, path, "--explain"] + options)
      return outcome.status == 2 ? outcome.errors : outcome.text
    }

    @Test func theStatementItsPlanAndEachPartAreShown() throws {
      let path = try DatabaseFile.people(strict: true)
      #expect(
        try explained(
          "city == 'London' AND name CONTAINS[c] 'a' AND age > 3", path.path, "--sort", "age",
          "--limit", "2", "-s", "name") == """
            SELECT "name", "age", "id" FROM "person" WHERE "city" = ?1 AND frc_test(?2, "name") AND "age" > ?3 \
            ORDER BY "age", "id" LIMIT ?4
              ?1 'London'   ?2 name CONTAINS[c] "a"   ?3 3   ?4 2
            plan    SEARCH person USING INDEX person_city (city=?)
            plan    USE TEMP B-TREE FOR ORDER BY
            pushed  city == "London"      exact
            pushed  name CONTAINS[c] "a"  exact, by the engine in the database
            pushed  age > 3               exact
            order   by the database
            window  by the database

            """)
    }

    @Test func whatIsLeftIsShownWithItsReason() throws {
      let file = try DatabaseFile(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, v, s TEXT); INSERT INTO t VALUES (1, 5, 'a'), (2, 'x', 'b');"
      )
      #expect(
        try explained(
          "v > 3 AND s == 'a'", file.path, "--sort", "s:c", "--limit", "2") == """
            SELECT "id", "v", "s" FROM "t" ORDER BY "id"
            plan    SCAN t
            here    v > 3     none, reads what is no column
            here    s == "a"  none, behind a part that can fail; write it first
            order   here, after all rows are read
            window  here, after all rows are read
            note    tested here, since values may be of several types: v

            """)
      let first = try explained("s == 'a' AND v > 3", file.path, "--limit", "1")
      #expect(first.contains("window  here, rows are read until enough match\n"))
      let count = try explained("id > 1", file.path, "-c", "--sort", "v", "--limit", "1")
      #expect(
        count.hasPrefix("SELECT count(*) FROM \"t\" WHERE \"id\" > ?1\n  ?1 1\nplan    SEARCH t"))
      #expect(!count.contains("order") && !count.contains("window"))
      // A file beside it is explained as files are.
      let both = try Tool.run("v > 3", file.path, "rows.jsonl", "--explain").text
      #expect(both.hasPrefix("v > 3    -- compares values"))
      #expect(both.contains("SELECT \"id\", \"v\", \"s\" FROM \"t\""))
    }

    /// The index of a column is used whether or not its table is STRICT.
    @Test(arguments: [
      ("city == 'London'", "person_city"), ("city == nil AND age > 3", "person_city"),
      ("city ==[n] 'London' AND length(name) > 3", "person_city"), ("id == 3", "PRIMARY KEY"),
      ("id IN {1, 3} AND length(name) > 2", "PRIMARY KEY"),
    ])
    func anIndexIsUsed(_ filter: String, _ index: String) throws {
      for isStrict in [false, true] {
        let path = try DatabaseFile.people(strict: isStrict)
        for options in [[], ["--limit", "1"]] {
          let plan = try Tool.run([filter, path.path, "--explain"] + options).lines.filter {
            $0.hasPrefix("plan")
          }
          #expect(
            plan.contains { $0.contains("SEARCH person USING") && $0.contains(index) }, "\(plan)")
        }
      }
    }

    /// Rows are read and written one after another, whatever reads them.
    @Test(.disabled(if: AddressSanitizer.isOn, "no memory limit holds with it"))
    func aLargeTableIsNeverHeldWhole() throws {
      let file = try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO t SELECT i, i % 10, hex(zeroblob(2000)) FROM n;
        """)
      for (filter, count) in [
        ("a < 11", 20_000), ("a * 2 < 4", 4_000), ("s BEGINSWITH[c] '0'", 20_000),
      ] {
        // The rows take 80 MB more than the program has without them.
        let outcome = try Tool.shell(
          "(ulimit -v 140000; $Q \"\(filter)\" \(file.path)) | wc -l")
        #expect(outcome.lines.map { $0.trimmingCharacters(in: .whitespaces) } == ["\(count)"])
        #expect(outcome.errors == "")
      }
    }
  }
#endif
