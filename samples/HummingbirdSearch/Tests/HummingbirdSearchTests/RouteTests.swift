import Foundation
import HummingbirdSearch
import InMemoryLogging
import Logging
import Metrics
import MetricsTestKit
import Testing

extension ServerTests {
  /// Routes without a connection: blanks, the guide, and what is counted and logged.
  @Suite struct RouteTests {
    @Test func aBadFilterHasACodeAPlaceAndAFix() async throws {
      let answer = try await TestRoutes().tickets(filter: "tags == nil AND\nprority == 1")
      #expect(answer.status == 400)
      #expect(answer.headers.contains("Content-Type: application/json"))
      #expect(try answer.member("parameter") as? String == "filter")
      #expect(try answer.member("error", "code") as? String == "key-outside-policy")
      #expect(
        try answer.member("error", "message") as? String
          == "there is no key 'prority' here, did you mean 'priority'?")
      #expect(try answer.member("error", "offset") as? Int == 16)
      #expect(try answer.member("error", "length") as? Int == 7)
      #expect(try answer.member("error", "start", "line") as? Int == 2)
      #expect(try answer.member("error", "start", "column") as? Int == 1)
      #expect(try answer.member("error", "fix", "replacement") as? String == "priority")
      let lines = try #require(try answer.member("lines") as? [String])
      #expect(lines.dropFirst().prefix(2) == [" | prority == 1", " | ^^^^^^^"])
    }

    /// A plus that is meant is percent-encoded.
    @Test(arguments: [
      ("state+==+'open'", "state == 'open'"), ("priority%2B1+==+2", "priority == 1"),
      ("state%20==%20'open'", "state == 'open'"),
    ])
    func aPlusIsABlank(query: String, filter: String) async throws {
      let routes = try TestRoutes()
      let answer = try await routes.get("/tickets?filter=\(query)")
      #expect(answer.status == 200, "\(answer.body)")
      let expected = try await routes.tickets(filter: filter).member("count") as? Int
      #expect(try answer.member("count") as? Int == expected)
    }

    @Test(arguments: ["state%2B==%2B'open'", "state%2520==%2520'open'"])
    func aTextThatIsEncodedTwiceIsNamed(query: String) async throws {
      let answer = try await TestRoutes().get("/tickets?filter=\(query)")
      #expect(answer.status == 400)
      #expect(try (answer.member("note") as? String)?.contains("form-encoded") == true)
      let other = try await TestRoutes().tickets(filter: "state + ==")
      #expect(try other.member("note") == nil)
    }

    @Test func aBodyIsRefused() async throws {
      let answer = try await TestRoutes().get("/tickets", body: "filter=TRUEPREDICATE")
      #expect(answer.status == 413)
      #expect(try answer.member("error", "code") as? String == "body")
    }

    // MARK: - The guide

    @Test(arguments: ["demo-agent", "demo-admin"])
    func theGuideHasTheKeysOfARoleAndTrueFilters(token: String) async throws {
      let routes = try TestRoutes()
      let guide = try await routes.get("/guide", token: token)
      #expect(guide.status == 200)
      #expect(guide.headers.contains("Content-Type: text/markdown"))
      #expect(guide.body.split { $0 == " " || $0 == "\n" }.count <= 1_500)
      let columns = try await routes.get("/tickets?limit=1", token: token).member("columns")
      for key in try #require(columns as? [String]) {
        #expect(guide.body.contains("| \(key) | "), "\(key)")
      }
      let parts = guide.body.components(separatedBy: "```\n")
      try #require(parts.count == 3, "\(guide.body)")
      let filters = parts[1].split(separator: "\n").map(String.init)
      #expect(filters.count >= 6)
      for filter in filters {
        let status = try await routes.tickets(filter: filter, token: token).status
        #expect(status == 200, "\(filter)")
      }
      let mistakes = parts[2].components(separatedBy: "\n- `").dropFirst()
      #expect(mistakes.count >= 4, "\(guide.body)")
      for mistake in mistakes {
        let wrong = try #require(mistake.components(separatedBy: "`: ").first)
        let status = try await routes.tickets(filter: wrong, token: token).status
        #expect(status == 400, "\(wrong)")
      }
    }

    // MARK: - Hidden keys

    /// Whatever is asked for, names and values of hidden columns are in no answer.
    @Test func noRouteNamesAHiddenKey() async throws {
      let routes = try TestRoutes()
      for uri in [
        "/guide", "/tickets?counts=yes&limit=100", "/tickets?sort=x", "/filter?text=",
        "/filter?text=owner.", "/filter?text=ANY+comments.", "/filter?text=e", "/filter?text=i",
        "/changes?since=-1", "/tickets?customer=1", "/other",
      ] {
        let body = try await routes.get(uri).body
        for secret in HiddenKey.all.map(\.name) + ["@example.com", "Account manager"] {
          #expect(!body.contains(secret), "\(uri)")
        }
      }
    }

    // MARK: - Metrics and logs

    @Test func requestsRowsAndRefusalsAreCounted() async throws {
      let metrics = TestMetrics()
      try await withMetricsFactory(metrics) {
        let routes = try TestRoutes()
        #expect(try await routes.tickets(filter: "priority == 1").status == 200)
        #expect(try await routes.tickets(filter: "prority == 1").status == 400)
        #expect(try await routes.tickets(filter: "1 / (id - 1) > 0").status == 422)
        #expect(try await routes.get("/tickets?limit=0").status == 400)
      }
      func requests(_ status: String) -> Int64 {
        metrics.counterTotal(
          label: "hb.requests",
          dimensions: [("http.route", "/tickets"), ("http.response.status_code", status)])
      }
      #expect(["200", "400", "422"].map(requests) == [1, 2, 1])
      let durations = metrics.timers(label: "http.server.request.duration")
      #expect(durations.flatMap(\.values).count == 4)
      // Those of the search that succeeds; the other one ends at its first ticket.
      #expect(metrics.counterTotal(label: "search_rows_examined") == 500)
      let refused = metrics.counters(label: "search_filters_refused")
      let codes = refused.map { ($0.dimensions[0].1, $0.totalValue) }.sorted { $0.0 < $1.0 }
      #expect(codes.map(\.0) == ["division-by-zero", "key-outside-policy"])
      #expect(codes.map(\.1) == [1, 1])
    }

    @Test func theLogHasCodesAndNoFilters() async throws {
      let routes = try TestRoutes()
      _ = try await routes.tickets(filter: "titel == 'Mrs Smith'")
      _ = try await routes.get("/tickets?filter=Smith&Smith=1", token: nil)
      let entries = routes.log.entries.filter { $0.message == "request" }
      #expect(
        entries.compactMap { $0.metadata["code"]?.description }
          == ["key-outside-policy", "unauthorized"])
      #expect(entries.compactMap { $0.metadata["status"]?.description } == ["400", "401"])
      #expect(entries.compactMap { $0.metadata["route"]?.description } == ["/tickets", "/tickets"])
      #expect(!"\(routes.log.entries)".contains("Smith"))
    }
  }
}
