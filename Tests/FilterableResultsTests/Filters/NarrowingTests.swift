import FilterSyntax
import FilterableResults
import Synchronization
import Testing

/// When the rows that a filter has hidden need not be asked again.
@Suite struct NarrowingTests {
  private func implies(_ narrow: String, _ wide: String) throws -> Bool {
    Narrowing.implies(
      try AST.Predicate(parsing: narrow, arguments: SyntaxArguments()),
      try AST.Predicate(parsing: wide, arguments: SyntaxArguments()))
  }

  @Test(arguments: [
    ("t CONTAINS 'ab'", "t CONTAINS 'a'"), ("t CONTAINS 'xab'", "t CONTAINS 'ab'"),
    ("t BEGINSWITH 'ab'", "t BEGINSWITH 'a'"), ("t CONTAINS[c] 'AB'", "t CONTAINS[c] 'a'"),
    ("ANY t CONTAINS 'ab'", "ANY t CONTAINS 'a'"), ("t == 1 AND u == 2", "u == 2"),
    ("t == 1", "t == 1"), ("t == 1 AND u == 2 AND v == 3", "v == 3 AND t == 1"),
    ("t CONTAINS[cd] 'abc'", "t CONTAINS[cd] 'ab'"), ("t CONTAINS[c] 'xss'", "t CONTAINS[c] 'ss'"),
    ("t CONTAINS[c] 'AB'", "t CONTAINS[c] 'ab'"), ("t CONTAINS[c] 'AZ'", "t CONTAINS[c] 'az'"),
    // Blanks and signs, at either end of the text and of what is printed of ASCII.
    ("t CONTAINS 'a b'", "t CONTAINS ' '"), ("t CONTAINS '~a'", "t CONTAINS '~'"),
    ("t CONTAINS 'xxa'", "t CONTAINS 'xa'"), ("t BEGINSWITH 'a'", "t BEGINSWITH 'a'"),
    ("t CONTAINS[c] 'sss'", "t CONTAINS[c] 'sss'"), ("t CONTAINS 'ss'", "t CONTAINS 's'"),
    // A text that is looked for in several fields.
    ("t CONTAINS 'ab' OR u CONTAINS 'ab'", "t CONTAINS 'a' OR u CONTAINS 'a'"),
    ("t CONTAINS 'ab' OR ANY u BEGINSWITH 'ab'", "t CONTAINS 'a' OR ANY u BEGINSWITH 'a'"),
    ("t CONTAINS 'ab' OR u == 1 OR v CONTAINS 'c'", "t CONTAINS 'a' OR u == 1 OR v CONTAINS 'c'"),
    ("n > 3 AND (t CONTAINS 'ab' OR u CONTAINS 'ab')", "(t CONTAINS 'a' OR u CONTAINS 'a')"),
    (
      "(t CONTAINS 'ab' OR u CONTAINS 'ab') AND (t CONTAINS 'xy' OR u CONTAINS 'xy')",
      "(t CONTAINS 'ab' OR u CONTAINS 'ab') AND (t CONTAINS 'x' OR u CONTAINS 'x')"
    ),
  ])
  func whatFitsIsANarrowing(narrow: String, wide: String) throws {
    #expect(try implies(narrow, wide))
  }

