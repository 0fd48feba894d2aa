import Foundation
import HummingbirdSearch
import Metrics
import MetricsTestKit
import ServiceLifecycle
import Testing

extension ServerTests {
  /// A shutdown answers the requests under way, and takes no more.
  @Suite(.timeLimit(.minutes(1))) struct ShutdownTests {
    /// Waits until requests are under way.
    private func wait(_ isReached: () -> Bool) async throws {
      while !isReached() { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func aSearchUnderWayIsAnswered() async throws {
      let metrics = TestMetrics()
      try await withMetricsFactory(metrics) {
        // Ends at its computing time, which is a second after the shutdown.
        let test = try await TestServer(
          tickets: 20_000, time: .seconds(1), policies: LimitTests.permissive)
        let search = Task { try await test.client.tickets(filter: LimitTests.endless) }
        try await wait { metrics.counterTotal(label: "search_rows_examined") > 0 }
        await test.group.triggerGracefulShutdown()
        let response = try await search.value
        #expect(response.status == 503)
        #expect(try response.member("limit") as? String == "time")
        try await test.running.value
        await #expect(throws: (any Error).self) { try await test.client.tickets("limit=1") }
      }
    }

    /// It would wait for ten seconds.
    @Test func aRequestForChangesEnds() async throws {
      let metrics = TestMetrics()
      try await withMetricsFactory(metrics) {
        let test = try await TestServer()
        let head = "GET /changes?since=0 HTTP/1.1\r\nAuthorization: Bearer demo-agent\r\n"
        let waiting = Task { try await test.client.response(to: head) }
        try await wait {
          metrics.meters(label: "http.server.active_requests").contains { $0.lastValue == 1 }
        }
        let begin = ContinuousClock.now
        await test.group.triggerGracefulShutdown()
        let response = try await waiting.value
        #expect(try response.member("version") as? Int == 0)
        try await test.running.value
        #expect(begin.duration(to: .now) < .seconds(8))
      }
    }

    /// Cancelling ends searches, too.
    @Test func cancellingEndsSearches() async throws {
      let test = try await TestServer(
        tickets: 20_000, time: .seconds(3_600), policies: LimitTests.permissive
      ) { $0.searches.deadline = .seconds(3_600) }
      let searches = (1...4).map { number in
        Task { try await test.client.tickets(filter: "\(LimitTests.endless) AND id > \(number)") }
      }
      try await Task.sleep(for: .milliseconds(50))
      test.running.cancel()
      _ = await test.running.result
      for search in searches {
        // The connection may be closed before the answer is written.
        if case .success(let response) = await search.result { #expect(response.status == 503) }
      }
    }
  }
}
