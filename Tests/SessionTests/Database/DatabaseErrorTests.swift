#if SQLite
  import FilterSQLite
  import Foundation
  import TestSupport
  import Testing
  import ToolTestSupport

  /// What is said of databases that cannot be read: one line, and the status 2.
  struct DatabaseErrorTests {
    private func expect(
      _ arguments: [String], says line: String, _ place: SourceLocation = #_sourceLocation
    ) throws {
      let outcome = try Tool.run(arguments)
      #expect(
        outcome == Tool.Outcome(status: 2, output: [], errors: "frc-query: \(line)\n"),
        sourceLocation: place)
    }

    @Test func whatIsMissingIsNamed() throws {
      let people = try DatabaseFile.people()
      let path = people.path
      try expect(
        ["age > 1", path, "--table", "persn"],
        says: "\(path): there is no table 'persn', did you mean 'person'?")
      try expect(["age > 1", path, "--table", "zzzzz"], says: "\(path): there is no table 'zzzzz'")
      try expect(
        ["age > 1", path + "?table="], says: "\(path): there is no table '', did you mean 'person'?"
      )
      try expect(["a == 1", "/no/such.db"], says: "/no/such.db: No such file or directory")
      try expect(
        ["a == 1", people.folder.path + "/x.db"],
        says: "\(people.folder.path)/x.db: No such file or directory")
      let folder = people.folder.path + "/folder.db"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try expect(["a == 1", folder], says: "\(folder): a directory, not a regular file")
      let empty = try people.folder.file("empty.db", "")
      try expect(["a == 1", empty], says: "\(empty): the database has no table")
      for (option, key) in [
        ("-s", "nam"), ("--sort", "nam:desc"), ("--section", "nam"), ("-s", "nam.@count"),
        ("--sort", "nam.x"), ("--section", "nam.first.@max.x"), ("-s", "id,`nam`"),
      ] {
        try expect(
          ["age > 1", path, option, key],
          says: "\(path): table 'person' has no column 'nam', did you mean 'name'?")
      }
    }

    /// A key that is not a column is an error of the predicate, before any row is read.
    @Test func aKeyThatIsNotAColumnIsShownWithACaret() throws {
      let path = try DatabaseFile.people()
      for options in [[], ["--explain"], ["-c"]] {
        let outcome = try Tool.run(["id > 0 AND nmae == 'Ada'", path.path] + options)
        #expect(
          outcome.errors == """
            error: 'person' has no key 'nmae', did you mean 'name'?
             | id > 0 AND nmae == 'Ada'
             |            ^^^^
             fix: replace nmae with name

            """)
        #expect(outcome.status == 2)
        #expect(outcome.text == "")
      }
      let cased = try Tool.run("SUBQUERY({1}, $x, Age > $x).@count > 0", path.path)
      #expect(cased.errors.hasPrefix("error: 'person' has no key 'Age', did you mean 'age'?\n"))
    }

    @Test func whatIsNotADatabaseIsSaid() throws {
      let folder = try Folder()
      let text = try folder.file("text.db", String(repeating: "no database\n", count: 200))
      try expect(["a == 1", text], says: "\(text): not a SQLite database, or encrypted")
      let rows = try folder.file("rows.csv", "a\n1\n")
      try expect(["a == 1", rows, "--table", "t"], says: "\(rows): --table is for databases")
      try expect(["a == 1", "--table", "t"], says: "standard input: --table is for databases")
      let people = try DatabaseFile.people()
      try expect(
        ["age > 1", people.path, "--types", "agee=number"],
        says: "\(people.path): there is no column 'agee', did you mean 'age'?")
      let outcome = try Tool.run("age > 1", people.path, "--lock-timeout", "-1")
      #expect(outcome.status == 2 && outcome.errors.contains("must not be negative"))
    }

    /// A file that ends too early, or of which some bytes are others, gives one line; rows before that may come out.
    @Test func aDamagedFileIsSaid() throws {
      let file = try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO t SELECT i, 'some text of row ' || i FROM n;
        """)
      let whole = try Data(contentsOf: URL(fileURLWithPath: file.path))
      var random = SeededGenerator(seed: 1)
      for round in 0..<12 {
        var bytes = whole
        if round < 4 {
          bytes = bytes.prefix(whole.count * (round + 1) / 5)
        } else {
          let page = Int.random(in: 1..<whole.count / 4096, using: &random) * 4096
          for index in page..<page + 200 {
            bytes[index] = UInt8.random(in: 0...255, using: &random)
          }
        }
        let damaged = try file.folder.file("damaged.db", bytes)
        let outcome = try Tool.run("x CONTAINS 'row 2'", damaged)
        #expect(outcome.status == 2, "round \(round): \(outcome.errors)")
        #expect(outcome.errors.hasPrefix("frc-query: \(damaged)"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
      }
    }

    /// Versions of SQLite before 3.41 refuse functions for JSON in the schema of a file that may come from others.
    @Test func anIndexOnAMemberOfADocumentIsReadOrNamed() throws {
      let file = try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, j TEXT CHECK (json_valid(j)));
        CREATE INDEX i ON t (json_extract(j, '$.a')); INSERT INTO t VALUES (1, '{"a":1}');
        """)
      let outcome = try Tool.run("id == 1", "-s", "id", file.path)
      guard outcome.status == 2 else {
        #expect(outcome.text == "{\"id\":1}\n")
        return
      }
      #expect(outcome.errors.contains("(i)") && outcome.errors.contains("json_extract()"))
      #expect(outcome.errors.contains("drop that index") && !outcome.errors.contains("damaged"))
    }

    @Test func aLockedDatabaseIsWaitedFor() throws {
      let people = try DatabaseFile.people()
      let other = try SQLiteDatabase(writing: people.path)
      try other.execute("BEGIN EXCLUSIVE")
      for (option, time) in [("0", "0"), ("0.25", "0.25")] {
        try expect(
          ["age > 1", people.path, "--lock-timeout", option],
          says: "\(people.path): locked by another program; waited \(time) s")
      }
      // The lock goes while the program waits for it.
      let waiting = Process()
      waiting.executableURL = URL(fileURLWithPath: Tool.path)
      waiting.arguments = ["age > 1", people.path, "--count", "--lock-timeout", "60"]
      waiting.standardOutput = FileHandle.nullDevice
      waiting.standardError = FileHandle.nullDevice
      try waiting.run()
      let descriptors = "/proc/\(waiting.processIdentifier)/fd"
      let file = URL(fileURLWithPath: people.path).resolvingSymlinksInPath().path
      try pollOnThread {
        // A system without this folder does not say which files are open.
        guard FileManager.default.fileExists(atPath: descriptors) else { return true }
        return try FileManager.default.contentsOfDirectory(atPath: descriptors).contains {
          let path = "\(descriptors)/\($0)"
          return (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == file
        }
      }
      try other.execute("ROLLBACK")
      waiting.waitUntilExit()
      #expect(waiting.terminationStatus == 0)
      #expect(try Tool.run("age > 1", people.path, "--lock-timeout", "0").status == 0)
    }

    /// Rows that are written and not yet moved from the log are seen, and the database stays as it is.
    @Test func aDatabaseWithALogIsReadWhileItIsWritten() throws {
      let people = try DatabaseFile.people()
      let writer = try SQLiteDatabase(writing: people.path)
      try writer.execute(
        "PRAGMA journal_mode = WAL; INSERT INTO person VALUES (9, 'Emmy', 53, 'Erlangen', 0);")
      let before = try Data(contentsOf: URL(fileURLWithPath: people.path))
      // A change that is not committed does not lock readers out.
      try writer.execute("BEGIN IMMEDIATE; INSERT INTO person VALUES (10, 'X', 99, NULL, 0);")
      #expect(try Tool.run("age > 50", people.path, "-s", "id").text == "{\"id\":9}\n")
      try writer.execute("ROLLBACK")
      #expect(try Data(contentsOf: URL(fileURLWithPath: people.path)) == before)
    }

    /// SQLite makes files to read a database with a write-ahead log, and keeps them if the reader may not write.
    @Test func readingADatabaseWithALogLeavesNoFiles() throws {
      let people = try DatabaseFile.people()
      try people.write { try $0.execute("PRAGMA journal_mode = WAL; CREATE TABLE other (x)") }
      func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: people.folder.path).sorted()
      }
      func content() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: people.path)) }
      let before = try content()
      #expect(try names() == ["rows.db"])
      let table = people.path + "?table=person"
      for (arguments, status) in [
        (["age > 30", table], 0), (["age > 30", table, "-c", "--sort", "name"], 0),
        (["length(name) > 3", table, "--limit", "1"], 0), (["8 / (age - 36) > 1", table], 1),
        (["nme == 'x'", table], 2), (["age > 30", people.path], 2),
        (["age > 30", table, "--explain"], 0),
        (["sql", "age > 30", table], 0), (["TRUE", table, "--time-limit", "0"], 2),
      ] {
        #expect(try Tool.run(arguments).status == status, "\(arguments)")
        #expect(try names() == ["rows.db"], "\(arguments)")
      }
      #expect(try content() == before)
      let link = people.folder.path + "/link.db"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: people.path)
      #expect(try Tool.run("age > 30", link + "?table=person").status == 0)
      #expect(try names() == ["link.db", "rows.db"])
    }

    /// The files of a program that uses the database stay, and so does its log.
    @Test func theLogOfAnotherProgramStays() throws {
      let people = try DatabaseFile.people()
      let log = people.path + "-wal"
      let writer = try SQLiteDatabase(writing: people.path)
      try writer.execute("PRAGMA journal_mode = WAL; UPDATE person SET age = 50 WHERE id = 1")
      let before = try Data(contentsOf: URL(fileURLWithPath: log))
      #expect(try Tool.run("age == 50", people.path, "-c").text == "1\n")
      #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == before)
      // As if the program had been killed: the log is there, and nobody uses it.
      let folder = try Folder()
      for end in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: people.path + end, toPath: folder.path + "/copy.db" + end)
      }
      #expect(try Tool.run("age == 50", folder.path + "/copy.db", "-c").text == "1\n")
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/copy.db-wal")) == before)
    }

    /// A change that a program left behind has to be undone, which a reader cannot do.
    @Test func anInterruptedChangeIsSaid() throws {
      let file = try DatabaseFile(
        """
        CREATE TABLE t (x INTEGER, s TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO t SELECT i, hex(zeroblob(100)) FROM n;
        """)
      let copy = file.folder.path + "/copy.db"
      try file.write { database in
        // Pages that do not fit in the cache are written before the change ends.
        try database.execute("PRAGMA cache_size = 2; BEGIN; UPDATE t SET x = x + 1")
        for end in ["", "-journal"] {
          try FileManager.default.copyItem(atPath: file.path + end, toPath: copy + end)
        }
      }
      try expect(
        ["x > 1", copy],
        says: "\(copy): a change was interrupted; open it once with a program that can write to it")
    }

    @Test func nothingIsWritten() throws {
      let people = try DatabaseFile.people()
      let before = try Data(contentsOf: URL(fileURLWithPath: people.path))
      for filter in ["age > 30", "name CONTAINS[c] 'a'", "8 / age > 1"] {
        _ = try Tool.run(filter, people.path, "--sort", "name")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: people.path)) == before)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: people.folder.path) == ["rows.db"])
    }
  }
#endif
