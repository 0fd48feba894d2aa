import Foundation
import HummingbirdSearch
import Testing

extension ServerTests {
  /// Counts, choices and totals, beside a recount of all tickets.
  @Suite struct CountTests {
    private static let tickets = Ticket.samples(500)

    /// A search with choices, and the same as code.
    private struct Question: Sendable {
      var query: String
      var filter: @Sendable (Ticket) -> Bool = { _ in true }
      var states: Set<String>?
      var priorities: Set<Int>?
      /// An empty text is for tickets without a tag.
      var tags: Set<String>?
      var months: ClosedRange<String>?

      /// Whether a ticket matches, and has a chosen value of each key but one.
      func takes(_ ticket: Ticket, without key: String? = nil) -> Bool {
        func isChosen<Value>(_ values: [Value], _ chosen: Set<Value>?, _ name: String) -> Bool {
          chosen.map { name == key || !$0.isDisjoint(with: values) } ?? true
        }
        return filter(ticket)
          && isChosen([ticket.state.rawValue], states, "state")
          && isChosen([ticket.priority], priorities, "priority")
          && isChosen(CountTests.tags(of: ticket), tags, "tags")
          && (months.map { key == "created" || $0.contains(CountTests.month(of: ticket)) } ?? true)
      }
    }

    private static func tags(of ticket: Ticket) -> [String] {
      ticket.tags.isEmpty ? [""] : Array(Set(ticket.tags))
    }

    private static func month(of ticket: Ticket) -> String {
      String(ticket.created.formatted(.iso8601).prefix(7))
    }

    private static let questions = [
      Question(query: ""), Question(query: "state=open", states: ["open"]),
      Question(
        query: "filter=priority%20%3E%202", filter: { $0.priority > 2 }),
      Question(
        query: "filter=priority%20%3E%202&priority=1,3&tags=,beta", filter: { $0.priority > 2 },
        priorities: [1, 3], tags: ["", "beta"]),
      Question(
        query: "state=open,nonsense&created=2023-11..2023-11", states: ["open", "nonsense"],
        months: "2023-11"..."2023-11"),
      Question(
        query: "filter=FALSEPREDICATE&tags=urgent", filter: { _ in false }, tags: ["urgent"]),
      Question(
        query: "tags=urgent&state=closed,open&sort=-priority,title", states: ["closed", "open"],
        tags: ["urgent"]),
    ]

    private func counts(
      _ response: TestResponse, of key: String
    ) throws -> [String: (count: Int, isChosen: Bool)] {
      let groups = try #require(try response.member("counts", "values") as? [[String: Any]])
      let group = try #require(groups.first { $0["key"] as? String == key })
      let values = try #require(group["values"] as? [[String: Any]])
      return try Dictionary(
        uniqueKeysWithValues: values.map { value in
          let count = try #require(value["count"] as? Int)
          return (value["value"] as? String ?? "", (count, value["isChosen"] as? Bool ?? false))
        })
    }

    @Test(arguments: questions.indices)
    func countsAreThoseOfARecount(index: Int) async throws {
      let question = Self.questions[index]
      try await withServer { client in
        let response = try await client.tickets(
          question.query + "&counts=yes", token: "demo-admin")
        try #require(response.status == 200, "\(response.body)")
        let found = Self.tickets.filter { question.takes($0) }
        #expect(try response.member("count") as? Int == found.count)
        let rows = try #require(try response.member("rows") as? [[String: Any]])
        #expect(rows.count == min(20, found.count))
        let ids = Set(found.map(\.id))
        #expect(rows.allSatisfy { ids.contains($0["id"] as? Int ?? 0) })

        let keys: [(String, @Sendable (Ticket) -> [String], Set<String>)] = [
          ("state", { [$0.state.rawValue] }, question.states ?? []),
          ("priority", { ["\($0.priority)"] }, Set((question.priorities ?? []).map(String.init))),
          ("tags", { Self.tags(of: $0) }, question.tags ?? []),
        ]
        for (key, values, chosen) in keys {
          var expected = Dictionary(uniqueKeysWithValues: chosen.map { ($0, 0) })
          for ticket in Self.tickets where question.takes(ticket, without: key) {
            for value in values(ticket) { expected[value, default: 0] += 1 }
          }
          let counts = try counts(response, of: key)
          #expect(counts.mapValues(\.count) == expected, "\(key)")
          #expect(Set(counts.filter(\.value.isChosen).keys) == chosen, "\(key)")
        }

        let bars = try #require(try response.member("counts", "months") as? [[String: Any]])
        let months = bars.compactMap { $0["month"] as? String }
        #expect(months == Set(Self.tickets.map(Self.month)).sorted())
        for bar in bars {
          let month = try #require(bar["month"] as? String)
          let expected = Self.tickets.count {
            question.takes($0, without: "created") && Self.month(of: $0) == month
          }
          #expect(bar["count"] as? Int == expected, "\(month)")
          #expect(bar["isChosen"] as? Bool == (question.months?.contains(month) ?? false))
        }

        let totals = try #require(try response.member("counts", "totals") as? [[String: Any]])
        #expect(totals.map { $0["key"] as? String } == ["priority", "customerRevenue"])
        if found.isEmpty {
          #expect(totals[0]["value"] == nil)
        } else {
          // As text: Foundation reads some numbers as their neighbours.
          let average = Double(found.map(\.priority).reduce(0, +)) / Double(found.count)
          let text = average == average.rounded() ? "\(Int(average))" : "\(average)"
          #expect(response.body.contains("\"name\":\"average\",\"value\":\(text)}"))
        }
        #expect(totals[1]["value"] as? Int == found.map(\.customerRevenue).reduce(0, +))
      }
    }

