import TestSupport
import Testing

@testable import FilterEngine

struct RegexLimitTests {
  static let catastrophic: [(pattern: String, text: String)] = [
    ("(a+)+[bc]", String(repeating: "a", count: 40)),
    ("(a|aa)+c", String(repeating: "a", count: 60)),
    ("(.*)*x", String(repeating: "a", count: 100)),
    ("(é+)+[bc]", String(repeating: "é", count: 40)),
    ("(x+x+)+y", String(repeating: "x", count: 50)),
    (".*.*.*.*.*.*[^a]", String(repeating: "a", count: 5_000)),
  ]

  @Test(arguments: catastrophic, RegexLibrary.allCases)
  func aCatastrophicPatternGivesUp(
    _ example: (pattern: String, text: String), _ library: RegexLibrary
  ) {
    let outcome = regexOutcome(example.pattern, example.text, by: library)
    if case .failure(let message) = outcome {
      #expect(
        message
          == "the regular expression \"\(example.pattern)\" gave up: match limit exceeded")
    } else {
      #expect(outcome == .answer(false))
    }
  }

  @Test(arguments: RegexLibrary.allCases)
  func theFirstCatastropheIsAnError(_ library: RegexLibrary) {
    let text = String(repeating: "a", count: 40)
    #expect(regexOutcome("(a+)+[bc]", text, by: library).isSurrender)
  }

  @Test func aMatchThatNeedsTooMuchMemoryIsAnError() {
    let text = String(repeating: "ab", count: 1_000_000)
    let outcome = regexOutcome("(.)*", text, by: .foundation)
    #expect(outcome.isSurrender, "\(outcome)")
  }

  @Test(arguments: ["(.)*", "(?:(a)|b)*", "(a|b|c)*?"], RegexLibrary.allCases)
  func aGroupOverALongTextIsAnsweredOrRefused(_ pattern: String, _ library: RegexLibrary) {
    let outcome = regexOutcome(pattern, String(repeating: "ab", count: 10_000), by: library)
    if case .failure(let message) = outcome {
      #expect(message.hasPrefix("the regular expression \"\(pattern)\" gave up: "))
    } else {
      #expect(outcome == .answer(true))
    }
  }

  /// Without it, the match would nest deeper than matches may that are interpreted.
  @Test(arguments: [1, 500, 1_000, 2_000])
  func theStackOfTheJITGrows(_ count: Int) {
    let text = String(repeating: "ab", count: count)
    for group in ["(a)|(b)", "((((((((a))))))))|(b)", "(a|b)(?:(a)|(b))"] {
      #expect(regexOutcome("(?:\(group))*", text) == .answer(true), "\(group)")
      #expect(regexOutcome("(?:\(group))*c", text) == .answer(false), "\(group)")
    }
  }

  @Test(arguments: RegexLibrary.allCases)
  func aScratchServesAfterAFailure(_ library: RegexLibrary) throws {
    let bad = try library.compile("(a+)+[bc]")
    let good = try library.compile("a+")
    let scratch = RegexScratch()
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 40)
    text.withUnsafeBufferPointer { buffer in
      #expect(bad.test(buffer, isASCII: true, scratch) == -1)
      #expect(good.test(buffer, isASCII: true, scratch) == 1)
      #expect(bad.test(buffer, isASCII: true, scratch) == -1)
    }
  }

  @Test(arguments: RegexLibrary.allCases)
  func anEmptyBufferIsAText(_ library: RegexLibrary) throws {
    let expression = try library.compile("a*$")
    let buffer = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    #expect(try expression.matches(buffer, isASCII: true, RegexScratch()))
  }

  @Test func lengthIsLimited() {
    let longest = "(?#" + String(repeating: "a", count: PatternLimits.maximumLength - 5) + ")a"
    #expect(longest.utf8.count == PatternLimits.maximumLength)
    #expect(regexOutcome(longest, "a") == .answer(true))
    guard case .failure(let message) = regexOutcome(longest + "a", "aa") else {
      Issue.record("accepted")
      return
    }
    #expect(message.hasSuffix(" is longer than 65536 bytes"))
  }

  @Test(arguments: RegexLibrary.allCases)
  func groupsNestOnlySoDeep(_ library: RegexLibrary) {
    func nested(_ depth: Int) -> String {
      String(repeating: "(?:", count: depth) + "a" + String(repeating: ")", count: depth)
    }
    func refused(_ depth: Int, _ reason: String) -> RegexOutcome {
      .failure(
        "the regular expression \"\(nested(depth).prefix(200))…\" cannot be used: \(reason)")
    }
    #expect(regexOutcome(nested(98), "a", by: library) == .answer(true))
    for depth in 99...100 {
      #expect(
        regexOutcome(nested(depth), "a", by: library)
          == (library.isICU
            ? refused(depth, "groups and sets nest deeper than 98, at byte 294") : .answer(true)))
    }
    #expect(
      regexOutcome(nested(101), "a", by: library)
        == refused(101, "groups nest deeper than 100, at byte 300"))
  }

  @Test(arguments: RegexLibrary.allCases)
  func setsNestOnlySoDeep(_ library: RegexLibrary) {
    func nested(_ depth: Int) -> String {
      String(repeating: "[^", count: depth) + "a" + String(repeating: "]", count: depth)
    }
    #expect(regexOutcome(nested(50), "a", by: library) == .answer(true))
    #expect(regexOutcome(nested(49), "a", by: library) == .answer(false))
    #expect(
      regexOutcome(nested(51), "a", by: library).message?.hasSuffix(
        ": sets nest deeper than 50, at byte 100") == true)
  }

  /// Sets that say more than their complement become groups, two for each.
  @Test(arguments: RegexLibrary.allCases)
  func groupsAndSetsNestTogether(_ library: RegexLibrary) {
    func nested(_ depth: Int) -> String {
      String(repeating: "[^b", count: depth) + "a" + String(repeating: "]", count: depth)
    }
    #expect(regexOutcome(nested(48), "a", by: library) == .answer(true))
    // Brackets and parentheses after a backslash nest nothing.
    for (start, matched) in [("", ""), ("\\[\\(\\]", "[(]"), ("\\\\", "\\"), ("(a)[\\]]", "a]")] {
      let outcome = regexOutcome(start + "(?:" + nested(50) + ")", matched + "a", by: library)
      if library.isICU {
        let place = start.utf8.count + 3
        #expect(
          outcome.message?.hasSuffix(": groups and sets nest deeper than 98, at byte \(place)")
            == true, "\(outcome)")
      } else {
        #expect(outcome == .answer(true))
      }
    }
  }

  @Test func intervalsAreLimited() {
    #expect(regexOutcome("a{0,65535}", "aa") == .answer(true))
    guard case .failure = regexOutcome("a{0,65536}", "aa") else {
      Issue.record("accepted")
      return
    }
  }

  #if canImport(CPCRE2)
    /// For the reason of PCRE2, whatever properties come before.
    @Test(arguments: ["", "\\p{L}", "[\\p{Lu}a]", "é\\P{Greek}*"])
    func patternsThatMultiplyAreRefused(_ start: String) {
      let pattern = start + "((((a{999}){999}){999}){999})"
      let outcome = regexOutcome(pattern, "a")
      let reason = "cannot be used: regular expression is too large, at byte \(pattern.utf8.count)"
      #expect(outcome.message?.hasSuffix(reason) == true, "\(outcome)")
    }

    @Test func aPatternTooLargeForUnicodeServesASCII() throws {
      // One `\w` is a byte for ASCII and a set for others.
      let pattern = "(?:\\w\\w\\w\\w){4000}"
      let expression = try RegexLibrary.own.compile(pattern)
      #expect(regexOutcome(expression, "a") == .answer(false))
      let outcome = regexOutcome(expression, "é")
      guard case .failure(let message) = outcome else {
        Issue.record("answered")
        return
      }
      #expect(message.contains("cannot be used: regular expression is too large"))
      #expect(regexOutcome(expression, "è") == outcome)
      #expect(regexOutcome(expression, "a") == .answer(false))
    }
  #endif

  @Test(arguments: ["--[b]", "&&[a]", "-[b]", "&[a]"], RegexLibrary.allCases)
  func setsHaveOnlySoManyOperators(_ operation: String, _ library: RegexLibrary) {
    let set = "[[a]" + String(repeating: operation, count: 50)
    #expect(regexOutcome(set + "]", "a", by: library) == .answer(true))
    #expect(
      regexOutcome(set + operation + "]", "a", by: library).message?.hasSuffix(
        ": more than 50 operators in a set, at byte \(set.utf8.count)") == true)
  }

  @Test(arguments: [
    "a", "é", ".", "a*", "[a]", "[^\\W_]", "[a-z&&[^b]]", "[\\w--[ab]]", "(", "(a)", "(a|", "a|",
    "\\b", "\\p{L}", "\\p{Foo}", "[", "[:", "[[:alpha:]", "(?<=a)", "(a)\\1", "{", "a{9}", "\\Q",
    "(?i)", "(?x) ", "[a--", "[^", "(?#", "\\x{61}", "(?:a?){9}", "(a?)*", "(?:a|b){9}", "[a]|",
  ])
  func aLongPatternIsCompiledOrRefused(_ unit: String) {
    for library in RegexLibrary.allCases { check(unit, library) }
  }

  private func check(_ unit: String, _ library: RegexLibrary) {
    let length = PatternLimits.maximumLength / (RandomSearch.isExhaustive ? 1 : 8)
    let pattern = String(repeating: unit, count: length / unit.utf8.count)
    let outcomes = [
      regexOutcome(pattern, "aaa", by: library),
      regexOutcome(pattern, "é", options: "cd", by: library),
    ]
    for case .failure(let message) in outcomes {
      #expect(message.hasPrefix("the regular expression \""))
    }
  }
}
