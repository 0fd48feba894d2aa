import Foundation
import Testing

@testable import FilterSyntax

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

  /// The operators between values, each with its rank: the loosest first, all of them left associative.
  private static let operators: [(sign: String, rank: Int)] = [
    ("UNION", 0), ("INTERSECT", 0), ("MINUS", 0), ("|", 1), ("^", 2), ("&", 3), ("<<", 4),
    (">>", 4),
    ("+", 5), ("-", 5), ("*", 6), ("/", 6), ("**", 7),
  ]

  /// Parentheses are printed where the ranks of two operators ask for them, and nowhere else.
  @Test func twoOperatorsHaveTheParenthesesThatTheirRanksNeed() throws {
    for (outer, outerRank) in Self.operators {
      for (inner, innerRank) in Self.operators {
        let left = innerRank < outerRank ? "(a \(inner) b)" : "a \(inner) b"
        let right = innerRank <= outerRank ? "(a \(inner) b)" : "a \(inner) b"
        for (text, expected) in [
          ("(a \(inner) b) \(outer) c", "\(left) \(outer) c"),
          ("c \(outer) (a \(inner) b)", "c \(outer) \(right)"),
          ("-(a \(inner) b) \(outer) c", "-(a \(inner) b) \(outer) c"),
          ("(-a \(inner) b) \(outer) -c", left.replacing("a", with: "-a") + " \(outer) -c"),
        ] {
          let tree = try AST.Expression(parsing: text)
          #expect(tree.sourceText == expected)
          #expect(tree.description == expected)
        }
      }
      let tree = try AST.Expression(parsing: "($x := a \(outer) b) \(outer) ($y := c)")
      #expect(tree.sourceText == "($x := a \(outer) b) \(outer) ($y := c)")
    }
  }

  /// Six decimals of a date, as `%.6f` writes them. These fractions are exact, so that ties go to even.
  @Test func aDateHasSixDecimals() throws {
    for number in -1_100...1_100 {
      for unit in [0.0078125, 0.001953125, 1e-6, 12.5, 0x1p44] {
        let seconds = Double(number) * unit
        let text = String(format: "%.6f", seconds)
        #expect(Printer.sixDecimals(seconds) == text)
      }
    }
    for seconds in [0x1p63, -0x1p63, 1e300] {
      #expect(Printer.sixDecimals(seconds) == "\(seconds)")
    }
    #expect(Printer.sixDecimals(0x1p63.nextDown) == String(format: "%.6f", 0x1p63.nextDown))
    #expect(Printer.sixDecimals(1.9999999) == "2.000000")
  }

  /// Constants that have no literal, as both forms show them.
  @Test func aConstantOfAnArgumentIsPrinted() throws {
    let bytes = (0...255).map { UInt8($0) }
    let hexadecimal = bytes.map { String(format: "%02x", $0) }.joined()
    let map = AST.Constant.map([
      (key: "a\"", value: .null), (key: "b", value: .list([.boolean(true)])),
    ])
    for (constant, source, description) in [
      (AST.Constant.bytes(bytes), "<\(hexadecimal)>", "<\(hexadecimal)>"),
      (.decimal("1.5"), "CAST(\"1.5\", \"NSDecimalNumber\")", "CAST(\"1.5\", \"NSDecimalNumber\")"),
      (.decimal("9223372036854775808"), "9223372036854775808", "9223372036854775808"),
      (.decimal("-9223372036854775809"), "-9223372036854775809", "-9223372036854775809"),
      (
        .decimal("9223372036854775808.0"), "CAST(\"9223372036854775808.0\", \"NSDecimalNumber\")",
        "CAST(\"9223372036854775808.0\", \"NSDecimalNumber\")"
      ),
      (.decimal("5"), "CAST(\"5\", \"NSDecimalNumber\")", "CAST(\"5\", \"NSDecimalNumber\")"),
      (.uuid("U"), "CAST(\"U\", \"NSUUID\")", "CAST(\"U\", \"NSUUID\")"),
      (.set([.integer(-1), .text("\\")]), "{-1, \"\\\\\"}", "{-1, \"\\\\\"}"),
      (.list([]), "{}", "{}"),
      (map, "{\"a\\\"\": nil, \"b\": {TRUE}}", "{\"a\\\"\": nil, \"b\": {1}}"),
      (.double(.nan), "CAST(\"nan\", \"NSNumber\")", "CAST(\"nan\", \"NSNumber\")"),
      (.double(-.infinity), "-1e999", "-1e999"), (.double(0), "0.0", "0"),
      (.double(-0.0), "-0.0", "0"),
      (.double(1e20), "1e+20", "1e+20"), (.double(-2), "-2.0", "-2"),
    ] {
      let tree = try AST.Expression(
        parsing: "%@", arguments: SyntaxArguments([.constant(constant)]))
      #expect(tree.sourceText == source)
      #expect(tree.description == description)
    }
  }
}