  @Test(arguments: [
    // More rows have no element with the longer text.
    ("NONE t CONTAINS 'ab'", "NONE t CONTAINS 'a'"), ("ALL t CONTAINS 'ab'", "ALL t CONTAINS 'a'"),
    ("ANY t CONTAINS 'ab'", "t CONTAINS 'a'"), ("t CONTAINS 'ab'", "ANY t CONTAINS 'a'"),
    // Options let more pass.
    ("t CONTAINS[c] 'ab'", "t CONTAINS 'ab'"), ("t CONTAINS 'ab'", "t CONTAINS[c] 'a'"),
    ("t CONTAINS 'AB'", "t CONTAINS 'a'"), ("t CONTAINS[l] 'ab'", "t CONTAINS[l] 'a'"),
    // Other texts, other places, other operators.
    ("t CONTAINS 'a'", "t CONTAINS 'ab'"), ("t CONTAINS 'b'", "t CONTAINS 'a'"),
    ("t BEGINSWITH 'ab'", "t BEGINSWITH 'b'"), ("t CONTAINS 'ab'", "u CONTAINS 'a'"),
    ("t ENDSWITH 'ab'", "t ENDSWITH 'a'"), ("t CONTAINS 'a'", "t CONTAINS ''"),
    ("t == 1 OR u == 2", "u == 2"), ("t == 1", "t == 1 AND u == 2"),
    ("NOT t CONTAINS 'ab'", "NOT t CONTAINS 'a'"), ("t > 2", "t > 1"),
    // A cut between letters that one character folds to, and text that is not ASCII.
    ("t CONTAINS[c] 'ss'", "t CONTAINS[c] 's'"),
    ("t BEGINSWITH[cd] 'xfi'", "t BEGINSWITH[cd] 'xf'"),
    ("t CONTAINS[c] 'aFF'", "t CONTAINS[c] 'af'"), ("t CONTAINS 'aé'", "t CONTAINS 'a'"),
    ("t CONTAINS[c] 'stop'", "t CONTAINS[c] 'top'"), ("t CONTAINS[d] 'FL'", "t CONTAINS[d] 'F'"),
    ("t CONTAINS[c] '@x'", "t CONTAINS[c] '`'"), ("t CONTAINS[c] '[x'", "t CONTAINS[c] '{'"),
    ("t CONTAINS 'a\u{1F}'", "t CONTAINS 'a'"), ("t CONTAINS 'ab'", "t CONTAINS 'ac'"),
    ("t BEGINSWITH 'ab'", "t CONTAINS 'a'"), ("t CONTAINS 5", "t CONTAINS 'a'"),
    ("t CONTAINS 'a'", "t CONTAINS 5"), ("t LIKE 'ab*'", "t LIKE 'a*'"),
    // An operand that fails hides an item that a later one matches, unless it fails in both.
    ("u CONTAINS 'ab'", "t CONTAINS 'a' OR u CONTAINS 'a'"),
    ("u CONTAINS 'ab' OR t CONTAINS 'ab'", "t CONTAINS 'a' OR u CONTAINS 'a'"),
    ("t CONTAINS 'ab' OR u CONTAINS 'ab'", "t CONTAINS 'a' OR u CONTAINS 'a' OR v == 1"),
    ("t CONTAINS 'ab' OR u CONTAINS 'b'", "t CONTAINS 'a' OR u CONTAINS 'a'"),
    (
      "(v == 1 AND t CONTAINS 'ab') OR u CONTAINS 'ab'",
      "(v == 1 AND t CONTAINS 'a') OR u CONTAINS 'a'"
    ),
    ("t CONTAINS 'ab' AND u CONTAINS 'ab'", "t CONTAINS 'b' OR v CONTAINS 'a'"),
  ])
  func whatMayLetMorePassIsNone(narrow: String, wide: String) throws {
    #expect(try !implies(narrow, wide))
  }

  private struct Tagged: Filterable, Equatable, Sendable {
    var id: Int
    var text: String
    var tags: [String] = []

    static let filterFields = FilterFields<Tagged>(
      FilterField("id", \.id), FilterField("text", \.text), FilterField("tags", \.tags))
  }

  private static let rows = [
    Tagged(id: 0, text: "ab", tags: ["ab"]), Tagged(id: 1, text: "AB", tags: ["a"]),
    Tagged(id: 2, text: "a", tags: ["x"]), Tagged(id: 3, text: "", tags: []),
    Tagged(id: 4, text: "xaB", tags: ["ab", "x"]),
  ]

  /// What is shown after one filter has replaced another is what the new one shows alone.
  @Test(arguments: [
    ("NONE tags CONTAINS 'a'", "NONE tags CONTAINS 'ab'"),
    ("text CONTAINS 'ab'", "text CONTAINS[c] 'ab'"), ("text CONTAINS 'a'", "text CONTAINS 'ab'"),
    ("ALL tags CONTAINS 'ab'", "ALL tags CONTAINS 'a'"),
    ("text CONTAINS 'a' AND id > 0", "text CONTAINS 'ab' AND id > 0"),
    ("text CONTAINS 'a' AND id > 1", "text CONTAINS 'ab' AND id > 0"),
    ("text CONTAINS[c] 'a'", "text CONTAINS[c] 'AB'"),
    ("text CONTAINS 'a' OR ANY tags CONTAINS 'a'", "text CONTAINS 'ab' OR ANY tags CONTAINS 'ab'"),
    ("text CONTAINS 'x' OR ANY tags == 'x'", "ANY tags == 'x' OR text CONTAINS 'xa'"),
  ])
  func afterAnotherFilterTheNewOneAloneCounts(first: String, second: String) throws {
    let controller = ResultsController<Tagged>(identifiedBy: \.id)
    try controller.setItems(Self.rows)
    for text in [first, second, first, second] {
      let predicate = try FilterPredicate<Tagged>(text: text)
      try controller.filters.add(ResultsFilter("f", group: "g", predicate: predicate))
      #expect(controller.snapshot.items == (try Self.rows.filter(predicate)), "\(text)")
    }
  }

  /// An item that counts how often filters read it.
  private final class Counted: Filterable, Sendable {
    let id: Int
    let title: String
    let city: String
    private let reads = Atomic(0)

