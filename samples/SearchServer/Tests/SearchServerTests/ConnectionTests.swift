import Foundation
import SearchServer
import Testing

extension ServerTests {
  /// Clients that send slowly, too much, too often, or what is no request.
  @Suite(.timeLimit(.minutes(1))) struct ConnectionTests {
    private static let head = "GET /tickets?limit=1 HTTP/1.1\r\nHost: a\r\n"
    private static let token = "Authorization: Bearer demo-agent\r\n"

    @Test func aSlowClientIsCutOff() async throws {
      try await withServer({ $0.connections.headTime = .milliseconds(300) }) { client in
        let begin = ContinuousClock.now
        let response = try await client.connected { connection in
          for byte in Self.head.unicodeScalars {
            guard begin.duration(to: .now) < .seconds(10) else { break }
            // It fails once the server has ended the connection.
            guard (try? connection.send(String(byte))) != nil else { break }
            Thread.sleep(forTimeInterval: 0.1)
          }
          return try? connection.response()
        }
        #expect(begin.duration(to: .now) < .seconds(10))
        #expect(response == nil || response?.status == 408)
      }
    }

    @Test func aClientThatSendsNothingIsToldSo() async throws {
      try await withServer({ $0.connections.headTime = .milliseconds(100) }) { client in
        let response = try await client.connected { try $0.response() }
        #expect(response.status == 408)
        #expect(try response.member("error", "code") as? String == "request-too-slow")
      }
    }

    @Test func aClientThatKeepsTheConnectionIsCutOff() async throws {
      try await withServer({ $0.connections.count = 1 }) { client in
        let kept = try await client.connected { connection in
          try connection.send(Self.head + Self.token + "\r\n")
          #expect(try connection.response().status == 200)
          return connection
        }
        try await Self.expectAnAnswer(client)
        withExtendedLifetime(kept) {}
      }
    }

    @Test func oneConnectionTooManyIsRefused() async throws {
      try await withServer({
        $0.connections.count = 8
        $0.connections.headTime = .seconds(1)
      }) { client in
        var slow: [TestConnection] = []
        for _ in 0..<8 { slow.append(try await client.connected { $0 }) }
        // The answer is lost if the request arrives after the end of the connection.
        let refused = try? await client.connected { try $0.response() }
        #expect(refused == nil || refused?.status == 503)
        try await Self.expectAnAnswer(client)
        for connection in slow { #expect(try connection.response().status == 408) }
      }
    }

    #if os(Linux)
      @Test func oneClientLeavesConnectionsToOthers() async throws {
        try await withServer({
          $0.connections.count = 8
          $0.connections.countPerClient = 4
        }) { client in
          var slow: [TestConnection] = []
          for _ in 0..<4 { slow.append(try await client.connected { $0 }) }
          let refused = try? await client.connected { try $0.response() }
          #expect(refused == nil || refused?.status == 503)
          let other = TestClient(port: client.port, address: "127.0.0.2")
          #expect(try await other.tickets("limit=1").status == 200)
          withExtendedLifetime(slow) {}
        }
      }
    #endif

    @Test func aLongLineIsRefused() async throws {
      try await withServer { client in
        let begin = ContinuousClock.now
        let response = try await client.tickets(String(repeating: "a", count: 100_000))
        #expect(response.status == 414)
        #expect(try response.member("error", "code") as? String == "line-too-long")
        #expect(begin.duration(to: .now) < .seconds(2))
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

    @Test(arguments: [
      "A: b\r\n", "A: \(String(repeating: "b", count: 5_000))\r\n", "a", "\r",
    ])
    func headersWithoutEndAreRefused(part: String) async throws {
      try await withServer { client in
        let text = String(repeating: part, count: 200_000 / part.utf8.count)
        let response = try await client.connected { connection in
          try connection.send(Self.head + text)
          return try connection.response()
        }
        #expect(response.status == 431)
        #expect(try response.member("error", "code") as? String == "headers-too-long")
      }
    }

    /// The server does not read on for ever either, only for as long as the client needs to see the answer.
    @Test func aClientThatNeverStopsIsCutOff() async throws {
      try await withServer { client in
        let isCutOff = try await client.connected { connection in
          try connection.send(Self.head)
          let part = String(repeating: "A: b\r\n", count: 10_000)
          return (0..<1_000).contains { _ in (try? connection.send(part)) == nil }
        }
        #expect(isCutOff)
        #expect(try await client.tickets("limit=1").status == 200)
      }
    }

    @Test(arguments: [
      ("Content-Length: 1000000000\r\n", 413), ("Content-Length: 1\r\n", 413),
      ("Transfer-Encoding: chunked\r\n", 413), ("Content-Length: 0\r\n", 200),
      ("Content-Length: 0\r\nContent-Length: 5\r\n", 400), ("Content-Length: -1\r\n", 400),
      ("Content-Length: 0x10\r\n", 400), ("Content-Length:\r\n", 400),
    ])
    func noBodyIsTaken(header: String, status: Int) async throws {
      try await withServer { client in
        let response = try await client.connected { connection in
          try connection.send(Self.head + Self.token + header + "\r\n")
          // Fewer bytes than the server reads to let the client see the answer.
          let body = String(repeating: "1\r\na\r\n", count: 50_000)
          if status == 413 { try connection.send(body) }
          return try connection.response()
        }
        #expect(response.status == status)
      }
    }

    @Test(arguments: [
      ("\r\n\r\n", 400), ("GET\r\n\r\n", 400), ("GET /\r\n\r\n", 400),
      ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
      ("GET tickets HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET / FTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/2.0\r\n\r\n", 505), ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\n b: c\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nb\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\rb: c\r\n\r\n", 400),
      ("GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("\u{16}\u{3}\u{1}\n\n", 400),
      ("GET / HTTP/1.1\nHost: a\n\n", 200), ("GET / HTTP/1.0\r\n\r\n", 200),
      ("GET /? HTTP/1.1\r\nHOST:a\r\nX:\r\n\r\n", 200),
      ("DELETE / HTTP/1.1\r\nHost: a\r\n\r\n", 405),
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
          for byte in (Self.head + Self.token + "\r\n").unicodeScalars {
            try connection.send(String(byte))
          }
          connection.finish()
          return try connection.response()
        }
        #expect(response.status == 200)
        #expect(try response.member("count") as? Int == 500)
      }
    }

    @Test func aConnectionIsForOneRequest() async throws {
      try await withServer { client in
        let text = try await client.connected { connection in
          let request = Self.head + Self.token + "\r\n"
          try connection.send(request + request)
          return try connection.received()
        }
        #expect(text.ranges(of: "HTTP/1.1 200").count == 1)
        #expect(text.contains("\r\nConnection: close\r\n"))
      }
    }

    @Test func anUnfinishedRequestHasNoAnswer() async throws {
      try await withServer { client in
        let text = try await client.connected { connection in
          try connection.send(Self.head)
          connection.finish()
          return try connection.received()
        }
        #expect(text.isEmpty)
      }
    }

    /// Asks until the server has room for a connection again.
    private static func expectAnAnswer(_ client: TestClient) async throws {
      let begin = ContinuousClock.now
      while begin.duration(to: .now) < .seconds(20) {
        if let response = try? await client.tickets("limit=1"), response.status == 200 { return }
        try await Task.sleep(for: .milliseconds(50))
      }
      Issue.record("the server has no room for a connection")
    }
  }
}
