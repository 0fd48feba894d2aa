import Foundation
import HummingbirdSearch
import Metrics
import MetricsTestKit
import Testing

extension ServerTests {
  /// Clients that send slowly, too much, too often, or what is not a request, and clients that go away.
  @Suite(.timeLimit(.minutes(2))) struct ConnectionTests {
    private static let head = "GET /tickets?limit=1 HTTP/1.1\r\nHost: a\r\n"
    private static let token = "Authorization: Bearer demo-agent\r\n"

    @Test func aSlowClientIsCutOff() async throws {
      try await withServer({ $0.connections.idleTime = .milliseconds(300) }) { client in
        let isCutOff = try await client.connected { connection in
          // Fails once the server has ended the connection.
          (0..<300).contains { _ in
            Thread.sleep(forTimeInterval: 0.1)
            return (try? connection.send("a")) == nil
          }
        }
        #expect(isCutOff)
      }
    }

    @Test func aClientThatSendsNothingIsCutOff() async throws {
      try await withServer({ $0.connections.idleTime = .milliseconds(100) }) { client in
        let text = try await client.connected { try $0.received() }
        #expect(text.isEmpty)
      }
    }

    @Test func aClientThatKeepsTheConnectionIsCutOff() async throws {
      try await withServer({
        $0.connections.count = 1
        $0.connections.idleTime = .milliseconds(300)
      }) { client in
        let kept = try await client.connected { connection in
          try connection.send(Self.head + Self.token + "\r\n")
          #expect(try connection.response().status == 200)
          return connection
        }
        // The next connection waits until the first one has ended.
        #expect(try await client.tickets("limit=1").status == 200)
        withExtendedLifetime(kept) {}
      }
    }

    /// There is room for one search: the next one is answered before the first one has tested all tickets.
    @Test func aClientThatGoesAwayEndsItsSearch() async throws {
      let metrics = TestMetrics()
      try await withMetricsFactory(metrics) {
        try await withServer(
          tickets: 10_000, time: .seconds(3_600), policies: LimitTests.permissive,
          {
            $0.searches.count = 1
            $0.searches.deadline = .seconds(3_600)
          }
        ) { client in
          let path = "/tickets?filter=\(TestClient.encoded(LimitTests.endless))"
          let leaving = try await client.connected { connection in
            try connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\(Self.token)\r\n")
            return connection
          }
          try await Self.wait { metrics.counterTotal(label: "search_rows_examined") > 0 }
          leaving.end()
          try await Self.wait { try await client.tickets("limit=1").status == 200 }
          #expect(metrics.counterTotal(label: "search_rows_examined") < 20_000)
        }
      }
    }

    /// Asks until an answer is the expected one; the time limit of the suite ends it otherwise.
    private static func wait(_ isExpected: () async throws -> Bool) async throws {
      while try await !isExpected() { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test func aLongLineIsRefused() async throws {
      try await withServer { client in
        let response = try await client.tickets(String(repeating: "a", count: 100_000))
        #expect(response.status == 400)
        #expect(try await client.tickets("limit=1").status == 200)
      }
    }

    /// The longest filter of a role, each byte of it percent-encoded.
    @Test func aFilterOfTheGreatestLengthFits() async throws {
      try await withServer { client in
        let filter = "title != '\(String(repeating: "é", count: 990))'"
        let response = try await client.tickets(filter: filter)
        #expect(response.status == 200, "\(response.body)")
      }
    }

    @Test(arguments: ["A: b\r\n", "A: \(String(repeating: "b", count: 5_000))\r\n", "a"])
    func headersWithoutEndAreRefused(part: String) async throws {
      try await withServer { client in
        let text = String(repeating: part, count: 200_000 / part.utf8.count)
        let response = try await client.connected { connection in
          try connection.send(Self.head + text)
          return try connection.response()
        }
        #expect(response.status == 400)
        #expect(try await client.tickets("limit=1").status == 200)
      }
    }

    @Test(arguments: [
      ("Content-Length: 3\r\n", 413), ("Transfer-Encoding: chunked\r\n", 413),
      ("Content-Length: 0\r\n", 200), ("Content-Length: -1\r\n", 400),
      ("Content-Length: 0\r\nContent-Length: 5\r\n", 400), ("Content-Length: 0x10\r\n", 400),
    ])
    func noBodyIsTaken(header: String, status: Int) async throws {
      try await withServer { client in
        let response = try await client.connected { connection in
          try connection.send(Self.head + Self.token + header + "Connection: close\r\n\r\n")
          if status == 413 { try connection.send(header.contains("3") ? "abc" : "0\r\n\r\n") }
          return try connection.response()
        }
        #expect(response.status == status)
      }
    }

    @Test(arguments: [
      ("GET\r\n\r\n", 400), ("GET / FTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nb\r\n\r\n", 400),
      ("GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("\u{16}\u{3}\u{1}\n\n", 400),
      ("DELETE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 404),
    ])
    func aHeadIsReadStrictly(head: String, status: Int) async throws {
      try await withServer { client in
        let response = try await client.connected { connection in
          try connection.send(head)
          return try connection.response()
        }
        #expect(response.status == status, "\(response.body)")
      }
    }

    @Test func aHeadMayArriveInPieces() async throws {
      try await withServer { client in
        let response = try await client.connected { connection in
          for byte in (Self.head + Self.token + "Connection: close\r\n\r\n").unicodeScalars {
            try connection.send(String(byte))
          }
          return try connection.response()
        }
        #expect(response.status == 200)
        #expect(try response.member("count") as? Int == 500)
      }
    }

    @Test func aConnectionTakesOneRequestAfterTheOther() async throws {
      try await withServer { client in
        let text = try await client.connected { connection in
          let request = Self.head + Self.token
          try connection.send(request + "\r\n" + request + "Connection: close\r\n\r\n")
          return try connection.received()
        }
        #expect(text.ranges(of: "HTTP/1.1 200").count == 2)
      }
    }
  }
}
