import FilterEngine
import FilterSyntax
import TestSupport
import Testing

/// The words that are offered, their order and their texts.
@Suite struct FilterCompletionTests {
  private struct Owner: Filterable {
    var name: String
    var email: String

    static let filterFields = FilterFields<Owner>(
      FilterField("name", \.name), FilterField("email", \.email))
  }

  private enum State: String, CaseIterable, FilterValueConvertible {
    case open, closed

    static var filterKind: FilterKind? { .string }
    var filterValue: FilterValue { .string(rawValue) }
  }

  private struct Ticket: Filterable {
    var title: String
    var votes: Int
    var isOpen: Bool
    var state: State
    var tags: [String]
    var owner: Owner?
    var watchers: [Owner]
    var size: Int

    static let filterFields = FilterFields<Ticket>(
      FilterField("title", \.title), FilterField("votes", \.votes),
      FilterField("isOpen", \.isOpen), FilterField("state", \.state), FilterField("tags", \.tags),
      FilterField("owner", \.owner), FilterField("watchers", \.watchers),
      FilterField("size", \.size), FilterField("started at") { _ in 1 })
  }

  private let completion = FilterCompletion<Ticket>()

  /// The texts that are offered at the end of a text, or at the mark `|`.
  private func texts(
    _ text: String, _ completion: FilterCompletion<Ticket>? = nil, limit: Int = .max
  ) -> [String] {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    return (completion ?? self.completion).completions(
      in: parts.joined(), at: parts[0].utf8.count, limit: limit
    ).items.map(\.text)
  }

  @Test func keysAreFirstAndThoseThatFitBeforeOthers() {
    #expect(texts("", limit: 3) == ["title", "votes", "isOpen"])
    #expect(texts("votes > ", limit: 3) == ["votes", "#size", "`started at`"])
    #expect(texts("title == ", limit: 2) == ["title", "state"])
    #expect(texts("votes == si").first == "#size")
    #expect(texts("ANY ", limit: 2) == ["tags", "watchers"])
    #expect(texts("sqrt(", limit: 1) == ["votes"])
  }

  /// A part of a key is found, and letters in their order.
  @Test func matchesRankByTheirStrength() {
    #expect(texts("op", limit: 1) == ["isOpen"])
    #expect(texts("at", limit: 1) == ["`started at`"])
    #expect(texts("wts").contains("watchers"))
    #expect(texts("o", limit: 2) == ["owner", "onesComplement("])
    #expect(!texts("x").contains("title"))
  }

  @Test func operatorsAreThoseOfTheKind() {
    #expect(texts("title ").contains("BEGINSWITH"))
    #expect(!texts("votes ").contains("BEGINSWITH"))
    #expect(texts("votes ").starts(with: ["==", "!=", "<", "<=", ">", ">=", "IN", "BETWEEN"]))
    #expect(texts("tags ").contains("CONTAINS"))
    #expect(!texts("tags ").contains("<"))
    #expect(texts("ANY tags ").contains("BEGINSWITH"))
    #expect(texts("title be") == ["beginswith", "between"])
    #expect(texts("title NOT ").allSatisfy { $0.first?.isLetter == true })
    #expect(texts("title IS ") == ["nil", "NOT", "NULL"])
  }

  @Test func connectivesFollowWholePredicates() {
    #expect(texts("votes > 3 ", limit: 2) == ["AND", "OR"])
    #expect(!texts("title ").contains("AND"))
    #expect(texts("isOpen ").contains("AND"))
    #expect(texts("(votes > 3 ").contains(")"))
    #expect(!texts("votes > 3 ").contains(")"))
    #expect(texts("votes BETWEEN 1 ").first == "AND")
  }

  @Test func aCallEndsAfterAsManyArgumentsAsItTakes() {
    #expect(!texts("sqrt(").contains(")") && texts("now(").contains(")"))
    #expect(texts("sqrt(votes ", limit: 1) == [")"])
    #expect(!texts("modulus:by:(votes ").contains(")"))
    #expect(texts("sum(votes ", limit: 2) == [",", ")"])
    #expect(texts("{").contains("}"))
  }

  @Test func keyPathsGoOnWithTheKeysOfTheirValues() {
    #expect(texts("owner.", limit: 3) == ["name", "email", "@count"])
    #expect(texts("SELF.", limit: 1) == ["title"])
    #expect(texts("watchers.@count.").isEmpty == false)
    #expect(texts("SUBQUERY(watchers, $w, $w.", limit: 2) == ["name", "email"])
    #expect(texts("SUBQUERY(watchers, $w, ").contains("$w"))
    #expect(texts("title.", limit: 1).first?.isEmpty == false)
    #expect(texts("tags.", limit: 1) == ["@count"])
    #expect(texts("watchers.@sum.").contains("email"))
  }

