#if PostgreSQL
  import FilterEngine
  import FilterTables
  import Foundation
  import PostgreSQLSupport
  import Testing
  import ToolTestSupport

  @testable import FrcQuery

  /// Tables of PostgreSQL: their types, plans and errors, and the changes of others.
  struct ServerTests {
    private static let kinds = """
      CREATE TYPE mood AS ENUM ('sad', 'happy');
      CREATE TABLE kinds (
        u uuid PRIMARY KEY, s smallint, n numeric(10, 2), b boolean, v varchar(5), y bytea,
        tz timestamptz, ts timestamp, d date, j jsonb, jt json, m mood, a int[], c char(4), f real,
        g int GENERATED ALWAYS AS (s + 1) STORED);
      INSERT INTO kinds VALUES (
        '550e8400-e29b-41d4-a716-446655440000', 7, 12.50, true, 'abc', '\\x0102',
        '2026-01-02 03:04:05.5+00', '2026-01-02 03:04:05', '2026-01-02', '{"a":1,"b":[1,2]}',
        '{"k": "v"}', 'happy', '{1,2}', 'ab', 1.5);
      """

    @Test func eachTypeHasAValue() throws {
      guard let server = try ServerTables(Self.kinds) else { return }
      let input = server.address
      let row = try Tool.run("TRUE", input)
      #expect(
        row.text == """
          {"u":"550E8400-E29B-41D4-A716-446655440000","s":7,"n":12.5,"b":true,"v":"abc",\
          "y":"AQI=","tz":"2026-01-02T03:04:05.5Z","ts":"2026-01-02T03:04:05Z",\
          "d":"2026-01-02T00:00:00Z","j":{"a":1,"b":[1,2]},"jt":{"k":"v"},"m":"happy",\
          "a":"{1,2}","c":"ab  ","f":1.5,"g":8}

          """, "\(row)")
      let heard = try HeardSession()
      try heard.session.open(input)
      _ = try heard.rest()
      for predicate in [
        "u == CAST('550e8400-e29b-41d4-a716-446655440000', 'NSUUID')", "s == 7", "n > 12.4",
        "n == 12.5", "b == TRUE", "v BEGINSWITH 'a'",
        "tz > CAST('2026-01-01T00:00:00Z', 'NSDate')",
        "ts < CAST('2026-01-03T00:00:00Z', 'NSDate')",
        "d == CAST('2026-01-02T00:00:00Z', 'NSDate')", "j.a == 1", "j.b[1] == 2", "jt.k == 'v'",
        "m == 'happy'", "a CONTAINS '2'", "f == 1.5", "g == 8", "c BEGINSWITH 'ab'",
      ] {
        #expect(try heard.says(predicate).hasSuffix("\n1 row\n"), "\(predicate)")
      }
    }

    /// An index in the order of bytes serves the beginnings of texts.
    @Test func beginningsOfTextsArePushedDownToAnIndexOfBytes() throws {
      let schema = "CREATE TABLE t (id int PRIMARY KEY, a text, b text); CREATE INDEX ON t (b);"
      guard
        let server = try ServerTables(schema + "CREATE INDEX ON t (a text_pattern_ops);")
      else { return }
      let indexed = try Tool.run("a BEGINSWITH 'Os'", server.address, "--explain").text
      #expect(indexed.contains(#""a" ~>=~ $1 AND "a" ~<~ $2"#), "\(indexed)")
      let other = try Tool.run("b BEGINSWITH 'Os'", server.address, "--explain").text
      #expect(other.contains("not pushed down"), "\(other)")
    }

    @Test func typesArePushedDown() throws {
      guard let server = try ServerTables(Self.kinds) else { return }
      let input = server.address
      for (predicate, isPushed) in [
        ("s == 7", true), ("b == TRUE", true), ("n > 12.4", true), ("m == 'happy'", false),
        ("tz > CAST('2026-01-01T00:00:00Z', 'NSDate')", true), ("c == 'ab'", false),
      ] {
        let text = try Tool.run(predicate, input, "--explain").text
        #expect(
          text.contains("pushed down") && !text.contains("not pushed down") == isPushed, "\(text)")
      }
      let sql = try Tool.run("sql", "s == 7 AND v BEGINSWITH 'a'", input)
      #expect(sql.text.contains("\"s\" = $1"), "\(sql)")
    }

    @Test func rowsOfEachTypeAreEdited() throws {
      guard let server = try ServerTables(Self.kinds) else { return }
      let heard = try HeardSession()
      try heard.session.open(server.address, isWritable: true)
      _ = try heard.says(".mode jsonl")
      let key = "550e8400-e29b-41d4-a716-446655440000"
      #expect(
        try heard.says(
          ".replace {\"u\":\"\(key)\",\"s\":8,\"n\":3.25,\"b\":false,\"tz\":\"2026-05-06T07:08:09Z\","
            + "\"d\":\"2026-05-06T00:00:00Z\",\"j\":{\"x\":[true]},\"m\":\"sad\",\"a\":\"{3}\"}")
          == "1 row\n")
      let shown = try heard.says(".show")
      for part in [
        "\"s\":8", "\"n\":3.25", "\"b\":false", "\"tz\":\"2026-05-06T07:08:09Z\"",
        "\"d\":\"2026-05-06T00:00:00Z\"", "\"j\":{\"x\":[true]}", "\"m\":\"sad\"", "\"a\":\"{3}\"",
        "\"g\":9", "\"v\":null",
      ] { #expect(shown.contains(part), "\(part)") }
      #expect(try heard.says(".set m 'angry'").hasPrefix("error: "))
      #expect(try heard.says(".set v 'too long'").hasPrefix("error: "))
      #expect(try heard.says(".set s 3 where m == 'sad'") == "1 row changed\n")
      #expect(try heard.says(".remove \(key)") == "0 rows\n")
      #expect(try heard.says(".undo").hasSuffix("1 row\n"))
    }

    @Test(arguments: [
      ("postgres://postgres@127.0.0.1:1/postgres", "Connection refused"),
      ("postgres://postgres@host.invalid/postgres", "host.invalid"),
      ("postgres://postgres@SERVER/nope?table=t", "database \"nope\" does not exist"),
      ("postgres://nobody:secret@SERVER/postgres?table=t", "role \"nobody\" does not exist"),
      ("ADDRESS&table=persom", "there is no table 'persom', did you mean 'person'?"),
      ("postgres://u:secret@127.0.0.1:99999/x", "99999"),
      ("postgres://SERVER/x?nonsense=secret", "nonsense"),
    ])
    func anErrorIsOneLine(_ input: String, _ expected: String) throws {
      guard let server = try ServerTables.people(),
        let port = try PostgreSQLServer.shared.get()?.port
      else { return }
      let input = input.replacing("SERVER", with: "127.0.0.1:\(port)")
        .replacing("ADDRESS", with: server.address)
      let outcome = try Tool.run("age > 3", input)
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.hasPrefix("frc-query: postgres://"))
      #expect(outcome.errors.contains(expected), "\(outcome)")
      #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
      #expect(!outcome.errors.contains("u:secret") && !outcome.errors.contains("y:secret"))
    }

    @Test func aWrongPasswordIsAnError() throws {
      guard let server = try ServerTables.people(),
        let port = try PostgreSQLServer.shared.get()?.port
      else { return }
      try server.run(
        """
        DO $$ BEGIN CREATE ROLE locked LOGIN PASSWORD 'right'; EXCEPTION WHEN OTHERS THEN END $$;
        DO $$ BEGIN EXECUTE format(
          'COPY (VALUES (''host all locked 127.0.0.1/32 scram-sha-256''), (''host all all 127.0.0.1/32 trust'')) TO %L',
          current_setting('hba_file')); END $$;
        SELECT pg_reload_conf();
        """)
      var outcome = try Tool.run(
        "TRUE", "postgres://locked:wr0ng@127.0.0.1:\(port)/postgres?table=t")
      // The server may still read its configuration.
      for _ in 0..<50 where !outcome.errors.contains("authentication") {
        outcome = try Tool.run("TRUE", "postgres://locked:wr0ng@127.0.0.1:\(port)/postgres?table=t")
      }
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("password authentication failed for user \"locked\""))
      #expect(!outcome.errors.contains("wr0ng"))
    }

    @Test func rowsWithoutAKeyAreReadOnly() throws {
      guard
        let server = try ServerTables(
          """
          CREATE TABLE plain (a int, b text); INSERT INTO plain VALUES (1, 'x'), (2, 'y');
          CREATE VIEW small AS SELECT * FROM plain WHERE a < 2;
          """)
      else { return }
      let heard = try HeardSession()
      try heard.session.open(server.table("plain"), isWritable: true)
      _ = try heard.says(".mode jsonl")
      #expect(try heard.says("a > 1") == "{\"a\":2,\"b\":\"y\"}\n1 of 2 rows\n")
      #expect(
        try heard.says(".set b 'z'")
          == "error: rows of 'plain' cannot be edited: only those of tables with keys can\n")
      try heard.session.open(server.table("small"))
      _ = try heard.rest()
      #expect(try heard.says(".show").hasPrefix("{\"a\":1,\"b\":\"x\"}\n"))
    }

    @Test func theCommitOfAnotherIsShown() throws {
      guard let server = try ServerTables.people() else { return }
      let heard = try HeardSession()
      try heard.session.open(server.address, isWritable: true)
      _ = try heard.says(".mode jsonl")
      _ = try heard.says(".filter add A age > 30")
      _ = try heard.says(".watch on")
      try heard.session.followFile()
      #expect(try heard.rest() == "")
      try server.run("UPDATE person SET age = 37 WHERE id = 1; DELETE FROM person WHERE id = 2")
      try heard.session.followFile()
      #expect(
        try heard.rest() == """
          delete [0,1]  {"id":2,"name":"Alan","age":41,"city":"London","score":null}
          update [0,0]  {"id":1,"name":"Ada","age":37,"city":"London","score":1.5}

          """)
      try server.run("UPDATE person SET age = 38 WHERE id = 1")
      #expect(try heard.says(".set age 3 where id == 1").contains("1 row changed\n"))
      try server.run("ALTER TABLE person ADD COLUMN more int DEFAULT 4")
      #expect(try heard.says(".filter clear") == "3 rows\n")
      #expect(try heard.says(".show 1").contains("\"more\":4"))
    }

    @Test func aChangeThatCannotBeReadIsOneErrorAndNoTransaction() throws {
      for (line, breaking, undoing) in [
        (
          ".filter add A age > 30", "ALTER TABLE person RENAME COLUMN age TO years",
          "ALTER TABLE person RENAME COLUMN years TO age"
        ),
        (
          ".section city", "ALTER TABLE person RENAME COLUMN city TO town",
          "ALTER TABLE person RENAME COLUMN town TO city"
        ),
        (
          ".sort city", "ALTER TABLE person RENAME TO people",
          "ALTER TABLE people RENAME TO person"
        ),
      ] {
        guard let server = try ServerTables.people() else { return }
        let heard = try HeardSession()
        try heard.session.open(server.table("person"))
        let driver = try #require(heard.session.data as? TableRows).connection.driver
        _ = try heard.says(line)
        _ = try heard.says(".watch on")
        try server.run(breaking)
        try heard.session.followFile()
        let said = try heard.rest()
        #expect(said.contains(": the rows cannot be shown: "), "\(said)")
        #expect(said.filter { $0 == "\n" }.count == 1, "\(said)")
        #expect(!driver.source.isInTransaction)
        try server.run("CREATE TABLE more (n int)")
        try heard.session.followFile()
        #expect(try heard.rest() == "")
        try server.run(undoing)
        try heard.session.followFile()
        let again = try heard.rest()
        #expect(again.contains(": the rows can be shown again: "), "\(again)")
        #expect(!driver.source.isInTransaction)
      }
    }

    @Test func triggersReportACommitAtOnce() throws {
      guard let server = try ServerTables.people() else { return }
      let heard = try HeardSession()
      try heard.session.open(server.address)
      _ = try heard.says(".mode jsonl")
      #expect(try heard.says(".watch install").hasPrefix("error: opened read-only; .open --write"))
      try heard.session.open(server.address, isWritable: true)
      _ = try heard.says(".watch on")
      #expect(heard.session.data?.watchInterval == 1_000)
      #expect(try heard.says(".watch install") == "the table reports its changes\n")
      #expect(heard.session.data?.watchInterval == 50)
      try server.run("UPDATE person SET age = 37 WHERE id = 1")
      try heard.session.followFile()
      #expect(
        try heard.rest() == """
          update [0,0]  {"id":1,"name":"Ada","age":37,"city":"London","score":1.5}

          """)
    }

    /// The README's example of a server, if it has one, with the address of the test's.
    @Test func theExampleOfTheReadmeRuns() throws {
      guard let server = try ServerTables.people() else { return }
      let text = try String(
        contentsOf: Tool.root.appendingPathComponent("README.md"), encoding: .utf8)
      let examples = text.matches(of: /`frc-query ([^`]*)'postgres:\/\/[^`']*'([^`]*)`/)
      #expect(!examples.isEmpty)
      for example in examples {
        let outcome = try Tool.run(
          Tool.words("\(example.1)'\(server.address)'\(example.2)"))
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
      }
    }

    @Test func anEditOfAChangedRowIsAConflict() throws {
      guard let server = try ServerTables.people() else { return }
      let heard = try HeardSession()
      try heard.session.open(server.address, isWritable: true)
      _ = try heard.says(".mode jsonl")
      _ = try heard.says(".show")
      try server.run("UPDATE person SET age = 99 WHERE id = 1")
      let remove = try heard.says(".remove 1")
      #expect(remove.contains("was changed by another program since it was shown"), "\(remove)")
      #expect(try heard.says(".remove 1") == "3 rows\n")
    }

    @Test func aLostConnectionIsAnErrorAndThenANewOne() throws {
      guard let server = try ServerTables.people() else { return }
      let heard = try HeardSession()
      try heard.session.open(server.address, isWritable: true)
      _ = try heard.says(".mode jsonl")
      _ = try heard.says(".begin")
      _ = try heard.says(".remove 1")
      try server.run(
        """
        SELECT pg_terminate_backend(l.pid) FROM pg_locks l
        WHERE l.relation = 'person'::regclass AND l.pid <> pg_backend_pid()
        """)
      #expect(try heard.says(".remove 2").hasPrefix("error: postgres://"))
      #expect(try heard.says(".end").contains("the connection was lost, and the batch with it"))
      _ = try heard.says(".rollback")
      #expect(try heard.says(".show").hasSuffix("4 rows\n"))
    }

    @Test func aLockIsWaitedForAsLongAsAllowed() throws {
      guard let server = try ServerTables.people() else { return }
      let heard = try HeardSession(lockTimeout: 0.05)
      try heard.session.open(server.address, isWritable: true)
      _ = try heard.rest()
      let other = try ServerLock(server.address, "LOCK TABLE person IN EXCLUSIVE MODE")
      let answer = try heard.says(".remove 1")
      #expect(answer.hasSuffix("locked by another program; waited 0.05 s\n"), "\(answer)")
      try other.end()
      #expect(try heard.says(".remove 1") == "3 rows\n")
    }

    @Test func aTimeLimitCancelsTheStatement() throws {
      guard
        let server = try ServerTables(
          """
          CREATE VIEW slow AS SELECT n FROM generate_series(1, 3) n, pg_sleep(20);
          CREATE VIEW quick AS SELECT 1 AS n;
          """)
      else { return }
      let outcome = try Tool.run("n > 0", server.table("slow"), "--time-limit", "0.2")
      #expect(outcome.status == 2, "\(outcome)")
      #expect(outcome.errors.hasSuffix(": gave up after 0.2 seconds\n"), "\(outcome)")
    }
  }
#endif
