import HummingbirdSearch
import Testing

extension ServerTests {
  /// A key that a role may not read is answered like a key that does not exist.
  @Suite struct LeakTests {
    @Test(arguments: HiddenKey.all)
    func noFormReadsAHiddenKey(_ key: HiddenKey) async throws {
      try await withServer(tickets: 50) { client in
        for (hidden, absent) in zip(key.filters, key.absent.filters) {
          let answer = try await client.tickets(filter: hidden)
          let other = try await client.tickets(filter: absent)
          #expect(answer.status == 400, "\(hidden): \(answer.body)")
          expectSame(answer, other, key, hidden)
        }
      }
    }

    @Test(arguments: HiddenKey.all)
    func noSortKeyReadsAHiddenKey(_ key: HiddenKey) async throws {
      try await withServer(tickets: 50) { client in
        for (hidden, absent) in zip(key.sortKeys, key.absent.sortKeys) {
          let answer = try await client.tickets("sort=\(TestClient.encoded(hidden))")
          let other = try await client.tickets("sort=\(TestClient.encoded(absent))")
          #expect(answer.status == 400, "\(hidden): \(answer.body)")
          expectSame(answer, other, key, hidden)
        }
      }
    }

    /// Byte for byte, but for the name that was typed.
    private func expectSame(
      _ answer: TestResponse, _ other: TestResponse, _ key: HiddenKey, _ text: String
    ) {
      #expect(answer.headers == other.headers, "\(text)")
      #expect(
        answer.body.replacing(key.name, with: "…")
          == other.body.replacing(key.absent.name, with: "…"), "\(text)")
    }

    /// Names that are nearly those of hidden keys get no suggestion of them.
    @Test(arguments: HiddenKey.all)
    func noSuggestionNamesAHiddenKey(_ key: HiddenKey) async throws {
      var typed: [String] = []
      for index in key.name.indices {
        var shorter = key.name
        shorter.remove(at: index)
        typed.append(shorter)
      }
      typed += ["x" + key.name.dropFirst(), key.name.lowercased() + "s", key.name.uppercased()]
      try await withServer(tickets: 50) { client in
        for name in typed {
          let path = key.way.map { "\($0).\(name)" } ?? name
          for text in ["\(path) == 1", "SUBQUERY(comments, $c, \(path) == 1).@count > 0"] {
            let answer = try await client.tickets(filter: text)
            #expect(answer.status == 400)
            let rest = answer.body.replacing(name, with: "")
            #expect(!rest.contains(key.name), "\(text): \(answer.body)")
          }
        }
      }
    }

    /// The forms are forms that read: an admin, who may read all keys, gets answers to most of them.
    @Test func theFormsReadForAnAdmin() async throws {
      try await withServer(tickets: 50) { client in
        var answered = 0
        for key in HiddenKey.all {
          for filter in key.filters {
            let answer = try await client.tickets(filter: filter, token: "demo-admin")
            #expect(answer.status != 500)
            let code = answer.status == 200 ? "" : try answer.member("error", "code") as? String
            if code != "key-outside-policy" { answered += 1 }
          }
        }
        #expect(answered > 100)
      }
    }
  }
}