  @Test func formsHaveTheirWords() {
    #expect(texts("CAST(votes, ").contains("\"NSString\""))
    #expect(texts("title ==[") == ["c", "d", "n", "l"])
    #expect(texts("title ==[c") == ["cd", "cn", "cl", "c]"])
    #expect(texts("tags[", limit: .max).contains("FIRST"))
    #expect(texts("title == ").contains("nil"))
    #expect(texts("SUBQUERY(watchers, ") == ["$x"])
    #expect(texts("title == 'a' /* ti").isEmpty)
    #expect(texts("title == 'a'").first == "AND")
  }

  /// Cases and values are in quotes, in those that were typed.
  @Test func valuesAreQuoted() {
    #expect(texts("state == ", limit: 2) == ["'open'", "'closed'"])
    #expect(texts("state == \"c") == ["\"closed\""])
    #expect(texts("state IN {'open', ", limit: 1) == ["'open'"])
    #expect(texts("isOpen == ", limit: 2) == ["TRUE", "FALSE"])
    let list = completion.completions(in: "title == 'a", at: 11) { _, _ in
      ["a'b", "a\\", "a", 5, nil, ["a"]]
    }
    #expect(list.items.map(\.text) == ["'a\\'b'", "'a\\\\'", "'a'"])
    #expect(list.range == SourceRange(9, 11))
  }

  /// The completion of a value is read as that value, whatever stands beside its quotes and backslashes.
  @Test func completionsOfValuesAreThoseValues() throws {
    let values =
      ["'", "\"", "\\"].flatMap { JoinedSigns.texts(around: $0, JoinedSigns.scalars) }
      + ["\u{600}' OR TRUEPREDICATE OR name == 'M"]
    for value in values {
      for quote in ["'", "\""] {
        let text = "title == \(quote)"
        let list = completion.completions(in: text, at: text.utf8.count) { _, _ in
          [.string(value)]
        }
        let item = try #require(list.items.first { $0.kind == .string })
        guard
          case .comparison(let comparison) = try AST.Predicate(parsing: "title == " + item.text),
          case .literal(let literal) = comparison.right, case .text(let read) = literal.value
        else {
          Issue.record("\(item.text.debugDescription)")
          continue
        }
        #expect(Array(read.utf8) == Array(value.utf8))
      }
    }
  }

