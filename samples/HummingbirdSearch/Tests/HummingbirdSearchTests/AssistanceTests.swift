import Foundation
import HummingbirdSearch
import Testing

extension ServerTests {
  /// The answers to an editor.
  @Suite struct AssistanceTests {
    /// The part of an answer that is about some text, in UTF-16 units as `NSString` counts them.
    private func part(_ word: String, of text: String) -> [Int] {
      let range = (text as NSString).range(of: word)
      return [range.location, range.length]
    }

    private func offsets(_ member: Any?) -> [Int] {
      let members = member as? [String: Any] ?? [:]
      return ["offset", "length"].compactMap { members[$0] as? Int }
    }

    private func texts(_ response: TestResponse) throws -> [String] {
      let items = try #require(try response.member("items") as? [[String: Any]])
      return items.compactMap { $0["text"] as? String }
    }

    @Test func aTextHasTokensAndAnErrorWithItsFix() async throws {
      let text = "title == 'Jürgen 🙂' AND prority < 3 AND sta"
      try await withServer { client in
        let answer = try await client.assistance(text: text)
        #expect(answer.status == 200)
        let tokens = try #require(try answer.member("tokens") as? [[String: Any]])
        let words = ["title", "==", "'Jürgen 🙂'", "AND", "prority", "<", "3"]
        #expect(tokens.prefix(7).map(offsets) == words.map { part($0, of: text) })
        #expect(
          tokens.prefix(7).compactMap { $0["kind"] as? String }
            == ["key", "operator", "string", "keyword", "key", "operator", "number"])
        let replaced = offsets(try answer.member("replace"))
        #expect(replaced == part("sta", of: text))
        let first = try texts(answer).first
        #expect(first == "state")

        let whole = String(text.dropLast(" AND sta".count))
        let errors = try await client.assistance(text: whole).member("diagnostics")
        let error = try #require((errors as? [[String: Any]])?.first)
        #expect(error["code"] as? String == "key-outside-policy")
        #expect(offsets(error) == part("prority", of: text))
        #expect(offsets(error["fix"]) == part("prority", of: text))
        #expect((error["fix"] as? [String: Any])?["replacement"] as? String == "priority")
      }
    }

    @Test(arguments: ["", " ", "\t\n"])
    func aBlankTextHasNoError(_ text: String) async throws {
      try await withServer { client in
        let answer = try await client.assistance(text: text)
        let errors = try answer.member("diagnostics") as? [Any]
        #expect(errors?.isEmpty == true)
        let texts = try texts(answer)
        #expect(texts.contains("priority"))
      }
    }

    @Test func aCursorCountsUnitsOfUTF16() async throws {
      let text = "title == '🙂' AND sta"
      let smile = part("🙂", of: text)[0]
      try await withServer { client in
        func body(_ cursor: Int?) async throws -> String {
          try await client.assistance(text: text, cursor: cursor).body
        }
        let before = try await body(smile)
        #expect(try await body(smile + 1) == before)
        #expect(try await body(4) != before)
        let end = text.utf16.count
        let last = try await body(end)
        #expect(try await body(end - 1) != last)
        for cursor in [nil, end + 1, Int.max] { #expect(try await body(cursor) == last) }
      }
    }

    @Test func documentationIsThatOfTheWordBelowTheCursor() async throws {
      try await withServer { client in
        let answer = try await client.assistance(text: "title CONTAINS 'a'", cursor: 8)
        #expect(try answer.member("documentation", "text") as? String == "CONTAINS")
        let example = try answer.member("documentation", "documentation", "example") as? String
        #expect(example?.contains("CONTAINS") == true)
      }
    }

    @Test func theMostFrequentValuesAreFirst() async throws {
      var counts: [String: Int] = [:]
      for tag in Ticket.samples(500).flatMap({ Set($0.tags) }) { counts[tag, default: 0] += 1 }
      let most = counts.values.max()
      try await withServer { client in
        let texts = try texts(try await client.assistance(text: "ANY tags == "))
        let first = try #require(texts.first)
        #expect(counts[String(first.dropFirst().dropLast())] == most)
        #expect(Set(texts.prefix(counts.count)) == Set(counts.keys.map { "'\($0)'" }))
        #expect(texts.count <= 50)
      }
    }

    @Test(arguments: [
      ("cursor=0", "missing-parameter"), ("text=a&cursor=-1", "bad-cursor"),
      ("text=a&cursor=x", "bad-cursor"), ("text=a&cursor=", "bad-cursor"),
      ("text=a&cursor=99999999999999999999", "bad-cursor"),
      ("text=a&text=b", "repeated-parameter"), ("text=a&filter=b", "unknown-parameter"),
      ("text=%FF", "malformed-query"),
    ])
    func aBadQuestionIsRefused(query: String, code: String) async throws {
      try await withServer { client in
        let response = try await client.assistance(query)
        #expect(response.status == 400)
        #expect(try response.member("error", "code") as? String == code)
      }
    }

    @Test func aTokenIsNeeded() async throws {
      try await withServer { client in
        for token in [nil, "", "demo"] {
          let response = try await client.assistance(text: "pri", token: token)
          #expect(response.status == 401)
        }
      }
    }

    @Test func aQuestionThatWaitsTooLongIsRefused() async throws {
      try await withServer({ $0.searches.deadline = .zero }) { client in
        let response = try await client.assistance(text: "pri")
        #expect(response.status == 503)
        #expect(response.headers.contains("Retry-After: 1"))
      }
    }

    @Test func aLongTextHasAnError() async throws {
      try await withServer { client in
        let answer = try await client.assistance(text: String(repeating: "1 == 1 OR ", count: 201))
        let errors = try answer.member("diagnostics") as? [[String: Any]]
        #expect(errors?.first?["code"] as? String == "too-long")
      }
    }

    @Test func theScriptOfTheEditorIsThere() async throws {
      try await withServer { client in
        let script = try await client.response(to: "GET /filter-editor.js HTTP/1.1\r\n")
        #expect(script.status == 200)
        #expect(script.headers.contains("Content-Type: text/javascript"))
        #expect(script.body.contains("customElements.define('filter-editor'"))
        let page = try await client.response(to: "GET / HTTP/1.1\r\n")
        #expect(page.headers.contains("script-src 'self'"))
        #expect(!page.headers.contains("unsafe-eval"))
      }
    }
  }
}
