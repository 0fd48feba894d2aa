#if SQLite
  import FilterEngine
  import FilterSQLite
  import FilterTables
  import Foundation
  import TestSupport
  import Testing
  import ToolTestSupport

  @testable import FrcQuery

  /// A session over a table that other programs use, or that somebody has damaged.
  struct TableOthersTests {
    private func session(
      _ database: DatabaseFile, isWritable: Bool = false, lockTimeout: Double = 2
    ) throws -> HeardSession {
      let heard = try HeardSession(database.folder, lockTimeout: lockTimeout)
      try heard.session.open(database.path, isWritable: isWritable)
      _ = try heard.says(".mode jsonl")
      return heard
    }

    private func waitForChange(_ heard: HeardSession) throws -> String {
      var text = ""
      try pollOnThread {
        try heard.session.followFile()
        text = try heard.rest()
        return !text.isEmpty
      }
      return text
    }

    @Test(arguments: ["DELETE", "WAL"])
    func aCommitOfAnotherProcessIsShown(_ mode: String) throws {
      let database = try DatabaseFile.people()
      let other = try OtherProcess(database.path)
      try other.run("PRAGMA journal_mode = \(mode)")
      let heard = try session(database)
      _ = try heard.says(".filter add A age > 30")
      _ = try heard.says(".watch on")
      try other.run("BEGIN IMMEDIATE", "UPDATE person SET age = 37 WHERE id = 1")
      try heard.session.followFile()
      #expect(try heard.rest() == "")
      try other.run("INSERT INTO person VALUES (8, 'New', 50, NULL, NULL)", "COMMIT")
      let shown = try waitForChange(heard)
      #expect(
        shown == """
          insert [0,2]  {"id":8,"name":"New","age":50,"city":null,"score":null}
          update [0,0]  {"id":1,"name":"Ada","age":37,"city":"London","score":1.5}

          """)
      try other.run("UPDATE person SET age = 3 WHERE id = 7")
      try heard.session.followFile()
      #expect(try heard.rest() == "")
      _ = try heard.says(".filter clear")
      try other.run("DELETE FROM person WHERE id = 2")
      #expect(try waitForChange(heard).hasPrefix("delete [0,1]"))
      _ = try heard.says(".watch off")
      try other.run("DELETE FROM person WHERE id = 3")
      try heard.session.followFile()
      #expect(try heard.rest() == "")
      #expect(try heard.says(".show").hasSuffix("3 rows\n"))
    }

    @Test(arguments: 0..<6) func aWriterThatIsKilledLeavesTheRowsAsTheyWere(_ round: Int) throws {
      let database = try DatabaseFile.people()
      let heard = try session(database, isWritable: true)
      let before = try heard.says(".show")
      let other = try OtherProcess(database.path)
      try other.run("PRAGMA journal_mode = \(round % 2 == 0 ? "WAL" : "DELETE")")
      try other.run("PRAGMA cache_size = 1", "BEGIN IMMEDIATE")
      for _ in 0..<round + 1 {
        try other.run(
          "INSERT INTO person (name, age) SELECT hex(randomblob(500)), age FROM person")
      }
      other.kill()
      #expect(try heard.says(".show") == before)
      #expect(try heard.says(".add {\"id\":900,\"name\":\"x\"}") == "5 rows\n")
    }

    @Test func aFileThatIsReplacedIsReadAgain() throws {
      let database = try DatabaseFile.people()
      let heard = try session(database)
      _ = try heard.says(".watch on")
      let new = try DatabaseFile(
        "CREATE TABLE person (id INTEGER PRIMARY KEY, name); INSERT INTO person VALUES (1, 'new')",
        name: "new.db", in: database.folder)
      try FileManager.default.removeItem(atPath: database.path)
      try heard.session.followFile()
      #expect(try heard.rest() == "\(database.path) is gone; its rows stay until it is back\n")
      try FileManager.default.moveItem(atPath: new.path, toPath: database.path)
      #expect(try waitForChange(heard).hasPrefix("\(database.path) is back: 1 row\n"))
      #expect(try heard.says(".show") == "{\"id\":1,\"name\":\"new\"}\n1 row\n")
    }

    /// Whether the session reads, so that it locks the table or keeps an old state of it.
    private func isReading(_ heard: HeardSession) throws -> Bool {
      try #require(heard.session.data as? TableRows).connection.driver.source.isInTransaction
    }

    /// The setting of a session, a change of the schema that makes it an error, and one that undoes that.
    static let broken: [(line: String, breaking: String, undoing: [String])] = [
      (
        ".filter add A city == 'London'", "ALTER TABLE person RENAME COLUMN city TO town",
        ["ALTER TABLE person RENAME COLUMN town TO city"]
      ),
      (
        ".sort score", "ALTER TABLE person DROP COLUMN score",
        ["ALTER TABLE person ADD COLUMN score REAL"]
      ),
      (
        ".section age", "ALTER TABLE person RENAME COLUMN age TO years",
        ["ALTER TABLE person RENAME COLUMN years TO age"]
      ),
      (
        ".sort city", "ALTER TABLE person RENAME TO people",
        ["ALTER TABLE people RENAME TO person"]
      ),
      (
        ".filter add A age > 30", "DROP TABLE person",
        [
          "CREATE TABLE person (id INTEGER PRIMARY KEY, name, age INTEGER)",
          "INSERT INTO person VALUES (1, 'Ada', 36)",
        ]
      ),
    ]

    @Test(arguments: broken.indices, ["DELETE", "WAL"])
    func aChangeThatCannotBeReadIsOneErrorAndNoLock(_ index: Int, _ mode: String) throws {
      let (line, breaking, undoing) = Self.broken[index]
      let database = try DatabaseFile.people()
      let other = try OtherProcess(database.path)
      try other.run("PRAGMA journal_mode = \(mode)")
      let heard = try session(database)
      _ = try heard.says(line)
      _ = try heard.says(".watch on")
      try other.run(breaking)
      let said = try waitForChange(heard)
      #expect(said.hasPrefix("\(database.path): the rows cannot be shown: "), "\(said)")
      #expect(said.filter { $0 == "\n" }.count == 1, "\(said)")
      #expect(try !isReading(heard))
      // Other programs can write, and the error is not repeated.
      try other.run("CREATE TABLE more (n)")
      try heard.session.followFile()
      #expect(try heard.rest() == "")
      #expect(try heard.says(".show").contains("error: "))
      #expect(try !isReading(heard))
      for statement in undoing { try other.run(statement) }
      let again = try waitForChange(heard)
      #expect(again.hasPrefix("\(database.path): the rows can be shown again: "), "\(again)")
      #expect(try heard.says(".show").contains("\"name\":\"Ada\""))
      #expect(try !isReading(heard))
      try other.run("DROP TABLE more")
    }

    @Test func aDamagedDatabaseEndsInAnErrorAndStaysAsItIs() throws {
      var statements = "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b INTEGER);"
      statements += "CREATE INDEX tb ON t (b); CREATE VIEW v AS SELECT * FROM t;"
      for id in 0..<300 {
        statements +=
          "INSERT INTO t VALUES (\(id), '\(String(repeating: "x", count: 40))', \(id % 7));"
      }
      let model = try DatabaseFile(statements)
      let whole = try Data(contentsOf: URL(fileURLWithPath: model.path))
      for seed in RandomSearch.seeds(60) {
        var dice = SeededGenerator(seed: seed)
        var bytes = whole
        for _ in 0..<Int.random(in: 1...30, using: &dice) {
          bytes[Int.random(in: dice.chance(30) ? 0..<200 : 0..<bytes.count, using: &dice)] =
            UInt8.random(in: 0...255, using: &dice)
        }
        if dice.chance(20) { bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &dice)) }
        let folder = try Folder()
        let path = try folder.file("d.db", bytes)
        let heard = try HeardSession(folder)
        for line in [
          ".open \(path)?table=t", ".tables", ".schema", ".show 3", "b > 3", "a CONTAINS 'y'",
          ".sort a", ".show 2", ".section b", ".show 5", ".explain row 7", ".explain sql b > 2",
          ".explain b > 2",
          ".begin", ".end", ".save \(folder.path)/copy.csv --force",
        ] { _ = try heard.says(line) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes, "FRC_SEED=\(seed)")
      }
    }

    @Test func hostileNamesAndSchemasAreData() throws {
      let name = "t\"; DROP TABLE \"other"
      let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
      let database = try DatabaseFile(
        """
        CREATE TABLE other (x); INSERT INTO other VALUES (1);
        CREATE TABLE \(quoted) ("id" INTEGER PRIMARY KEY, "a""b" TEXT, "select" INTEGER, "é`" REAL);
        INSERT INTO \(quoted) VALUES (1, 'x'' OR 1', 2, 0.5);
        CREATE TABLE log (n INTEGER);
        CREATE TRIGGER after_insert AFTER INSERT ON other BEGIN INSERT INTO log VALUES (new.x); END;
        CREATE TRIGGER stop BEFORE DELETE ON other WHEN old.x = 1 BEGIN SELECT RAISE(ABORT, 'no deletes'); END;
        CREATE TRIGGER away AFTER UPDATE ON other BEGIN DELETE FROM other WHERE x = new.x AND x > 50; END;
        CREATE VIRTUAL TABLE f USING fts5(body);
        """)
      let heard = try HeardSession(database.folder)
      try heard.session.open(database.path, table: name, isWritable: true)
      _ = try heard.says(".mode jsonl")
      #expect(
        try heard.says("`a\"b` == \"x' OR 1\"")
          == "{\"id\":1,\"a\\\"b\":\"x' OR 1\",\"select\":2,\"é`\":0.5}\n1 row\n")
      #expect(try heard.says(".set `select` `select` + 1") == "1 row changed\n")
      #expect(
        try heard.says(".add {\"id\":2,\"a\\\"b\":\"'); DROP TABLE other; --\"}") == "2 rows\n")
      #expect(try heard.says(".undo") == "1 row\n")
      try heard.session.open(database.path, table: "other", isWritable: true)
      #expect(try heard.says(".add {\"x\":60}").hasSuffix("2 rows\n"))
      #expect(try heard.says(".remove 1").contains("no deletes"))
      #expect(try heard.says(".set x x + 1 where x > 50") == "1 row changed\n")
      #expect(try heard.says(".show") == "{\"x\":1}\n1 row\n")
      try heard.session.open(database.path, table: "f", isWritable: true)
      #expect(try heard.says(".add {\"body\":\"x\"}").contains("rows of 'f' cannot be edited"))
      #expect(
        try SQLiteDatabase(reading: database.path, lockTimeout: 1, rowBytes: 1 << 20)
          .query("SELECT count(*) FROM other, log", nil) == [[.int(1)]])
    }

    @Test func aReaderLeavesNothingBehind() throws {
      for mode in ["WAL", "DELETE"] {
        let database = try DatabaseFile.people()
        try database.write { try $0.execute("PRAGMA journal_mode = \(mode)") }
        let files = try FileManager.default.contentsOfDirectory(atPath: database.folder.path)
        do {
          let heard = try session(database)
          _ = try heard.says(".show")
        }
        let after = try FileManager.default.contentsOfDirectory(atPath: database.folder.path)
        #expect(Set(after).subtracting(files) == ["heard"], "\(mode)")
      }
    }
  }
#endif
