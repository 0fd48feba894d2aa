import Foundation
import HummingbirdSearch
import Testing

extension ServerTests {
  /// Plain requests over loopback.
  @Suite struct RequestTests {
    private func rows(_ response: TestResponse) throws -> [[String: Any]] {
      try #require(response.status == 200, "\(response.body)")
      return try #require(try response.member("rows") as? [[String: Any]])
    }

    @Test func aFilterFinds() async throws {
      let expected = Ticket.samples(500).filter {
        $0.priority == 1 && $0.title.hasPrefix("Printer")
      }
      try await withServer { client in
        let response = try await client.tickets(
          filter: "priority == 1 AND title BEGINSWITH 'Printer'")
        let rows = try rows(response)
        #expect(try response.member("count") as? Int == expected.count)
        #expect(rows.compactMap { $0["id"] as? Int } == expected.prefix(20).map(\.id))
        #expect(try response.member("milliseconds") is Double)
        #expect(response.headers.contains("application/json"))
      }
    }

    @Test func noFilterFindsAll() async throws {
      try await withServer { client in
        for query in ["", "filter=", "filter=+%09", "limit=20"] {
          let response = try await client.tickets(query)
          #expect(try response.member("count") as? Int == 500)
          #expect(try rows(response).count == 20)
        }
      }
    }

    @Test func sortKeysOrder() async throws {
      let tickets = Ticket.samples(500)
      let expected = tickets.sorted {
        ($0.priority, $1.owner.name, $0.id) < ($1.priority, $0.owner.name, $1.id)
      }
      try await withServer { client in
        let response = try await client.tickets("sort=priority,%20-owner.name&limit=100")
        #expect(
          try rows(response).compactMap { $0["id"] as? Int } == expected.prefix(100).map(\.id))
      }
    }

    @Test func aRoleSeesItsColumns() async throws {
      try await withServer { client in
        let answer = try await client.tickets("limit=1")
        let agent = try rows(answer)[0]
        let columns = try #require(try answer.member("columns") as? [String])
        #expect(columns.prefix(4) == ["id", "title", "state", "priority"])
        #expect(Set(columns) == Set(agent.keys))
        let admin = try rows(try await client.tickets("limit=1", token: "demo-admin"))[0]
        let shared: Set = [
          "id", "title", "state", "priority", "created", "tags", "owner.name", "comments.text",
          "comments.likes",
        ]
        #expect(Set(agent.keys) == shared)
        #expect(
          Set(admin.keys)
            == shared.union([
              "owner.email", "comments.isInternal", "internalNotes", "customerRevenue",
            ]))
        let secret = "customerRevenue > 0 AND owner.email != nil AND internalNotes != ''"
        #expect(try await client.tickets(filter: secret, token: "demo-admin").status == 200)
        #expect(try await client.tickets(filter: secret).status == 400)
      }
    }

    @Test(arguments: [
      ("limit=0", "bad-limit"), ("limit=101", "bad-limit"), ("limit=x", "bad-limit"),
      ("filter=TRUE&filter=FALSE", "repeated-parameter"), ("fliter=FALSE", "unknown-parameter"),
      ("filter=%FF", "malformed-query"), ("filter=%4", "malformed-query"),
      ("sort=id,id,id,id,id", "too-many-sort-keys"), ("sort=titel", "key-outside-policy"),
      ("sort=owner", "value-outside-policy"), ("filter=title%20==%201", "incomparable"),
    ])
    func aBadRequestIsRefused(query: String, code: String) async throws {
      try await withServer { client in
        let response = try await client.tickets(query)
        #expect(response.status == 400)
        #expect(try response.member("error", "code") as? String == code)
      }
    }

    @Test func aTokenIsNeeded() async throws {
      try await withServer { client in
        for token in [nil, "", "demo", "demo-admin x"] {
          let response = try await client.tickets("", token: token)
          #expect(response.status == 401)
          #expect(try response.member("error", "code") as? String == "unauthorized")
          #expect(response.headers.contains("WWW-Authenticate: Bearer"))
        }
      }
    }

    @Test func otherRequestsAreRefused() async throws {
      try await withServer { client in
        for line in ["GET /other", "POST /tickets"] {
          let answer = try await client.response(to: "\(line) HTTP/1.1\r\n")
          #expect(answer.status == 404)
          #expect(try answer.member("error", "code") as? String == "not-found")
        }
        let page = try await client.response(to: "GET / HTTP/1.1\r\n")
        #expect(page.status == 200)
        #expect(page.headers.contains("text/html"))
        #expect(page.body.contains("<form id=\"form\">"))
      }
    }

    /// Each that does not fall back to `default-src` has to be there.
    @Test func thePageIsPartOfNoOtherPage() async throws {
      try await withServer { client in
        let page = try await client.response(to: "GET / HTTP/1.1\r\n")
        for directive in ["default-src", "frame-ancestors", "base-uri", "form-action"] {
          #expect(page.headers.contains("\(directive) 'none'"), "\(directive)")
        }
      }
    }
  }
}
