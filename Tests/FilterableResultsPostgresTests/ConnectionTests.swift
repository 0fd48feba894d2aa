#if PostgreSQL
  import FilterSQL
  import FilterableResultsSQL
  import Foundation
  import PostgreSQLSupport
  import TestSupport
  import Testing

  @testable import FilterableResultsPostgres

  /// Statements, values and cells of a connection.
  @Suite(.limitedDatabases) struct ConnectionTests {
    private func connection() throws -> (TestSchema, PostgresConnection)? {
      guard let schema = try TestSchema() else { return nil }
      return (schema, try schema.connection())
    }

    private func texts(_ rows: [[SQLCellValue]]) -> [String] {
      rows.map { $0.map { "\($0)" }.joined(separator: " ") }
    }

    @Test func eachKindOfValueComesBack() throws {
      guard let (_, connection) = try connection() else { return }
      let cases: [(SQLValue, String, String)] = [
        (.integer(.min), "", "\(Int64.min)"), (.integer(-1), "::int8", "-1"),
        (.real(-0.0), "", "-0"), (.real(.infinity), "", "Infinity"), (.real(1e-300), "", "1e-300"),
        (.boolean(true), "", "true"), (.text("é\"\\'"), "", "é\"\\'"), (.text(""), "", ""),
        (.bytes([0, 255]), "", "\\x00ff"), (.bytes([]), "", "\\x"),
        (.uuid(Array(0..<16)), "", "00010203-0405-0607-0809-0a0b0c0d0e0f"),
        (.microseconds(1), "", "2000-01-01 00:00:00.000001+00"),
        (.localMicroseconds(-1), "", "1999-12-31 23:59:59.999999"), (.days(31), "", "2000-02-01"),
        (.integers([]), "", "{}"), (.integers([1, -2]), "", "{1,-2}"),
        (.reals([0.5]), "", "{0.5}"), (.texts(["a,\"\\", "", "é"]), "", "{\"a,\\\"\\\\\",\"\",é}"),
        (.jsonArray("[1]"), "::jsonb", "[1]"),
      ]
      try connection.execute("SET TIME ZONE 'UTC'")
      for (value, cast, text) in cases {
        let rows = try connection.rows("SELECT ($1\(cast))::text", [value])
        guard case .text(let found?) = rows[0][0] else {
          Issue.record("\(value): \(rows)")
          continue
        }
        #expect(found == text, "\(value)")
      }
    }

    @Test func eachTypeIsRead() throws {
      guard let (_, connection) = try connection() else { return }
      let cases = [
        ("NULL::int", "null"), ("1::int2", "integer(1)"), ("-1::int4", "integer(-1)"),
        ("9223372036854775807", "integer(9223372036854775807)"), ("TRUE", "integer(1)"),
        ("1.5::float4", "real(1.5)"), ("'NaN'::float8", "real(nan)"),
        ("'a'::varchar(3)", #"text(Optional("a"))"#), ("'a'::char(3)", #"text(Optional("a  "))"#),
        ("'a'::name", #"text(Optional("a"))"#), ("'[1]'::json", #"text(Optional("[1]"))"#),
        ("'[1]'::jsonb", #"text(Optional("[1]"))"#), ("'\\x0102'::bytea", "bytes([1, 2])"),
        ("'infinity'::timestamptz", #"text(Optional("infinity"))"#),
        ("'-infinity'::date", #"text(Optional("-infinity"))"#),
        ("'2000-01-02'::date", "integer(1)"),
        ("'2000-01-01 00:00:01'::timestamp", "integer(1000000)"),
      ]
      for (text, cell) in cases {
        #expect(texts(try connection.rows("SELECT \(text)")) == [cell], "\(text)")
      }
    }

    @Test func aNumericReadsAsTheServerPrintsIt() throws {
      guard let (_, connection) = try connection() else { return }
      let numbers = [
        "0", "0.00", "1", "-1", "10000", "9999.9999", "0.0001", "0.00000001", "-0.000012340",
        "123456789012345678901234567890.123456789", "1e40", "100000000", "NaN", "Infinity",
        "-Infinity", "0.1", "12345.6", "1.10",
      ]
      for number in numbers {
        let rows = try connection.rows(
          "SELECT n, n::text FROM (SELECT '\(number)'::numeric AS n) t")
        #expect("\(rows[0][0])" == "\(rows[0][1])", "\(number)")
      }
    }

    @Test func aNumericOfZerosHasAnExponent() throws {
      guard let (_, connection) = try connection() else { return }
      for (number, text) in [
        ("1e131071", "1e131071"), ("-12345e2000", "-12345e2000"), ("1e-16383", "1e-16383"),
        ("0e-16383", "0"), ("1e900", nil),
      ] {
        let rows = try connection.rows(
          "SELECT n, n::text, $1::numeric = n FROM (SELECT \(number)::numeric AS n) t",
          [.text(text ?? number)])
        let expected = text.map { #"text(Optional("\#($0)"))"# } ?? "\(rows[0][1])"
        #expect("\(rows[0][0])" == expected && "\(rows[0][2])" == "integer(1)", "\(number)")
      }
    }

    @Test func aStatementWithinAnotherLeavesItsRows() throws {
      guard let (_, connection) = try connection() else { return }
      connection.beginLazily()
      let outer = try connection.statement("SELECT generate_series(1, $1)", [.integer(5)])
      var found: [String] = []
      while try outer.next() {
        found.append("\(outer.cell(at: 0))")
        let rows = try connection.rows("SELECT $1 + 1", [.integer(Int64(found.count))])
        #expect("\(rows[0][0])" == "integer(\(found.count + 1))")
      }
      #expect(found == (1...5).map { "integer(\($0))" })
      try connection.end(commit: false)
      #expect(try connection.rows("SELECT 1").count == 1)
    }

    @Test func aClosedStatementLeavesItsSnapshot() throws {
      guard let (schema, connection) = try connection() else { return }
      let other = try schema.connection()
      try other.execute("CREATE TABLE t (a int)")
      connection.beginLazily()
      let rows = try connection.statement(
        "SELECT generate_series(1, 100000000)", mayStop: true)
      #expect(try rows.next())
      try other.run("INSERT INTO t VALUES (1)")
      rows.close()
      #expect(try connection.rows("SELECT * FROM t").isEmpty)
      try connection.end(commit: false)
      #expect(try connection.rows("SELECT * FROM t").count == 1)
      #expect(try connection.run("UPDATE t SET a = 2") == 1)
    }

    @Test func aSnapshotSaysWhichTransactionsItSees() throws {
      // Others would begin transactions in between on the server that the tests share.
      guard let server = try PostgreSQLServer.startOrSkip(),
        let schema = try TestSchema(on: server)
      else { return }
      defer { withExtendedLifetime(server) {} }
      let (connection, other) = (try schema.connection(), try schema.connection())
      func number(_ connection: PostgresConnection) throws -> Int64 {
        let rows = try connection.rows("SELECT pg_current_xact_id()::text::int8")
        guard case .integer(let number) = rows[0][0] else { return 0 }
        return number
      }
      let before = try number(connection)
      other.beginLazily("READ WRITE")
      let during = try number(other)
      let after = try number(connection)
      for _ in 0..<2 {
        connection.beginLazily(asksForSnapshot: true)
        _ = try connection.rows("SELECT 1")
        let snapshot = try #require(connection.snapshot)
        #expect(snapshot.sees(before) && !snapshot.sees(during) && snapshot.sees(after))
        #expect(!snapshot.sees(after + 1) && snapshot.next == after + 1)
        try connection.end(commit: false)
      }
      connection.beginLazily()
      _ = try connection.rows("SELECT 1")
      #expect(connection.snapshot == nil)
    }

    @Test func anErrorLeavesTheConnectionUsable() throws {
      guard let (_, connection) = try connection() else { return }
      let error = #expect(throws: PostgresError.self) { try connection.run("SELECT no") }
      #expect(error?.sqlState == "42703")
      #expect(error?.position == 8)
      #expect(error?.message == "column \"no\" does not exist")
      #expect(throws: PostgresError.self) {
        try connection.rows("SELECT 1 / (3 - n) FROM generate_series(1, 5) n")
      }
      #expect(throws: PostgresError.self) { try connection.execute("SELECT 1; no") }
      for number in 0..<250 {
        let rows = try connection.rows("SELECT \(number) + $1", [.integer(1)])
        #expect("\(rows[0][0])" == "integer(\(number + 1))")
      }
      #expect("\(try connection.rows("SELECT 0 + $1", [.integer(7)])[0][0])" == "integer(7)")
      #expect("\(try connection.rows("SELECT $1::text IS NULL", [nil])[0][0])" == "integer(1)")
    }

    @Test func whatCannotBeReachedIsAnErrorWithoutThePassword() throws {
      guard let port = try PostgreSQLServer.shared.get()?.port else { return }
      let cases = [
        ("postgres://u:secret@127.0.0.1:1/d", "Connection refused"),
        ("postgres://u:secret@127.0.0.1:x/d", "invalid integer value"),
        ("postgres://u:secret@[::1/d", "matching"), ("host=127.0.0.1 password=a secret", "missing"),
        ("postgres://u:secret@host.invalid/d", "host"),
        ("postgres://u:secret@127.0.0.1:\(port)/none", "does not exist"),
        ("postgres://nobody:secret@127.0.0.1:\(port)/postgres", "does not exist"),
        ("postgres://u:secret@127.0.0.1/d?nothing=secret", "invalid URI query parameter"),
      ]
      for (address, part) in cases {
        let error = #expect(throws: PostgresError.self, "\(address)") {
          _ = try PostgresConnection(address, timeout: .seconds(600))
        }
        let message = error?.description ?? ""
        #expect(message.contains(part) && !message.contains("secret"), "\(message)")
        #expect(!message.contains("\n"))
        #expect(error?.isConnectionLost == true, "\(message)")
      }
    }

    @Test func aCancelEndsAStatement() throws {
      guard let (schema, connection) = try connection() else { return }
      let other = try schema.connection()
      let canceller = Thread {
        #expect(throws: Never.self) {
          try pollOnThread { try schema.isRunning("SELECT pg_sleep", by: other) }
        }
        connection.cancel()
      }
      canceller.start()
      let error = #expect(throws: PostgresError.self) { try connection.run("SELECT pg_sleep(600)") }
      #expect(error?.isCancelled == true)
      #expect(!connection.isUsable)
    }

    @Test func aNotificationArrives() throws {
      guard let (schema, connection) = try connection() else { return }
      let other = try schema.connection()
      try connection.run("LISTEN a")
      #expect(try connection.notifications(until: .now + .milliseconds(1)).isEmpty)
      try other.run("SELECT pg_notify('a', 'b')")
      let arrived = try connection.notifications(until: nil)
      #expect(arrived.map(\.payload) == ["b"] && arrived.map(\.processID) == [other.processID])
      connection.wake()
      #expect(try connection.notifications(until: nil).isEmpty)
      connection.abort()
      #expect(throws: PostgresError.self) { try connection.notifications(until: nil) }
    }

    /// The server ignores the statements after an error, so that they are not prepared.
    @Test func statementsAfterARefusedLockArePreparedLater() throws {
      guard let (schema, owner) = try connection() else { return }
      let role = "reader_\(schema.name)"
      try owner.execute(
        """
        CREATE TABLE t (a bigint); INSERT INTO t VALUES (7); CREATE ROLE \(role) LOGIN;
        GRANT USAGE ON SCHEMA \(schema.name) TO \(role)
        """)
      let reader = try PostgresConnection(
        schema.address.replacing("postgres@", with: "\(role)@"), timeout: .seconds(600))
      func read() throws -> Int {
        reader.beginLazily(asksForSnapshot: true)
        reader.lockLazily(["t"])
        defer { try? reader.end(commit: false) }
        return try reader.rows("SELECT a FROM t").count
      }
      let error = #expect(throws: PostgresError.self) { try read() }
      #expect(error?.sqlState == "42501")
      try owner.execute("GRANT SELECT ON t TO \(role)")
      #expect(try read() == 1)
      #expect(reader.snapshot != nil)
    }
  }
#endif