    init(_ id: Int, _ title: String, _ city: String) {
      (self.id, self.title, self.city) = (id, title, city)
    }

    func read(_ text: String) -> String {
      reads.add(1, ordering: .relaxed)
      return text
    }

    /// Whether a filter has read it since the last call.
    func wasRead() -> Bool { reads.exchange(0, ordering: .relaxed) > 0 }

    static let filterFields = FilterFields<Counted>(
      FilterField("id", \.id), FilterField("title") { $0.read($0.title) },
      FilterField("city") { $0.read($0.city) })
  }

  /// A text that is appended tests visible rows only, wherever it is looked for.
  @Test(arguments: [
    "title CONTAINS[cd] %@", "title CONTAINS[cd] %@ OR city CONTAINS[cd] %@",
    "id >= 0 AND (city BEGINSWITH %@ OR title CONTAINS %@ OR city CONTAINS %@)",
  ])
  func hiddenRowsAreNotTestedAgain(_ text: String) throws {
    let rows = [
      Counted(0, "printer", "Rome"), Counted(1, "scanner", "Oslo"), Counted(2, "cable", "Prague"),
      Counted(3, "paper", "prato"),
    ]
    let controller = ResultsController<Counted>(identifiedBy: \.id)
    try controller.setItems(rows)
    var hidden: Set<Int> = []
    for search in ["p", "pr", "pri"] {
      for row in rows { _ = row.wasRead() }
      let places = text.count { $0 == "%" }
      try controller.filters.add(
        ResultsFilter(
          "search", group: "search",
          predicate: FilterPredicate(
            text: text, arguments: Array(repeating: search, count: places))))
      let tested = Set(rows.filter { $0.wasRead() }.map(\.id))
      #expect(tested == Set(0..<4).subtracting(hidden), "\(search)")
      hidden = Set(0..<4).subtracting(controller.snapshot.items.map(\.id))
    }
    #expect(hidden.count == 3)
  }

  /// The same text with another value of a variable is another filter.
  @Test func afterAnotherValueTheNewOneAloneCounts() throws {
    let controller = ResultsController<Tagged>(identifiedBy: \.id)
    try controller.setItems(Self.rows)
    let predicate = try FilterPredicate<Tagged>("id >= $least")
    for least in [3, 1, 4, 0, 0, 2] {
      try controller.filters.add(
        ResultsFilter("f", group: "g", predicate: predicate, bindings: ["least": least]))
      #expect(controller.snapshot.items.map(\.id) == Array(least..<5))
    }
  }

  /// Rows without an answer are hidden, reported with each pass, and asked again where they may pass.
  @Test func aNarrowerFilterAfterOneThatFails() throws {
    let controller = try ResultsController<FilterValue>(identifiedBy: ResultsKey("id"))
    let rows: [FilterValue] = [
      ["id": 0, "t": "ab"], ["id": 1, "t": 5], ["id": 2, "t": "a"], ["id": 3],
    ]
    try controller.setItems(rows)
    func show(_ text: String) throws -> [FilterValue] {
      try controller.filters.add(
        ResultsFilter("t", group: "t", predicate: FilterPredicate<FilterValue>(text: text)))
      return controller.snapshot.items.map { item in
        guard case .object(let object) = item else { return .null }
        return object["id"] ?? .null
      }
    }
    #expect(try show("t BEGINSWITH 'a'") == [0, 2])
    #expect(controller.failures.count == 1)
    let first = try #require(controller.failures.first)
    #expect(first.kind == .kindMismatch)
    #expect(try show("t BEGINSWITH 'ab'") == [0])
    #expect(controller.failures.count == 0)
    #expect(try show("t == 5 OR t BEGINSWITH 'ab'") == [0, 1])
    #expect(try show("t BEGINSWITH 'a'") == [0, 2])
    #expect(controller.failures.count == 1)
  }

  /// Of several rows without an answer the first says why.
  @Test func theFirstFailureIsKept() throws {
    let controller = try ResultsController<FilterValue>(identifiedBy: ResultsKey("id"))
    let predicate = try FilterPredicate<FilterValue>(text: "t BEGINSWITH 'a'")
    try controller.filters.add(ResultsFilter("t", predicate: predicate))
    try controller.setItems([["id": 1, "t": 5], ["id": 2, "t": [1]], ["id": 3, "t": "a"]])
    #expect(controller.failures.count == 2)
    #expect(controller.failures.first?.message.contains("5") == true)
    try controller.add(["id": 4, "t": true])
    #expect(controller.failures.count == 1)
    try controller.refilter()
    #expect(controller.failures.count == 3)
    #expect(controller.failures.first?.message.contains("5") == true)
  }
}
