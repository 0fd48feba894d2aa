import FilterSyntax
import Testing

@Suite struct MeaningTests {
  /// Two spellings of one tree.
  static let same: [(String, String)] = [
    ("a == 1 OR b == 2 AND c == 3", "a == 1 OR (b == 2 AND c == 3)"),
    ("NOT a == 1 AND b == 2", "(NOT a == 1) AND b == 2"),
    ("a == 1 AND (b == 2 AND c == 3)", "a == 1 AND b == 2 AND c == 3"),
    (
      "a | b ^ c & d << e + f * g ** -h == 1",
      "(a | (b ^ (c & (d << (e + (f * (g ** (-h)))))))) == 1"
    ),
    ("a - b - c == 1", "(a - b) - c == 1"), ("a ** b ** c == 1", "(a ** b) ** c == 1"),
    ("-a.b[0] == 1", "-((a.b)[0]) == 1"), ("-7 ** 2 == 1", "(-7) ** 2 == 1"),
    ("x IN a UNION b | c", "x IN (a UNION (b | c))"), ("SELF.a == 1", "a == 1"),
    ("isOpen", "isOpen == TRUE"), ("NOT isOpen", "NOT isOpen == TRUE"),
    ("x IS NULL", "x == nil"), ("x IS NOT NULL", "x != nil"), ("x NOT IN y", "NOT x IN y"),
    ("ANY x NOT IN y", "NOT ALL x IN y"), ("ALL x NOT IN y", "NONE x IN y"),
    ("NONE x NOT IN y", "ALL x IN y"), ("x BETWEEN 1 AND 5", "x BETWEEN {1, 5}"),
    ("x NOT BETWEEN 1 AND 5 OR y", "(NOT x BETWEEN {1, 5}) OR y == TRUE"),
    ("x BETWEEN 1 AND 5 AND y == 2", "(x BETWEEN {1, 5}) AND y == 2"),
    ("x BETWEEN y AND z == 1", "(x BETWEEN y) AND (z == 1)"),
    ("NOT x BETWEEN y AND z == 1 OR a == 1", "((NOT (x BETWEEN y)) AND (z == 1)) OR (a == 1)"),
    ("x IN (1, 2)", "x IN {1, 2}"), ("x IN [1, 2]", "x IN {1, 2}"), ("x IN [c]", "x IN {c}"),
    ("x IN [c] y", "x IN[c] y"), ("x IN (y)", "x IN y"),
    ("a % b * c == 1", "modulus:by:(a, b) * c == 1"),
    ("add:to:(a, b) == 1", "a + b == 1"), ("castObject:toType:(a, b) == 1", "CAST(a, b) == 1"),
    ("objectFrom:withIndex:(a, b) == 1", "a[b] == 1"), ("sum:(a) == 1", "sum(a) == 1"),
    ("x == .5", "x == 0.5"), ("x == 1_000", "x == 1000"), ("`a` == 1", "a == 1"),
    ("x.@sum.self == 1", "x.@sum.#self == 1"), ("a.d[0] == 1", "(a.d)[0] == 1"),
    (
      "#2001-01-01# == #2001-01-01T01:30:00+01:30#", "#2001-01-01T00:00Z# == #2001-01-01T00:00:00Z#"
    ),
  ]

  @Test(arguments: same)
  func bothSpellingsAreOneTree(_ first: String, _ second: String) throws {
    #expect(try AST.Predicate(parsing: first) == AST.Predicate(parsing: second))
  }

  /// What begins a predicate behind the AND of a BETWEEN is no bound.
  @Test(arguments: [
    "TRUEPREDICATE", "FALSEPREDICATE", "NOT z", "!z", "ANY z == 1", "SOME z == 1", "ALL z == 1",
    "NONE z == 1", "z == 1", "1 < z", "(z == 1)", "(z OR b)", "z.a[0] + 1 IN {1}", "{1} CONTAINS z",
  ])
  func aPredicateIsNoBound(_ next: String) throws {
    for bounds in ["y", "{1, 5}", "(y)", "y + 1"] {
      for (before, after) in [("", ""), ("NOT ", ""), ("a OR ", " OR b"), ("", " AND b")] {
        let open = try AST.Predicate(parsing: "\(before)x BETWEEN \(bounds) AND \(next)\(after)")
        let closed = try AST.Predicate(
          parsing: "\(before)(x BETWEEN \(bounds)) AND \(next)\(after)")
        #expect(open == closed, "\(before)x BETWEEN \(bounds) AND \(next)\(after)")
      }
    }
    // Behind a list, and a literal of one, too.
    #expect(
      try AST.Predicate(parsing: "x BETWEEN {y, 5} AND \(next)")
        == AST.Predicate(parsing: "(x BETWEEN {y, 5}) AND \(next)"))
  }

  /// A value is the second bound, and a list in front of AND is both.
  @Test func aValueIsABound() throws {
    for upper in ["5", "z", "z.a", "z + 1", "f(z)", "TRUE", "nil", "'a'", "-z", "$z", "(z)"] {
      #expect(
        try AST.Predicate(parsing: "x BETWEEN y AND \(upper) AND b")
          == AST.Predicate(parsing: "(x BETWEEN {y, \(upper)}) AND b"), "\(upper)")
      for list in ["{1, 5}", "{y, 5}", "{}"] {
        guard (try? AST.Predicate(parsing: "b AND \(upper)")) != nil else { continue }
        #expect(
          try AST.Predicate(parsing: "x BETWEEN \(list) AND \(upper)")
            == AST.Predicate(parsing: "(x BETWEEN \(list)) AND \(upper)"), "\(list) \(upper)")
      }
    }
  }

  @Test func aPathWithAnIndexBindsToItsLastStepInStrict() throws {
    let strict = SyntaxOptions(strict: true)
    guard case .subscript(let node) = try AST.Expression(parsing: "a.d[0]", options: strict) else {
      Issue.record("no subscript")
      return
    }
    #expect(node.bindsToLastStep)
    let parenthesized = try AST.Expression(parsing: "(a.d)[0]", options: strict)
    #expect(parenthesized != .subscript(node))
    #expect(try AST.Expression(parsing: "a.d[0]") == parenthesized)
  }

  static let dates: [(String, Double)] = [
    ("#2001-01-01#", 0.0), ("#2000-12-31T23:59:59.5Z#", -0.5),
    ("#2026-11-21T10:00:00Z#", 816948000.0),
    ("#1970-01-01#", -978_307_200.0), ("#2000-02-29T00:00-02:00#", -26517600.0),
  ]

  @Test(arguments: dates)
  func aDateLiteralCountsSecondsSince2001(_ text: String, _ seconds: Double) throws {
    guard case .literal(let literal) = try AST.Expression(parsing: text) else {
      Issue.record("no literal")
      return
    }
    #expect(literal.value == .seconds(seconds))
  }

  @Test func wordOperatorsAreContextual() throws {
    let options = SyntaxOptions(vocabulary: SyntaxVocabulary(wordOperators: ["WITHIN_KM"]))
    let filter = try AST.Predicate(parsing: "within_km Within_Km 5", options: options)
    #expect(filter.description == "within_km WITHIN_KM 5")
  }
}