  @Test func theRangeIsTheWordAtTheCursor() {
    let list = completion.completions(in: "vot + 1 > 2", at: 2)
    #expect(list.range == SourceRange(0, 3))
    #expect(list.items.first?.text == "votes")
    #expect(completion.completions(in: "`started a", at: 10).range == SourceRange(0, 10))
    #expect(completion.completions(in: "`star` > 1", at: 3).range == SourceRange(0, 6))
    #expect(
      completion.completions(in: "state == 'op' AND votes", at: 12).range == SourceRange(9, 13))
    // The next quote opens another text.
    #expect(
      completion.completions(in: "state == 'o AND title == 'x'", at: 11).range == SourceRange(9, 11)
    )
    #expect(completion.completions(in: "é", at: 1).range.lowerBound == 0)
    #expect(completion.completions(in: "votes", at: 99).range == SourceRange(0, 5))
    #expect(completion.completions(in: "votes", at: -1).range.lowerBound == 0)
  }

  @Test func aMistakeBeforeIsLeftBehind() {
    #expect(texts("foo bar baz AND vo", limit: 1) == ["votes"])
    #expect(texts("title === 'a' OR (vo", limit: 1) == ["votes"])
    #expect(texts("title ? votes vo").isEmpty)
  }

  // MARK: - Values of the application

  @Test func valuesAreAskedForOnceWithKeyAndPrefix() async {
    func asked(_ text: String) -> [String] {
      var asked: [String] = []
      _ = completion.completions(in: text, at: text.utf8.count) { key, prefix in
        asked.append("\(key):\(prefix)")
        return []
      }
      return asked
    }
    #expect(asked("title == 'a\\'b") == ["title:a'b"])
    #expect(asked("title BEGINSWITH pr") == ["title:pr"])
    #expect(asked("owner.name IN {'a', ") == ["owner.name:"])
    #expect(asked("SUBQUERY(watchers, $w, $w.name == ") == ["watchers.name:"])
    #expect(asked("ANY tags == ") == ["tags:"])
    #expect(asked("title MATCHES ") == [])
    // The collection is that of another variable, which has no value.
    #expect(asked("SUBQUERY($w.tags, $w, $w.name == ") == [])
    #expect(asked("SUBQUERY(watchers, $w, SUBQUERY($w.name, $w, $w.email == ") == [])
    #expect(asked("votes + 1 > ") == [])
    #expect(asked("nothing == ") == [])
    #expect(asked("tit") == [])
    let list = await completion.completions(in: "title == ", at: 9) { key, _ in
      await Task.yield()
      return [.string(key)]
    }
    #expect(list.items.first?.text == "'title'")
  }

  // MARK: - Documentation

  @Test func documentationIsThatOfTheWordBelow() {
    func name(_ text: String, _ offset: Int) -> String? {
      completion.documentation(in: text, at: offset)?.text
    }
    let text = "title BEGINSWITH[cd] 'a' AND length(title) > tags.@count"
    #expect(name(text, 2) == "title")
    #expect(completion.documentation(in: text, at: 0)?.detail == "string")
    #expect(completion.documentation(in: text, at: 8)?.documentation?.example.isEmpty == false)
    #expect(name(text, 17) == "c")
    #expect(name(text, 18) == "d")
    #expect(name(text, 22) == nil)
    #expect(name(text, 26) == "AND")
    #expect(name(text, 30) == "length(")
    #expect(name(text, 43) == ">")
    #expect(name(text, 52) == "@count")
    #expect(name("`started at` > 1", 4) == "`started at`")
    #expect(name("#size > 1", 0) == "#size")
    #expect(name("nothing > 1", 2) == nil)
    #expect(name("", 0) == nil)
    #expect(name("votes  > 1", 99) == nil)
  }

  // MARK: - Keys without a table

  @Test func keysOfValuesAreThoseThatAreDeclaredOrFound() throws {
    let declared = try FilterCompletion<FilterValue>(
      keys: ["age": .number, "owner.name": .string, "items.price": .number, "items": .list])
    func texts(_ completion: FilterCompletion<FilterValue>, _ text: String) -> [String] {
      completion.completions(in: text, at: text.utf8.count).items.filter { $0.kind == .key }.map(
        \.text)
    }
    #expect(texts(declared, "") == ["age", "items", "owner"])
    #expect(texts(declared, "owner.") == ["name"])
    #expect(texts(declared, "SUBQUERY(items, $i, $i.") == ["price"])
    #expect(throws: SyntaxError.self) {
      try FilterCompletion<FilterValue>(keys: ["a b": .number])
    }
    let found = FilterCompletion<FilterValue>(
      sample: [["b": 1, "a": [["x": 1]]], ["c": ["y": "z"]]])
    #expect(Set(texts(found, "")) == ["a", "b", "c"])
    #expect(texts(found, "c.") == ["y"])
    #expect(texts(found, "a.") == ["x"])
    #expect(texts(FilterCompletion<FilterValue>(), "") == [])
  }

  @Test func variablesOfTheApplicationHaveKinds() {
    let completion = FilterCompletion<Ticket>(variables: ["me": .string, "any": nil])
    #expect(texts("title == $", completion) == ["$any", "$me"])
    #expect(texts("$me ", completion).contains("BEGINSWITH"))
    #expect(!texts("$me ", completion).contains("+"))
  }

  /// An expression that is too large to be compiled has operators of any kind after it.
  @Test func largeExpressionsHaveNoKind() {
    let sum = "sum(" + Array(repeating: "votes", count: 300).joined(separator: ", ") + ")"
    #expect(texts(sum + " ").contains("BEGINSWITH") && texts(sum + " > ", limit: 1) == ["title"])
    #expect(!texts("sum(votes, votes) ").contains("BEGINSWITH"))
    let list = Array(repeating: "1", count: 5_000).joined(separator: ", ")
    #expect(texts("votes IN {\(list)} ", limit: 2) == ["AND", "OR"])
  }

  /// No text fails, and every range is inside of it.
  @Test(arguments: RandomSearch.seeds(8))
  func anyTextHasAnAnswer(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "title", " ", "==", "'", "\"", "(", ")", "{", "[", "]", "c", ".", "@sum", "$x", ",", "AND",
      "NOT", "SUBQUERY(", "watchers", "CAST(", "IN", "IS", "ANY", "`", "#", "%@", "🙂", "1", "-",
      "/*", "*/", "owner", "BETWEEN", "MATCHES", "\u{E9}", "TERNARY(", ":=", "FUNCTION(", "?",
    ]
    for _ in 0..<80 {
      let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        parts.randomElement(using: &generator) ?? ""
      }.joined(separator: Bool.random(using: &generator) ? " " : "")
      let offset = Int.random(in: -1...text.utf8.count + 1, using: &generator)
      let list = completion.completions(in: text, at: offset, limit: 5) { _, prefix in
        [.string(prefix)]
      }
      let bytes = Array(text.utf8)
      #expect(0 <= list.range.lowerBound && list.range.upperBound <= bytes.count)
      #expect(
        String(validating: bytes[..<list.range.lowerBound], as: UTF8.self) != nil
          && String(validating: bytes[..<list.range.upperBound], as: UTF8.self) != nil,
        "FRC_SEED=\(seed): \(text)")
      _ = completion.documentation(in: text, at: offset)
    }
  }
}
