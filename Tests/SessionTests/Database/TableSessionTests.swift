#if SQLite
  import FilterEngine
  import FilterJSON
  import FilterSQLite
  import Foundation
  import Testing
  import ToolTestSupport

  @testable import FrcQuery

  /// A session over the table of a database: what a file has not.
  struct TableSessionTests {
    private func session(
      _ database: DatabaseFile, isWritable: Bool = true, isTerminal: Bool = false
    ) throws -> HeardSession {
      let heard = try HeardSession(isTerminal: isTerminal, database.folder, lockTimeout: 0.05)
      try heard.session.open(database.path, isWritable: isWritable)
      _ = try heard.says(".mode jsonl")
      return heard
    }

    private func rows(_ database: DatabaseFile, _ sql: String) throws -> [String] {
      try SQLiteDatabase(reading: database.path, lockTimeout: 1, rowBytes: 1 << 20)
        .query(sql, nil).map {
          String(decoding: JSONWriter().bytes(.list(FilterList($0))), as: UTF8.self)
        }
    }

    @Test func withoutWriteEditsAreRefused() throws {
      let database = try DatabaseFile.people()
      let before = try Data(contentsOf: URL(fileURLWithPath: database.path))
      let heard = try session(database, isWritable: false)
      for line in [
        ".add {\"id\":9,\"name\":\"x\"}", ".remove 1", ".replace {\"id\":1,\"name\":\"x\"}",
        ".set age 3", ".merge \(database.path)",
      ] {
        let answer = try heard.says(line)
        #expect(
          answer.hasPrefix("error: opened read-only; .open --write")
            || line.hasPrefix(".merge") && answer.hasPrefix("error: each line reads"), "\(answer)")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: database.path)) == before)
    }

    /// The rows, their order, their sections and their number come from one plan.
    @Test func shownRowsArePlannedOnce() throws {
      let heard = try session(try DatabaseFile.people())
      let rows = try #require(heard.session.data as? TableRows)
      for line in [
        ".mode jsonl", ".sort age:desc", ".sort name", ".sort length(name)", ".section city",
        ".section", ".filter add A age > 20",
      ] {
        _ = try heard.says(line)
        for _ in 0..<2 {
          let before = rows.connection.planCount
          let shown = try heard.says(".show")
          #expect(rows.connection.planCount - before == 1, "\(line): \(shown)")
        }
      }
    }

    /// A boolean is a number, in a file and in a table.
    @Test func booleansAreAdded() throws {
      let database = try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, extra JSON);
        INSERT INTO t VALUES (1, '{"v":true}'), (2, '{"v":3}'), (3, '{"v":false}');
        """)
      let file = try HeardSession()
      try file.load(["true", "3", "false"].map { "{\"extra\":{\"v\":\($0)}}" })
      for heard in [try session(database), file] {
        _ = try heard.says(".mode csv")
        let answer = try heard.says(".count sum extra.v")
        #expect(answer == "sum(extra.v)\n4\n")
      }
    }

    @Test func anEditIsSavedWhenItIsMade() throws {
      let database = try DatabaseFile.people()
      let heard = try session(database)
      #expect(try heard.says(".add {\"id\":9,\"name\":\"New\"}") == "5 rows\n")
      #expect(try heard.says(".remove 1") == "4 rows\n")
      #expect(try heard.says(".replace {\"id\":2,\"name\":\"Al\",\"age\":1}") == "4 rows\n")
      #expect(try heard.says(".set score 0.5 where name == 'Al'") == "1 row changed\n")
      #expect(
        try rows(database, "SELECT id, name, age, city, score FROM person ORDER BY id").joined(
          separator: "\n") == """
            [2,"Al",1,null,0.5]
            [3,"Zoë",28,"Zürich",3.0]
            [7,"Kurt",null,null,-2.0]
            [9,"New",null,null,null]
            """)
      #expect(heard.session.data?.unsavedCount == 0)
    }

    @Test func anEditOfHiddenRowsAndALostRemainderAreSaid() throws {
      let database = try DatabaseFile.people()
      let heard = try session(database)
      _ = try heard.says(".filter add A age > 40")
      #expect(
        try heard.says(".set score 9.5 where id > 0") == "4 rows changed, 3 of them hidden\n")
      #expect(try heard.says(".set score 1.5") == "1 row changed\n")
      #expect(
        try heard.says(".set score age / 2 where id == 2")
          == "1 of 1 result lost a remainder; write age / 2.0\n1 row changed\n"
          + "hint: 'age / 2' divides integers and drops the remainder: write age / 2.0\n")
      #expect(
        try heard.says(".add {\"id\":9,\"name\":\"New\"}") == "the new row is hidden\n1 of 5 rows\n"
      )
      // A table has the columns that it has.
      #expect(try heard.says(".set --add shoe 4").contains("no column 'shoe'"))
    }

    @Test func undoWritesTheRowsBack() throws {
      let database = try DatabaseFile.people()
      let heard = try session(database)
      let before = try rows(database, "SELECT * FROM person")
      for line in [
        ".remove 2", ".set age age + 1", ".add {\"id\":9,\"name\":\"New\"}",
        ".replace {\"id\":3,\"name\":\"Z\"}",
      ] { _ = try heard.says(line) }
      let after = try rows(database, "SELECT * FROM person")
      for _ in 0..<4 { _ = try heard.says(".undo") }
      #expect(try rows(database, "SELECT * FROM person") == before)
      for _ in 0..<4 { _ = try heard.says(".redo") }
      #expect(try rows(database, "SELECT * FROM person") == after)
      _ = try heard.says(".filter add A id == 9")
      #expect(try heard.says(".undo") == "1 row changed, 1 of them hidden\n1 of 4 rows\n")
      #expect(try heard.says(".undo") == "0 of 3 rows\n")
      for _ in 0..<2 { _ = try heard.says(".redo") }
      try database.write { try $0.execute("UPDATE person SET name = 'other' WHERE id = 3") }
      #expect(
        try heard.says(".undo")
          == "error: the undo is refused: the row with the id 3 was changed since by another program\n"
      )
    }

    @Test func aRowThatOthersChangedIsAConflict() throws {
      let database = try DatabaseFile.people()
      let heard = try session(database)
      _ = try heard.says(".show")
      try database.write { try $0.execute("UPDATE person SET age = 99 WHERE id = 1") }
      let answer = try heard.says(".remove 1")
      #expect(answer.hasPrefix("error: the row with the id 1 was changed by another program"))
      #expect(answer.contains("\"age\":99"))
      #expect(try heard.says(".remove 1") == "3 rows\n")
    }

    @Test func whatWasTakenBackOrReportedIsNoConflict() throws {
      let database = try DatabaseFile.people()
      let heard = try session(database)
      _ = try heard.says(".show")
      _ = try heard.says(".begin")
      _ = try heard.says(".set age 9 where id == 1")
      _ = try heard.says(".rollback")
      #expect(try heard.says(".remove 1") == "3 rows\n")
      _ = try heard.says(".watch on")
      _ = try heard.says(".show")
      try database.write { try $0.execute("UPDATE person SET age = 50 WHERE id = 2") }
      #expect(try heard.says(".remove 2").hasPrefix("update [0,0]"))
      #expect(try heard.says(".show").hasSuffix("2 rows\n"))
    }

    @Test func aRowThatCannotBeReadIsLeftOut() throws {
      let database = try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b INTEGER);
        INSERT INTO t VALUES (1, 'x', 2), (2, CAST(x'ff' AS TEXT), 1), (3, 'y', 0);
        """)
      let heard = try session(database)
      for line in [".show", ".sort b", ".section b", ".show 9"] {
        let answer = try heard.says(line)
        #expect(!answer.hasPrefix("error"), "\(line): \(answer)")
      }
      #expect(try heard.says(".remove 2").contains("not valid UTF-8"))
      #expect(try heard.says(".remove 1") == "2 rows\n")
    }

    @Test func aBatchIsATransaction() throws {
      let database = try DatabaseFile.people()
      let heard = try session(database)
      _ = try heard.says(".begin")
      _ = try heard.says(".remove 1")
      #expect(try rows(database, "SELECT count(*) FROM person") == ["[4]"])
      #expect(heard.session.data?.unsavedCount == 1)
      _ = try heard.says(".begin")
      _ = try heard.says(".remove 2")
      #expect(try heard.says(".rollback") == "3 rows\n")
      _ = try heard.says(".end")
      #expect(try rows(database, "SELECT count(*) FROM person") == ["[3]"])
      #expect(try heard.says(".undo") == "4 rows\n")
    }

    @Test func aLockedDatabaseIsOneLine() throws {
      let database = try DatabaseFile.people()
      let heard = try session(database)
      let other = try SQLiteDatabase(writing: database.path)
      try other.execute("BEGIN EXCLUSIVE")
      for line in [".show", ".add {\"id\":9,\"name\":\"x\"}", "age > 3"] {
        #expect(
          try heard.says(line)
            == "error: \(database.path): locked by another program; waited 0.05 s\n", "\(line)")
      }
      try other.execute("COMMIT")
      #expect(try heard.says(".add {\"id\":9,\"name\":\"x\"}") == "5 rows\n")
    }

    @Test func constraintsRefuseWholeEdits() throws {
      let database = try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER CHECK (n < 10), twice AS (n * 2));
        INSERT INTO t VALUES (1, 1), (2, 5), (3, 9);
        """)
      let heard = try session(database)
      #expect(try heard.says(".set n n + 3").contains("CHECK constraint failed"))
      #expect(
        try heard.says(".set twice 4") == "error: the column 'twice' is computed by the database\n")
      #expect(try heard.says(".set m 4").contains("no column 'm'"))
      #expect(
        try heard.says(".show")
          == "{\"id\":1,\"n\":1,\"twice\":2}\n{\"id\":2,\"n\":5,\"twice\":10}\n{\"id\":3,\"n\":9,\"twice\":18}\n3 rows\n"
      )
      #expect(try heard.says(".add {\"id\":1,\"n\":2}") == "error: a row has the id 1 already\n")
      #expect(try heard.says(".add [1]").hasPrefix("error: a row of a table is an object"))
    }

    @Test(arguments: [
      ("CREATE TABLE t (k TEXT PRIMARY KEY, n)", "k", "\"a\"", ".remove a"),
      (
        "CREATE TABLE t (k TEXT, n, PRIMARY KEY (k, n)) WITHOUT ROWID", "k, n", "[\"a\",1]",
        ".remove [\"a\",1]"
      ),
      ("CREATE TABLE t (k TEXT, n)", "rowid", "1", ".remove 1"),
    ])
    func rowsHaveTheKeyOfTheirTable(_ sql: String, _ name: String, _ key: String, _ line: String)
      throws
    {
      let database = try DatabaseFile("\(sql); INSERT INTO t VALUES ('a', 1), ('b', 2), ('A', 3)")
      let heard = try session(database)
      #expect(heard.session.data?.identityName == name)
      #expect(try heard.says(line) == "2 rows\n")
      #expect(try heard.says(line) == "error: no row has the \(name) \(key)\n")
      #expect(try heard.says(".undo") == "3 rows\n")
      #expect(try heard.says(".sort n:desc") == "")
      #expect(try heard.says(".show 1") == "{\"k\":\"A\",\"n\":3}\n3 rows, the first 1 shown\n")
      #expect(
        try heard.says(".identity n").hasPrefix("error: rows of a table are identified by its key"))
    }

    @Test func aViewIsReadAndNotEdited() throws {
      let database = try DatabaseFile.people()
      try database.write { try $0.execute("CREATE VIEW v AS SELECT name, age FROM person") }
      let heard = try session(
        DatabaseFile("", name: "rows.db", in: database.folder), isWritable: false, table: "v")
      #expect(
        try heard.says("age > 30")
          == "{\"name\":\"Ada\",\"age\":36}\n{\"name\":\"Alan\",\"age\":41}\n2 of 4 rows\n")
      _ = try heard.says(".sort age:desc")
      #expect(try heard.says(".show 1").hasPrefix("{\"name\":\"Alan\",\"age\":41}\n"))
      #expect(try heard.says(".section age") == "4 sections\n")
      try heard.session.open(database.path, table: "v", isWritable: true)
      let answer = try heard.says(".set age 3")
      #expect(answer.contains("error: rows of 'v' cannot be edited"), "\(answer)")
    }

    private func session(
      _ database: DatabaseFile, isWritable: Bool, table: String
    ) throws -> HeardSession {
      let heard = try HeardSession(database.folder)
      try heard.session.open(database.path, table: table, isWritable: isWritable)
      _ = try heard.says(".mode jsonl")
      return heard
    }

    @Test func aTableIsChosenByName() throws {
      let database = try DatabaseFile(
        "CREATE TABLE a (x); CREATE TABLE b (y); INSERT INTO b VALUES (1)")
      let heard = try HeardSession(database.folder)
      #expect(
        try heard.says(".open \(database.path)")
          == "error: \(database.path): 2 tables, choose one with .open \(database.path)?table=NAME: a, b\n"
      )
      #expect(try heard.says(".open \(database.path)?table=b") == "1 row, identified by rowid\n")
      #expect(try heard.says(".tables").contains("a      table"))
      #expect(try heard.says(".schema").contains("b: 1 row"))
      #expect(try heard.says(".open \(database.path)?table=bb").contains("'bb'"))
      #expect(
        try heard.says(".open --write /dev/null").contains("--write is for files with tables"))
    }

    @Test func anUnknownKeyIsMarked() throws {
      let heard = try session(DatabaseFile.people())
      #expect(
        try heard.says("agee > 3").contains("'person' has no key 'agee', did you mean 'age'?"))
      #expect(try heard.says(".filter add A agee > 3").contains("no key 'agee'"))
      #expect(try heard.says(".sort agee").contains("no column 'agee'"))
      #expect(try heard.says(".section agee").contains("no column 'agee'"))
      #expect(try heard.says(".filters") == "")
    }

    @Test func aColumnThatIsLostIsNamed() throws {
      let database = try DatabaseFile.people()
      let heard = try session(database)
      _ = try heard.says(".filter add A age > 30")
      try database.write { try $0.execute("ALTER TABLE person DROP COLUMN age") }
      #expect(try heard.says(".show").contains("no key 'age'"))
      _ = try heard.says(".filter clear")
      #expect(
        try heard.says(".show 1").contains(
          "{\"id\":1,\"name\":\"Ada\",\"city\":\"London\",\"score\":1.5}"))
      try database.write { try $0.execute("DROP TABLE person") }
      #expect(try heard.says(".show").contains("there is no table 'person'"))
    }

    @Test func rowsAreCopiedToAFile() throws {
      let database = try DatabaseFile.people()
      let heard = try session(database)
      let path = database.folder.path + "/copy.csv"
      #expect(
        try heard.says(".save").hasPrefix("error: edits of a table are saved when they are made"))
      #expect(try heard.says(".save \(database.path)").hasPrefix("error: edits of a table"))
      _ = try heard.says(".filter add A id > 2")
      #expect(try heard.says(".save \(path)") == "4 rows written to \(path)\n")
      #expect(try heard.says(".save \(path)").contains("exists; .save --force"))
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(
        text
          == "id,name,age,city,score\n1,Ada,36,London,1.5\n2,Alan,41,London,\n3,Zoë,28,Zürich,3.0\n7,Kurt,,,-2.0\n"
      )
    }

    @Test func textsThatAreDocumentsAreEntered() throws {
      let database = try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, js TEXT);
        INSERT INTO t VALUES (1, '{"n":3,"kind":"a"}'), (2, '{"n":1,"kind":"b"}'), (3, '{"n":2}');
        """)
      let heard = try session(database)
      #expect(try heard.says("js.n > 2").hasPrefix("{\"id\":1,"))
      _ = try heard.says(".sort js.n")
      _ = try heard.says(".select id")
      #expect(try heard.says(".show") == "{\"id\":2}\n{\"id\":3}\n{\"id\":1}\n3 rows\n")
      #expect(try heard.says(".section js.kind") == "3 sections\n")
      _ = try heard.says(".filter add A js.n < 3")
      #expect(
        try heard.says(".explain row 1") == "hidden by A  js.n < 3\n  ✗ js.n < 3    js.n is 3\n")
      #expect(try heard.says(".explain row 2") == "shown\n")
    }

    @Test func textsAreOrderedByTheDatabase() throws {
      let heard = try session(DatabaseFile.people(strict: true))
      _ = try heard.says(".select name")
      _ = try heard.says(".sort name:cd")
      #expect(
        try heard.says(".show")
          == "{\"name\":\"Ada\"}\n{\"name\":\"Alan\"}\n{\"name\":\"Kurt\"}\n{\"name\":\"Zoë\"}\n4 rows\n"
      )
      let rows = try #require(heard.session.data as? TableRows)
      #expect(try rows.visible().keyCount == 0)
      _ = try heard.says(".sort name+'x'")
      _ = try heard.says(".show")
    }

    @Test func theStatementIsShown() throws {
      let heard = try session(DatabaseFile.people())
      #expect(try heard.says(".explain sql city == 'London'").hasPrefix("SELECT \"id\", \"name\""))
      #expect(try heard.says(".explain city == 'London'").contains("USING INDEX person_city"))
      let file = try HeardSession()
      try file.load(["{\"id\":1}"])
      #expect(try file.says(".explain sql id == 1").contains("has no tables"))
      #expect(try file.says(".tables").contains("has no tables"))
    }
  }
#endif
