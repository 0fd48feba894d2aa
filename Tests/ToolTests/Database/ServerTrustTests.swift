#if PostgreSQL
  import FilterEngine
  import Foundation
  import PostgreSQLSupport
  import Testing

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
        let silenced = try SilencedServer(before: real, silentFrom: "\"age\" >")
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
