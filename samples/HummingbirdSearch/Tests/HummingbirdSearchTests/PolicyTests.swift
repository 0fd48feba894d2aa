import Foundation
import HummingbirdSearch
import Testing

extension ServerTests {
  /// Policies of other files than those of the sample.
  @Suite struct PolicyTests {
    private static let tickets = Ticket.samples(500)

    private static let joined = """
      {"version": 1, "keys": ["id", "state", "tags", "created"], "always": "NOT ANY tags == 'security'"}
      """

    /// Rows, counts, completions and the guide are those of the tickets for which it holds.
    @Test func aFilterOfThePolicyIsJoinedToEverything() async throws {
      let routes = try TestRoutes(policy: Self.joined)
      let visible = Self.tickets.filter { !$0.tags.contains("security") }
      for query in ["", "filter=TRUEPREDICATE+OR+id+>+0", "filter=NOT+FALSEPREDICATE"] {
        let answer = try await routes.get("/tickets?counts=yes&limit=100&\(query)")
        #expect(try answer.member("count") as? Int == visible.count, "\(answer.body)")
        let groups = try #require(try answer.member("counts", "values") as? [[String: Any]])
        let states = groups.first { $0["key"] as? String == "state" }
        let bars = try #require(try answer.member("counts", "months") as? [[String: Any]])
        for counts in [try #require(states?["values"] as? [[String: Any]]), bars] {
          #expect(counts.compactMap { $0["count"] as? Int }.reduce(0, +) == visible.count)
        }
        #expect(!answer.body.contains("security"), "\(answer.body)")
      }
      for uri in ["/guide", "/filter?text=ANY+tags+==+", "/filter?text=ANY+tags+==+'se"] {
        let body = try await routes.get(uri).body
        #expect(!body.contains("security"), "\(uri): \(body)")
      }
    }

    @Test func aShortFormPermitsItsKeys() async throws {
      let routes = try TestRoutes(policy: #"["id", "owner.name"]"#)
      let answer = try await routes.get("/tickets?limit=1&counts=yes")
      #expect(try answer.member("columns") as? [String] == ["id", "owner.name"])
      #expect(try (answer.member("counts", "values") as? [Any])?.isEmpty == true)
      #expect(try await routes.tickets(filter: "title != ''").status == 400)
      #expect(try await routes.get("/tickets?state=open").status == 400)
    }

    @Test func operatorsOfAKeyAreRestricted() async throws {
      let routes = try TestRoutes(
        policy: #"{"version": 1, "keys": [{"key": "title", "operators": ["BEGINSWITH"]}]}"#)
      #expect(try await routes.tickets(filter: "title BEGINSWITH 'P'").status == 200)
      #expect(try await routes.tickets(filter: "title CONTAINS 'P'").status == 400)
      let guide = try await routes.get("/guide").body
      #expect(!guide.contains("CONTAINS"), "\(guide)")
    }

    /// A mistake is an error at the start, which names the role.
    @Test(arguments: [
      "", "{}", #"{"version": 1, "keys": ["id"], "sort": true}"#,
      #"{"version": 2, "keys": ["id"]}"#, #"["id", "titel"]"#, #"["id", "owner.phone"]"#,
      #"{"version": 1, "keys": [{"key": "comments.secret"}]}"#,
      #"{"version": 1, "keys": ["id"], "functions": ["lowercas:"]}"#,
      #"{"version": 1, "keys": ["id"], "always": "state ="}"#,
      #"{"version": 1, "keys": ["id"], "always": "tenant == 1"}"#,
      #"{"version": 1, "keys": ["id"], "always": "state == $state"}"#,
      #"{"version": 1, "keys": ["id"], "always": "1 / (id - 5) > 0"}"#,
    ])
    func aMistakeIsAnErrorAtTheStart(policy: String) throws {
      let error = #expect(throws: PolicyMistake.self) { try TestRoutes(policy: policy) }
      #expect(error?.description.hasPrefix("the policy of agent: ") == true)
    }
  }
}
