import SearchServer
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
