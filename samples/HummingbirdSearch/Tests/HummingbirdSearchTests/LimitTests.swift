import Foundation
import HummingbirdSearch
import Testing

extension ServerTests {
  /// What ends a search, or refuses it, before its answer.
  @Suite struct LimitTests {
    /// A filter that compares every two comments of every ticket.
    static let slow = """
      SUBQUERY(comments, $c, SUBQUERY(comments, $d, $c.text CONTAINS[cd] $d.text).@count > 99).@count > 0
      """

    /// A filter that takes much longer, and a policy that permits its cost.
    static let endless = {
      let test = (2...5).map { "$x\($0).text" }.joined(separator: " CONTAINS $x1.text AND ")
      let nested = (1...5).reversed().reduce("\(test) CONTAINS 'x'") { inner, level in
        "SUBQUERY(comments, $x\(level), \(inner)).@count > 99"
      }
      return Array(repeating: nested, count: 6).joined(separator: " OR ")
    }()
    static let permissive = [
      "agent": Data(#"{"version": 1, "keys": ["id", "comments"], "maximumCost": null}"#.utf8)
    ]

    @Test func aDeadlineEndsASearch() async throws {
      try await withServer(tickets: 20_000, time: .milliseconds(5)) { client in
        let response = try await client.tickets(filter: Self.slow)
        #expect(response.status == 503)
        #expect(response.headers.contains("Retry-After: 1"))
        #expect(try response.member("limit") as? String == "time")
        #expect(try response.member("error", "kind") as? String == "evaluation")
      }
    }

    @Test func anErrorOfATicketIsThatOfTheFilter() async throws {
      try await withServer { client in
        let response = try await client.tickets(filter: "10 / (priority - 3) > 1")
        #expect(response.status == 422)
        #expect(try response.member("error", "code") as? String == "division-by-zero")
        #expect(try response.member("error", "start", "column") as? Int == 1)
        #expect(try response.member("limit") == nil)
      }
    }

    @Test func aFilterThatMayCostTooMuchIsRefused() async throws {
      let nested = (1...5).reduce("TRUEPREDICATE") { inner, level in
        "SUBQUERY(comments, $x\(level), \(inner)).@count > 0"
      }
      try await withServer { client in
        let response = try await client.tickets(filter: nested)
        #expect(response.status == 400)
        #expect(try response.member("error", "code") as? String == "too-expensive")
      }
    }

    @Test func aFullPoolRefuses() async throws {
      try await withServer(tickets: 100_000, time: .milliseconds(500), { $0.searches.count = 2 }) {
        client in
        try await withThrowingTaskGroup(of: TestResponse.self) { group in
          for _ in 0..<6 { group.addTask { try await client.tickets(filter: Self.slow) } }
          var codes: [String?] = []
          for try await response in group {
            #expect(response.status == 503)
            codes.append(try response.member("error", "code") as? String)
          }
          #expect(codes.count == 6)
          #expect(codes.contains("busy"))
        }
        #expect(try await client.tickets("limit=1").status == 200)
      }
    }

    @Test func aClientHasRoomForSomeSearches() async throws {
      try await withServer(
        tickets: 100_000, time: .milliseconds(500), { $0.searches.countPerClient = 1 }
      ) { client in
        async let first = client.tickets(filter: Self.slow)
        try await Task.sleep(for: .milliseconds(50))
        let second = try await client.tickets(filter: Self.slow)
        #expect(second.status == 503)
        #expect(try second.member("error", "code") as? String == "busy")
        let ended = try await first
        #expect(try ended.member("limit") as? String == "time")
      }
    }

    @Test func aSearchThatWaitsTooLongIsRefused() async throws {
      try await withServer({ $0.searches.deadline = .zero }) { client in
        let response = try await client.tickets("limit=1")
        #expect(response.status == 503)
        #expect(response.headers.contains("Retry-After: 1"))
        #expect(try response.member("error", "code") as? String == "busy")
      }
    }
  }
}
