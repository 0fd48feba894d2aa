import HummingbirdSearch
import Testing

extension ServerTests {
  /// A quick search need not wait for slow ones.
  @Suite struct FairnessTests {
    #if DEBUG
      private static let tickets = 10_000
    #else
      private static let tickets = 100_000
    #endif
    private static let rounds = 101
    private static let slowClients = 8

    /// A ratio of two medians of the same run, since no time is the same on two machines.
    @Test func aQuickSearchIsNotSlowedDownBySlowOnes() async throws {
      try await withServer(tickets: Self.tickets, time: .milliseconds(100)) { client in
        _ = try await Self.median(client, rounds: 20)
        let alone = try await Self.median(client, rounds: Self.rounds)
        let slow = (0..<Self.slowClients).map { _ in
          Task {
            var responses: [TestResponse] = []
            while !Task.isCancelled {
              responses.append(try await client.tickets(filter: LimitTests.slow))
            }
            return responses
          }
        }
        try await Task.sleep(for: .milliseconds(50))
        let together = try await Self.median(client, rounds: Self.rounds)
        slow.forEach { $0.cancel() }
        var ended = 0
        for task in slow {
          for response in try await task.value {
            #expect(response.status == 503, "\(response.body)")
            #expect(try response.member("limit") as? String == "time")
            ended += 1
          }
        }
        print(
          "a quick search: \(alone) alone, \(together) beside \(Self.slowClients) slow ones,",
          "\(together / alone) times as long;",
          "\(ended) slow ones were ended by their deadline")
        #expect(ended >= Self.slowClients)
        #expect(together <= alone * 5)
      }
    }

    /// Each of the slow ones takes its whole time, one after the other.
    @Test func anOrdinarySearchBesideTenSlowOnesIsAnswered() async throws {
      try await withServer(tickets: Self.tickets, time: .milliseconds(200)) { client in
        try await Self.expectAnAnswer(to: client, beside: LimitTests.slow, of: client)
      }
    }

    #if os(Linux)
      /// Each of them makes programs of patterns for long before it looks at a ticket. Another client has other
      /// threads.
      @Test func anOrdinarySearchBesidePatternsOfAnotherClientIsAnswered() async throws {
        let patterns = "abcdefghijklmno".map { "title MATCHES '\($0)(12?){0,2500}'" }
        try await withServer(
          tickets: Self.tickets, { $0.searches.deadline = .seconds(2) }
        ) { client in
          let other = TestClient(port: client.port, address: "127.0.0.2")
          try await Self.expectAnAnswer(
            to: other, beside: patterns.joined(separator: " OR "), of: client)
        }
      }
    #endif

    private static func expectAnAnswer(
      to client: TestClient, beside filter: String, of slowClient: TestClient
    ) async throws {
      let slow = (0..<10).map { number in
        // Different texts, as programs of patterns are kept.
        let filter = filter.replacing("12", with: "1\(number)")
        return Task { try await slowClient.tickets(filter: filter) }
      }
      try await Task.sleep(for: .milliseconds(50))
      let begin = ContinuousClock.now
      let response = try await client.tickets(filter: "priority == 1 AND state == 'open'")
      print("an ordinary search beside ten slow ones: \(begin.duration(to: .now))")
      #expect(response.status == 200, "\(response.body)")
      for task in slow {
        let status = try await task.value.status
        #expect(status == 200 || status == 503)
      }
    }

    private static func median(_ client: TestClient, rounds: Int) async throws -> Duration {
      var times: [Duration] = []
      for _ in 0..<rounds {
        let begin = ContinuousClock.now
        let response = try await client.tickets(filter: "priority == 1 AND state == 'open'")
        times.append(begin.duration(to: .now))
        try #require(response.status == 200, "\(response.body)")
      }
      return times.sorted()[rounds / 2]
    }
  }
}
