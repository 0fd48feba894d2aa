#if PostgreSQL
  import FilterEngine
  import Foundation
  import PostgreSQLSupport
  import Testing
  import ToolTestSupport

  @testable import FrcQuery

  /// Servers and tables of others that the tool does not trust.
  struct ServerTrustTests {
    /// Functions and operators of a schema in the search path fit better than those of the server.
    @Test func functionsOfOthersAreNotCalled() throws {
      guard let real = try PostgreSQLServer.shared.get(),
        let server = try ServerTables(
          "CREATE TABLE t (id int PRIMARY KEY, name varchar(9)); INSERT INTO t VALUES (1, 'a');")
      else { return }
      let traps = Traps(name: server.schema, server: real)
      try server.run(traps.statements)
      #expect(try Tool.run("name == 'a'", server.address).text == "{\"id\":1,\"name\":\"a\"}\n")
      #expect(try Tool.run("name == 'a'", server.table("t"), "--count").text == "1\n")
      #expect(try Tool.run("name == 'a'", server.address, "--explain").status == 0)
      let heard = try HeardSession()
      try heard.session.open(server.address, isWritable: true)
      _ = try heard.says(".mode jsonl")
      #expect(try heard.says(".watch install") == "the table reports its changes\n")
      #expect(try heard.says(".set name 'b' where name == 'a'").contains("1 row changed\n"))
      #expect(try heard.says(".remove 1") == "0 rows\n")
      #expect(try heard.says(".undo").hasSuffix("1 row\n"))
      try server.run("UPDATE t SET name = 'c'")
      #expect(try heard.says("name == 'c'").hasSuffix("1 row\n"))
      #expect(try traps.called() == [])
    }

    /// A number that is not read exactly is an error, and no row without the number.
    @Test func eachNumericIsExactOrAnError() throws {
      guard
        let server = try ServerTables(
          """
          CREATE TABLE t (id int PRIMARY KEY, n numeric);
          INSERT INTO t VALUES (1, 1e120), (2, 1e-120), (3, 1e200), (4, 12345678901234567890123456789012345678901);
          CREATE TABLE bad (id int PRIMARY KEY, n numeric);
          INSERT INTO bad VALUES (1, 1e-200), (2, 1e131000), (3, 1.2345678901234567890123456789012345678901),
            (4, 'NaN'), (5, 1e-16383);
          """)
      else { return }
      let good = try Tool.run("TRUE", server.table("t"), "--select", "n")
      let zeros = String(repeating: "0", count: 200)
      #expect(
        good.text == """
          {"n":1\(zeros.prefix(120))}
          {"n":0.\(zeros.prefix(119))1}
          {"n":1\(zeros)}
          {"n":12345678901234567890123456789012345678901}

          """, "\(good)")
      #expect(try Tool.run("n > 1e150", server.table("t"), "--count").text == "1\n")
      for number in 1...5 {
        let outcome = try Tool.run("id == \(number)", server.table("bad"))
        #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.contains("column 'n' holds "), "\(outcome)")
      }
    }

    /// A few bytes of a server can stand for more than 100,000 digits.
    @Test func largeExponentsTakeLittleTime() throws {
      guard
        let server = try ServerTables(
          """
          CREATE TABLE t (id int PRIMARY KEY, n numeric);
          INSERT INTO t SELECT i, 1e131000 FROM generate_series(1, 20000) i;
          INSERT INTO t SELECT -i, 1e-16000 FROM generate_series(1, 20000) i;
          """)
      else { return }
      let outcome = try Tool.run(
        "n + 1 > 0", server.address, "--skip-errors", "--count", "--time-limit", "60")
      #expect(outcome.text == "0\n" && !outcome.errors.contains("gave up"), "\(outcome.text)")
    }

    /// A function of a view sets the encoding in which the server sends texts.
    @Test(arguments: ["TRUE", "a MATCHES '.+'", "b.x MATCHES '.+'", "c == 'é'"])
    func textsInAnotherEncodingAreAnError(_ predicate: String) throws {
      guard
        let server = try ServerTables(
          """
          CREATE VIEW sly AS SELECT 'é'::text AS a, '{"x": "é"}'::jsonb AS b, 'é'::varchar AS c
            WHERE set_config('client_encoding', 'LATIN1', false) <> '';
          """)
      else { return }
      let outcome = try Tool.run(predicate, server.address)
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.filter { $0 == "\n" }.count == 1, "\(outcome)")
    }

    #if os(Linux)
      @Test func aTimeLimitEndsTheWaitForASilentServer() throws {
        guard let server = try ServerTables.people(), let real = try PostgreSQLServer.shared.get()
        else { return }
        let silenced = try DisturbedServer(before: real, silentFrom: "\"age\" >")
        defer { silenced.stop() }
        let address = server.address.replacing(":\(real.port)/", with: ":\(silenced.port)/")
        let outcome = try Tool.run("age > 30", address, "--time-limit", "4")
        #expect(outcome.status == 2 && silenced.isSilent, "\(outcome)")
        #expect(outcome.errors.hasSuffix(": gave up after 4 seconds\n"), "\(outcome)")
        #expect(silenced.laterClients <= 1)
      }
    #endif
  }
#endif
