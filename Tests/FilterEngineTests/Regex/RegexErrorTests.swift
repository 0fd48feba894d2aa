import Testing

@testable import FilterEngine

struct RegexErrorTests {
  static let refused: [(pattern: String, reason: String)] = [
    ("a(", "missing ), at byte 1"),
    ("a)", "unmatched ), at byte 1"),
    ("[a", "missing ], at byte 0"),
    ("[]", "missing ], at byte 0"),
    ("[a-", "missing ], at byte 0"),
    ("[a[b", "missing ], at byte 2"),
    ("[a&&[b", "missing ], at byte 4"),
    ("[[a]&[b", "missing ], at byte 5"),
    ("[[a]-[b", "missing ], at byte 5"),
    ("[[:nope:]]", "unknown property \"nope\", at byte 1"),
    ("[[a]&[:nope:]]", "unknown property \"nope\", at byte 5"),
    ("[[a]-[:nope:]]", "unknown property \"nope\", at byte 5"),
    ("[b-\\", "backslash at the end, at byte 3"),
    ("[b\\", "backslash at the end, at byte 2"),
    ("a\\", "backslash at the end, at byte 1"),
    ("*a", "nothing to repeat, at byte 0"),
    ("a**", "nothing to repeat, at byte 2"),
    ("(?=a)*", "nothing to repeat, at byte 5"),
    ("\\b*", "nothing to repeat, at byte 2"),
    ("a(?i)*", "nothing to repeat, at byte 5"),
    ("a}", "unmatched }, at byte 1"),
    ("[a-\\d]", "a range ends with a set, at byte 3"),
    ("\\pL", "a property is \\p{name}, at byte 0"),
    ("\\p{^L}", "unknown property \"^L\", at byte 0"),
    ("\\p{L&}", "unknown property \"L&\", at byte 0"),
    ("\\101", "reference to non-existent subpattern, at byte 0"),
    ("[\\101]", "an octal number begins with \\0, at byte 1"),
    ("\\09", "an octal number is \\00 to \\0377, at byte 0"),
    ("é\\0", "an octal number is \\00 to \\0377, at byte 2"),
    ("\\N{LATIN SMALL LETTER A}", "\\N{…}, a scalar by its name, is not supported, at byte 0"),
    ("a{3, 4}", "bad interval, at byte 1"),
    ("a{,3}", "bad interval, at byte 1"),
    ("a{2", "bad interval, at byte 1"),
    ("x{", "bad interval, at byte 1"),
    ("x{}", "bad interval, at byte 1"),
    ("a{3,2}", "bounds of interval out of order, at byte 1"),
    ("a{65536}", "interval above 65535, at byte 1"),
    ("a{1,99999999999999999999999}", "interval above 65535, at byte 1"),
    ("(?P<n>a)", "(?P is not supported; a named group is (?<name>…), at byte 0"),
    ("(?'n'a)", "(?' is not supported; a named group is (?<name>…), at byte 0"),
    ("(?J)a", "unknown flag or group (?J, at byte 0"),
    ("(?iq)a", "unknown flag q, at byte 3"),
    ("é(?i-é)a", "unknown flag é, at byte 6"),
    ("(?i", "missing ), at byte 0"),
    ("(?iU)a", "the flag U is not supported, at byte 0"),
    ("(a)(?1)", "recursion is not supported, at byte 3"),
    ("(?R)", "recursion is not supported, at byte 0"),
    ("(?&n)", "recursion is not supported, at byte 0"),
    ("(?(1)a)", "conditions (?(…) are not supported, at byte 0"),
    ("(?|a)", "branch reset (?| is not supported, at byte 0"),
    ("(?C1)", "callouts (?C) are not supported, at byte 0"),
    ("(*ACCEPT)", "verbs (*…) are not supported, at byte 0"),
    ("(*UTF)a", "verbs (*…) are not supported, at byte 0"),
    ("a\\Kb", "\\K is not supported, at byte 1"),
    ("(a)\\g1", "\\g is not supported; a reference is \\1 or \\k<name>, at byte 3"),
    ("\\k{n}", "a named reference is \\k<name>, at byte 0"),
    ("\\k<n>", "reference to non-existent subpattern, at byte 0"),
    ("(a)\\3\\2\\3", "reference to non-existent subpattern, at byte 3"),
    ("\\2(a)\\3(b)", "reference to non-existent subpattern, at byte 5"),
    ("(?<1a>b)", "bad group name, at byte 3"),
    ("(?w)a", "the flag w, Unicode word boundaries, is not supported, at byte 0"),
    ("(?<=a{1,3})b", "lookbehind assertion is not fixed length, at byte 0"),
    ("\\y", "unknown escape \\y, at byte 0"),
    ("\\C", "unknown escape \\C, at byte 0"),
    ("[\\y]", "unknown escape \\y, at byte 1"),
    ("\\u12", "\\u takes four digits, at byte 0"),
    ("\\U0000004", "\\U takes eight digits, at byte 0"),
    ("\\ud83d", "not a scalar value: d83d, at byte 0"),
    ("\\ud83d\\u0041", "half a surrogate pair, at byte 0"),
    ("\\x{110000}", "not a scalar value: 110000, at byte 0"),
    ("\\x", "\\x takes two digits, or up to six in braces, at byte 0"),
    ("a\\xg", "\\x takes two digits, or up to six in braces, at byte 1"),
    ("\\x{}", "\\x takes two digits, or up to six in braces, at byte 0"),
    ("\\x{g}", "\\x takes two digits, or up to six in braces, at byte 0"),
    ("\\x{", "\\x takes two digits, or up to six in braces, at byte 0"),
    ("\\p{Klingon}", "unknown property \"Klingon\", at byte 0"),
    ("ab\\p{Klingon}", "unknown property \"Klingon\", at byte 2"),
    ("[a\\p{Klingon}]", "unknown property \"Klingon\", at byte 2"),
    ("[\\p{Klingon}\\p{L}]", "unknown property \"Klingon\", at byte 1"),
    ("\\p{L}[^b\\P{Klingon}&&[c\\p{Latin}]]", "unknown property \"Klingon\", at byte 8"),
    ("a[b\\p{Foo=Bar}]", "unknown property \"Foo=Bar\", at byte 3"),
    ("\\p{gc=Klingon}", "unknown property \"gc=Klingon\", at byte 0"),
    ("\\p{}", "unknown property \"\", at byte 0"),
    ("\\p{=L}", "unknown property \"=L\", at byte 0"),
    ("\\p{gc=}", "unknown property \"gc=\", at byte 0"),
    ("\\p{gc==L}", "unknown property \"gc==L\", at byte 0"),
    ("\\p{gc=L=L}", "unknown property \"gc=L=L\", at byte 0"),
    ("\\p{:L}", "unknown property \":L\", at byte 0"),
    ("\\p{L:}", "unknown property \"L:\", at byte 0"),
    ("\\p{alpha=maybe}", "unknown property \"alpha=maybe\", at byte 0"),
    ("\\p{sc=}", "unknown property \"sc=\", at byte 0"),
    ("\\p{Lu", "missing }, at byte 0"),
    ("[z-a]", "range out of order, at byte 1"),
    ("[0-9z-a]", "range out of order, at byte 4"),
    ("[\\x{7A}-a]", "range out of order, at byte 1"),
    ("[\\Qxz\\E-a]", "range out of order, at byte 4"),
    ("[]-A]", "range out of order, at byte 1"),
    ("[b&-%]", "range out of order, at byte 2"),
    ("(?x)[ y z  - a ]", "range out of order, at byte 8"),
    ("[a&&]", "operand missing, at byte 4"),
    ("[--a]", "operand missing, at byte 1"),
    ("[a&&&&b]", "operand missing, at byte 4"),
    ("[+--]", "operand missing, at byte 4"),
    ("[&&a]", "operand missing, at byte 1"),
    ("(?#a", "missing ), at byte 0"),
    ("(?<=a|bc*)d", "lookbehind assertion is not fixed length, at byte 0"),
    ("x(?<!(?:a|bc))d", "lookbehind assertion is not fixed length, at byte 1"),
    ("(a)(?<=\\1)b", "lookbehind assertion is not fixed length, at byte 3"),
    ("(?<=a(?!b+))c", "lookbehind assertion is not fixed length, at byte 5"),
    ("(?<=a(?!b+c))d", "lookbehind assertion is not fixed length, at byte 5"),
    ("(?<=a(?!c|b+))d", "lookbehind assertion is not fixed length, at byte 5"),
    ("(?<=a(?!(?:b+){2}))c", "lookbehind assertion is not fixed length, at byte 5"),
    ("(?<=a(?!(?:b+)?))c", "lookbehind assertion is not fixed length, at byte 5"),
    ("(?<=a(?!(?:b{2,}){1,3}))c", "lookbehind assertion is not fixed length, at byte 5"),
    ("(?<=\\R)a", "lookbehind assertion is not fixed length, at byte 0"),
    ("(?=(?<=a+))a", "lookbehind assertion is not fixed length, at byte 3"),
    ("(?<=a(?=b(?:c*)))d", "lookbehind assertion is not fixed length, at byte 5"),
    ("(?<=(?:a{300}){300})b", "lookbehind assertion is not fixed length, at byte 0"),
    ("\\k<n>(?<n>a)", "reference to non-existent subpattern, at byte 0"),
    ("(?<n>a)(?<n>b)", "two groups have the same name, at byte 7"),
  ]

  @Test(arguments: refused, RegexLibrary.allCases)
  func aRefusedPatternIsNamedWithPlaceAndReason(
    _ example: (pattern: String, reason: String), _ library: RegexLibrary
  ) {
    guard case .failure(let message) = regexOutcome(example.pattern, "a", by: library) else {
      Issue.record("accepted")
      return
    }
    let start = "the regular expression \"\(example.pattern)\" cannot be used: \(example.reason)"
    #expect(message.hasPrefix(start), "\(message)")
  }

  @Test(arguments: RegexLibrary.allCases)
  func theErrorIsOfKindPattern(_ library: RegexLibrary) {
    #expect {
      try library.compile("(")
    } throws: {
      ($0 as? EvaluationError)?.kind == .pattern
    }
  }

  @Test func aLongPatternIsShownInPart() {
    let outcome = regexOutcome(String(repeating: "a", count: 1_000) + "(", "a")
    let shown = String(repeating: "a", count: PatternLimits.shownLength)
    let reason = "cannot be used: missing ), at byte 1000"
    #expect(outcome == .failure("the regular expression \"\(shown)…\" \(reason)"))
  }
}