    @Test func aRoleHasItsTotals() async throws {
      try await withServer { client in
        let agent = try await client.tickets("counts=yes")
        let totals = try #require(try agent.member("counts", "totals") as? [[String: Any]])
        #expect(totals.map { $0["key"] as? String } == ["priority"])
        #expect(!agent.body.contains("customerRevenue"))
        #expect(try await client.tickets("counts=no").member("counts") == nil)
        #expect(try await client.tickets("").member("counts") == nil)
      }
    }

    @Test(arguments: ["", "sort=-priority,title", "tags=urgent&sort=title"])
    func pagesFollowOneAnother(query: String) async throws {
      try await withServer { client in
        func ids(_ page: String) async throws -> [Int] {
          let rows = try await client.tickets("\(query)&\(page)").member("rows")
          return (rows as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
        }
        let all = try await ids("limit=100")
        for from in [0, 1, 30, 60] {
          #expect(try await ids("from=\(from)&limit=30") == Array(all.dropFirst(from).prefix(30)))
        }
        #expect(try await ids("from=1000") == [])
      }
    }

    /// Searches of several clients at once each have their own counts.
    @Test func countsAreNotMixed() async throws {
      try await withServer { client in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<12 {
            group.addTask {
              let priority = number % 5 + 1
              let answer = try await client.tickets("priority=\(priority)&counts=yes")
              let chosen = try counts(answer, of: "priority").filter(\.value.isChosen)
              #expect(Array(chosen.keys) == ["\(priority)"])
              #expect(try answer.member("count") as? Int == chosen.first?.value.count)
            }
          }
          try await group.waitForAll()
        }
      }
    }

    /// A request for changes is answered when a ticket changes, and the next search counts it.
    @Test func changesAreFollowed() async throws {
      try await withServer { client, server in
        func changes(_ query: String, token: String = "demo-agent") async throws -> TestResponse {
          try await client.response(
            to: "GET /changes?\(query) HTTP/1.1\r\nAuthorization: Bearer \(token)\r\n")
        }
        let before = try await client.tickets("counts=yes&limit=1")
        #expect(try before.member("version") as? Int == 0)
        var ticket = Self.tickets[7]
        let old = ticket.priority
        ticket.priority = old % 5 + 1
        async let waiting = changes("since=0")
        try await Task.sleep(for: .milliseconds(100))
        server.replace(ticket)
        #expect(try await waiting.member("version") as? Int == 1)
        let after = try await client.tickets("counts=yes&limit=1&filter=id%20%3D%3D%208")
        #expect(try after.member("version") as? Int == 1)
        #expect(try counts(after, of: "priority").mapValues(\.count) == ["\(ticket.priority)": 1])
        let all = try await client.tickets("counts=yes&limit=1")
        let (first, second) = try (
          counts(before, of: "priority"), counts(all, of: "priority")
        )
        #expect(second["\(old)"]?.count == first["\(old)"].map { $0.count - 1 })
        // A ticket that does not exist is no change.
        ticket.id = 501
        server.replace(ticket)
        #expect(try await changes("since=0").member("version") as? Int == 1)
        for query in ["", "since=", "since=x", "since=1&since=1"] {
          #expect(try await changes(query).status == 400)
        }
        #expect(try await changes("since=0", token: "x").status == 401)
      }
    }

    @Test(arguments: [
      ("from=-1", "bad-start"), ("from=1001", "bad-start"), ("counts=1", "bad-counts"),
      ("priority=", "bad-choice"), ("priority=1,x", "bad-choice"), ("created=2024", "bad-choice"),
      ("created=2024-02..2024-01", "bad-choice"), ("created=2024-13..2025-01", "bad-choice"),
      ("created=2024-1..2024-02", "bad-choice"), ("created=+024-01..2024-02", "bad-choice"),
      ("created=..", "bad-choice"), ("created=0000-01..2024-02", "bad-choice"),
      ("tags=a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a", "bad-choice"),
      ("state=open&state=open", "repeated-parameter"), ("title=x", "unknown-parameter"),
    ])
    func aBadChoiceIsRefused(query: String, code: String) async throws {
      try await withServer { client in
        let response = try await client.tickets(query)
        #expect(response.status == 400)
        #expect(try response.member("error", "code") as? String == code)
      }
    }

    /// Values and months without tickets are answered with no tickets.
    @Test(arguments: ["state=", "state=%27%20OR%201", "tags=%00", "created=0001-01..0001-02"])
    func anUnknownChoiceFindsNothing(query: String) async throws {
      try await withServer { client in
        let response = try await client.tickets(query + "&counts=yes")
        #expect(response.status == 200)
        #expect(try response.member("count") as? Int == 0)
      }
    }
  }
}
