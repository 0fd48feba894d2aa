import FilterSyntax
import Testing

/// Values have no methods: a call is marked, with the form that it means.
@Suite struct MethodCallTests {
  private static let operators: [(operator: String, methods: [String])] = [
    (
      "BEGINSWITH",
      ["startswith", "startsWith", "starts_with", "beginsWith", "hasPrefix", "has_prefix"]
    ),
    ("ENDSWITH", ["endswith", "endsWith", "hasSuffix"]),
    ("CONTAINS", ["contains", "includes", "include", "has", "containsString"]),
    ("MATCHES", ["matches", "match"]), ("LIKE", ["like"]),
    ("==", ["equals", "isEqual", "isEqualTo", "is_equal_to"]), ("IN", ["isIn", "in"]),
  ]

  private static let values: [(form: String, methods: [String])] = [
    ("lowercase(a.b)", ["lower", "lowercased", "lowercase", "toLowerCase", "to_lower_case"]),
    ("uppercase(a.b)", ["upper", "uppercased", "uppercase", "toUpperCase"]),
    ("length(a.b)", ["length", "len"]), ("a.b.@count", ["count", "size"]), ("abs(a.b)", ["abs"]),
    ("a.b[FIRST]", ["first"]), ("a.b[LAST]", ["last"]), ("a.b == nil", ["isNull", "is_null"]),
    ("a.b != nil", ["exists"]),
  ]

  private static let message = "values have no methods"

  @Test func aMethodWithAnArgumentIsAnOperator() {
    for (name, methods) in Self.operators {
      for method in methods {
        for argument in ["'x'", "{1, f(2, 3)}[0]", "(c)"] {
          let call = "\(method)(\(argument))"
          let form = "a.b \(name) \(argument)"
          for (before, after) in [
            ("", ""), ("NOT ", " AND c"), ("(", ")"), ("x OR ", " || c"), ("", "\n&& c"),
          ] {
            #expect(
              Reading.filter("\(before)a.b.\(call)\(after)")
                == "\(Self.message), write \(form): \(before)a.b.‹\(method)›(\(argument))\(after) → \(before)\(form)\(after)"
            )
          }
        }
      }
    }
  }

  @Test func aMethodWithoutAnArgumentIsAValue() {
    for (form, methods) in Self.values {
      for method in methods {
        for arguments in ["()", "( )", "(\n )"] {
          // A comparison cannot be an operand.
          let places =
            form.hasSuffix("nil")
            ? [("", ""), ("NOT ", " AND c")] : [("", " == 1"), ("1 + ", " > 2"), ("{", "} == c")]
          for (before, after) in places {
            #expect(
              Reading.filter("\(before)a.b.\(method)\(arguments)\(after)")
                == "\(Self.message), write \(form): \(before)a.b.‹\(method)›\(arguments)\(after) → \(before)\(form)\(after)"
            )
          }
        }
      }
    }
  }

  /// The blanks around an argument go.
  @Test func theArgumentIsTrimmed() {
    for (before, after) in [(" ", ""), ("", " "), ("  ", "\t "), ("\n", "\n")] {
      #expect(
        Reading.filter("a.contains(\(before)'x y'\(after)) OR b")
          == "\(Self.message), write a CONTAINS 'x y': a.‹contains›(\(before)'x y'\(after)) OR b → a CONTAINS 'x y' OR b"
      )
    }
  }

  /// A comparison cannot be an operand, so the fix is left out.
  @Test(arguments: [
    "a.has('x') == TRUE", "1 + a.has('x')", "a.has('x') + 1 == 2", "a.has('x').b", "a.has('x') b",
    "c == a.has('x')", "{a.has('x')} == b", "f(a.has('x')) == b", "a.has('x') € b",
  ])
  func aComparisonAmongOperandsIsLeftAlone(_ text: String) {
    let place = text.replacing("has", with: "‹has›")
    #expect(Reading.filter(text) == "\(Self.message), write a CONTAINS 'x': \(place)")
  }

  @Test(arguments: [
    "1 + a.isNull() > 2", "b == a.isNull()", "{a.is_null()} == b", "a.isnull() == TRUE",
  ])
  func aTestForNilAmongOperandsIsLeftAlone(_ text: String) {
    let name = ["isNull", "is_null", "isnull"].first(where: text.contains) ?? ""
    let place = text.replacing(name, with: "‹\(name)›")
    #expect(Reading.filter(text) == "\(Self.message), write a == nil: \(place)")
    let other = text.replacing(name, with: "exists")
    let otherPlace = text.replacing(name, with: "‹exists›")
    #expect(Reading.filter(other) == "\(Self.message), write a != nil: \(otherPlace)")
  }

  @Test(arguments: [
    "a.unknown()", "a.unknown('x')", "a.lower('x')", "a.has()", "a.@count.unknown(1)",
  ])
  func aCallOfAnotherMethodHasNoCounterpart(_ text: String) {
    let name = text.contains("has") ? "has" : text.contains("lower") ? "lower" : "unknown"
    #expect(Reading.filter(text) == "\(Self.message): \(text.replacing(name, with: "‹\(name)›"))")
  }

  /// A call that is not closed, or of several arguments, is a key before a parenthesis.
  @Test(arguments: [
    "a.has‹(›'x', 'y')", "a.has‹(›{1}, 2)", "a.has‹(›'x'", "a.has‹(›'x]", "a.has‹(›", "a.has‹(›[)",
    "a.has ‹(›'x')",
  ])
  func anotherParenthesisIsMarked(_ marked: String) {
    let text = marked.filter { $0 != "‹" && $0 != "›" }
    #expect(Reading.filter(text) == "expected a comparison operator: \(marked)")
  }

  /// A name at the end of the text or before an operator is a key.
  @Test func aNameWithoutParenthesesIsAKey() {
    #expect(Reading.filter("a.has") == "a.has == TRUE")
    #expect(Reading.filter("a.has == 1") == "a.has == 1")
  }
}
