import Foundation
import HummingbirdSearch
import Testing

extension ServerTests {
  /// Texts of an editor that are to do harm, and those about keys that a role may not read.
  @Suite struct HostileTextTests {
    private struct Part: Decodable {
      var offset: Int
      var length: Int

      /// Whether the part is one of a text of so many UTF-16 units.
      func isInside(_ count: Int) -> Bool {
        offset >= 0 && length >= 0 && offset + length <= count
      }
    }

    private struct Answer: Decodable {
      struct Error: Decodable {
        var offset: Int
        var length: Int
        var fix: Part?
      }
      struct Item: Decodable {
        var text: String
      }
      var tokens: [Part]
      var diagnostics: [Error]
      var replace: Part
      var items: [Item]
      var documentation: Item?
    }

    @Test func everyTextIsAnswered() async throws {
      var hostile = HostileQueries(seed: 7)
      let texts = (0..<600).compactMap { _ -> String? in
        let query = hostile.next()
        return query.hasPrefix("filter=") ? String(query.dropFirst(7)) : nil
      }
      try await withServer(tickets: 50, time: .milliseconds(100)) { client in
        for text in texts {
          let response = try await client.assistance("text=\(text)&cursor=\(text.count / 3)")
          guard response.status == 200, let count = text.removingPercentEncoding?.utf16.count else {
            #expect([400, 414].contains(response.status), "\(text)")
            continue
          }
          let answer = try JSONDecoder().decode(Answer.self, from: Data(response.body.utf8))
          let errors = answer.diagnostics.map { Part(offset: $0.offset, length: $0.length) }
          let parts = answer.tokens + errors + answer.diagnostics.compactMap(\.fix)
          #expect((parts + [answer.replace]).allSatisfy { $0.isInside(count) }, "\(text)")
          let areOrdered = zip(answer.tokens, answer.tokens.dropFirst()).allSatisfy {
            $0.offset + $0.length <= $1.offset
          }
          #expect(areOrdered, "\(text)")
          #expect(answer.items.count <= 50, "\(text)")
        }
      }
    }

    /// Byte for byte the answer for a key that does not exist, but for the name that was typed.
    @Test(arguments: HiddenKey.all)
    func aHiddenKeyIsAnsweredLikeAMissingOne(_ key: HiddenKey) async throws {
      try await withServer(tickets: 50) { client in
        for (hidden, absent) in zip(key.filters, key.absent.filters) {
          // Not within the name: two names are completed by different words.
          let ends = [0, hidden.hasSuffix(key.name) ? 0 : hidden.utf16.count]
          for cursor in ends {
            let answer = try await client.assistance(text: hidden, cursor: cursor)
            let other = try await client.assistance(text: absent, cursor: cursor)
            #expect(answer.headers == other.headers, "\(hidden)")
            #expect(
              answer.body.replacing(key.name, with: "…")
                == other.body.replacing(key.absent.name, with: "…"), "\(hidden) at \(cursor)")
          }
        }
      }
    }

    @Test func aFlatNameOfAHiddenKeyIsAnsweredLikeAMissingOne() async throws {
      try await withServer(tickets: 50) { client in
        let hidden = try await client.assistance(text: "ownerEmail == 1")
        let absent = try await client.assistance(text: "ownerQqqqq == 1")
        #expect(
          hidden.body.replacing("Email", with: "") == absent.body.replacing("Qqqqq", with: ""))
      }
    }

    @Test(arguments: HiddenKey.all)
    func noBeginningCompletesAHiddenKey(_ key: HiddenKey) async throws {
      let path = key.description
      try await withServer(tickets: 50) { client in
        for length in 1...key.name.count {
          let text = String(path.dropLast(key.name.count - length))
          let answer = try await client.assistance(text: text)
          let offered = try JSONDecoder().decode(Answer.self, from: Data(answer.body.utf8))
          let names = offered.items.map(\.text) + [offered.documentation?.text].compactMap { $0 }
          #expect(names.allSatisfy { !$0.contains(key.name) }, "\(text)")
        }
        let admin = try await client.assistance(text: String(path.dropLast()), token: "demo-admin")
        #expect(admin.body.contains("\"text\":\"\(key.name)\""))
      }
    }
  }
}
