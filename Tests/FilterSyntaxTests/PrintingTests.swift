import FilterSyntax
import Testing

@Suite struct PrintingTests {
  @Test(arguments: [
    ("left = right", "left == right"), ("a <> 1", "a != 1"), ("a =< 1", "a <= 1"),
    ("isOpen == no", "isOpen == 0"), ("a = 1.0", "a == 1"), ("a == NULL", "a == nil"),
    ("SELF like[c] 'l*r'", "SELF LIKE[c] \"l*r\""), ("a ==[dc] b", "a ==[cd] b"),
    ("FUNCTION(a, \"raise:\", 2) == 9", "FUNCTION(a, \"raise:\" , 2) == 9"),
    ("FUNCTION('a', 'u') == 'A'", "FUNCTION(\"a\", \"u\") == \"A\""),
    ("!(a = 1 && b = 2)", "NOT (a == 1 AND b == 2)"),
    ("a = 1 OR b = 2 AND c = 3", "a == 1 OR (b == 2 AND c == 3)"),
    ("NONE a.b = 1", "NOT ANY a.b == 1"), ("SOME a.b = 1", "ANY a.b == 1"),
    ("a = 'say \"hi\"'", "a == \"say \\\"hi\\\"\""), ("#like like \"x\"", "#like LIKE \"x\""),
    ("#name == 1", "name == 1"), ("sum({1, 2}) = 3", "sum:({1, 2}) == 3"),
    ("now() > 1", "now() > 1"),
    ("(flags & 4) = 4", "flags & 4 == 4"), ("SELF.a == 1", "a == 1"),
    ("(a.d)[0] == 1", "(a.d)[0] == 1"), ("a[first] == 1", "a[FIRST] == 1"),
    ("d == #2004-03-03T09:46:40.25Z#", "d == CAST(100000000.250000, \"NSDate\")"),
  ])
  func descriptionIsFoundationsForm(_ text: String, _ expected: String) throws {
    #expect(try AST.Predicate(parsing: text).description == expected)
  }

  @Test(arguments: [
    ("a == yes", "a == TRUE"), ("a == 1.0", "a == 1.0"), ("NONE a.b = 1", "NONE a.b == 1"),
    ("`a b` == 1", "`a b` == 1"), ("d == #2026-11-21#", "d == #2026-11-21T00:00:00Z#"),
    ("größe == 1", "größe == 1"),
  ])
  func sourceTextLosesNothing(_ text: String, _ expected: String) throws {
    #expect(try AST.Predicate(parsing: text).sourceText == expected)
  }

  @Test func compoundsOfFewOperandsPrintWhatTheyMean() {
    let yes = AST.Predicate.literal(AST.BooleanLiteral(true))
    #expect(AST.Predicate.compound(AST.Compound(.and, [])).description == "TRUEPREDICATE")
    #expect(AST.Predicate.compound(AST.Compound(.or, [])).description == "FALSEPREDICATE")
    #expect(AST.Predicate.compound(AST.Compound(.or, [yes])).description == "TRUEPREDICATE")
  }
}
