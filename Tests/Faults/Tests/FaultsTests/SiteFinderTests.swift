import Testing

@testable import faults

@Suite struct SiteFinderTests {
  /// The lines of a text with each of its faults alone.
  private func faulty(_ text: String) -> [String] {
    SiteFinder.sites(of: text, at: "a.swift").map { site in
      var bytes = Array(text.utf8)
      bytes.replaceSubrange(site.range, with: site.faulty("on").utf8)
      let line = String(decoding: bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)[site.line - 1]
      return "\(site.kind.rawValue): \(line.drop { $0 == " " })"
    }
  }

  @Test(
    arguments: [
      ("let a = é.b < c(1)", ["comparison: let a = (on ? é.b <= c(1) : é.b < c(1))"]),
      (
        "if a == b, !c { d() }",
        [
          "comparison: if (on ? a != b : a == b), !c { d() }",
          "condition: if a == b, (on != (!c)) { d() }",
        ]
      ),
      (
        "let a = b && c || d",
        [
          "operand: let a = b && c || (!on && d)", "operand: let a = b && (on || c) || d",
        ]
      ),
      ("let a = b - 1", ["off by one: let a = b - (on ? 0 : 1)"]),
      ("let a = b &+ 1 + 2", ["off by one: let a = b &+ (on ? 0 : 1) + 2"]),
      ("func f() -> Bool { return true }", ["truth: func f() -> Bool { return (on != true) }"]),
      ("let a = f(b: false)", ["truth: let a = f(b: (on != false))"]),
      ("let a = min(b, c)", ["extreme: let a = (on ? max : min)(b, c)"]),
      (
        "func f() {\n  a.b(1)\n  c += 2\n}",
        ["statement: if !on { a.b(1) }", "statement: if !on { c += 2 }"]
      ),
    ] as [(String, [String])])
  func eachKindOfMistakeIsFound(_ text: String, _ expected: [String]) {
    #expect(faulty(text) == expected)
  }

  @Test(arguments: [
    "let a = b", "func f() -> Int { g(1) }", "init() {\n  a = 1\n  b()\n}", "// a < b",
    "let a = \"\\(b < c)\"", "precondition(a < b)", "if let a { b }", "@Test(a: true) struct S {}",
    "func f() {\n  a.reserveCapacity(b + 1)\n  _ = a\n}",
  ])
  func whatCannotBeSeenOrBuiltIsLeftAlone(_ text: String) {
    #expect(faulty(text).isEmpty)
  }

  @Test func aFaultIsNamedByItsCodeAndNotItsLine() {
    let places = ["let a = b < c", "\n\nlet a = b < c"].map {
      SiteFinder.sites(of: $0, at: "a.swift")
    }
    #expect(
      places.map { $0.map(\.identity) } == [
        ["a.swift | comparison | b < c"], ["a.swift | comparison | b < c"],
      ])
    #expect(places.map { $0.map(\.line) } == [[1], [3]])
  }

  @Test func knownPlacesHaveAReason() throws {
    let places = try KnownPlaces("# why\na.swift | comparison | b | c < d | only speed\n")
    let site = try #require(SiteFinder.sites(of: "let a = b < c", at: "a.swift").first)
    #expect(places.reason(site) == nil)
    let known = try KnownPlaces("a.swift | comparison | b < c | only speed")
    #expect(known.reason(site) == "only speed")
    #expect(throws: Failure.self) { try KnownPlaces("a.swift | comparison") }
  }
}
