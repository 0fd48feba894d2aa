import Testing

@testable import FilterEngine

struct RegexAgreementTests {
  static let patterns = [
    "web-[0-9]+9-prod", "\\w+", "\\W*", "[^\\W_]+", "\\b\\w+\\b.*", ".*\\B.*", "\\s*\\S+\\s*",
    "[[:punct:]]+", "[[:space:]\\w]*", "(?i)abc.*", "[^a-c]*", "\\p{L}+\\p{N}*", "a.*z",
    "(?s).*abc", "(?s)abc.*", "(?s).*b.*", "abc", "ab+c?", "(a|b)*c", ".*\\R.*", "\\X*", "\\h*\\v*",
    "prefix.*suffix", "longer-prefix-.*-longer-suffix", "[\\w--[abc]]*", "^abc$", "a\\.b",
    "\\d{2,}",
    "(?i)s+k+", "x*", "[a-z&&[^b]]*", "-\\w*-", "\\p{ASCII}*", "(?i)[k-s]*",
  ]

  static let texts = [
    "", "a", "abc", "ABC", "abcd", "xabc", "web-129-prod", "web-12-prod", "web-9-prod", "web--prod",
    "abc def", " \t\n\u{B}", "a\nb", "a\r\nb", "_", "a_b", "!?.$+<", "a.b", "axb", "prefixsuffix",
    "prefix and suffix", "prefisuffix", "longer-prefix--longer-suffix", "sskk", "SSKK", "-a-", "--",
    "longer-prefix-x-longer-suffix", "longer-prefix-longer-suffix", "bac", "123", "a1",
    "\u{1C}\u{7F}",
    "ac", "abbc", "abb", "é", "abcé", "éabc", "ſk", "abc\u{301}", "a\u{85}b",
  ]

  @Test(arguments: patterns)
  func shortcutsChangeNoAnswer(_ pattern: String) throws {
    for ignoresCase in [false, true] {
      let fast = try RegularExpression(
        pattern, caseInsensitive: ignoresCase, diacriticInsensitive: false)
      let slow = try RegularExpression(
        pattern, caseInsensitive: ignoresCase, diacriticInsensitive: false, usesShortcuts: false)
      for text in Self.texts {
        let expected = regexOutcome(slow, text)
        #expect(regexOutcome(fast, text) == expected, "\(text.debugDescription)")
        if let simple = fast.simplification.answer(text) {
          #expect(.answer(simple) == expected, "\(text.debugDescription)")
        }
      }
    }
  }

  typealias Simplification = RegularExpression.Simplification

  static let simplifications: [(String, Simplification)] = [
    ("abc", .exact("abc")), ("^abc$", .exact("abc")), ("\\Qa.b\\E", .exact("a.b")),
    ("a\\.b", .exact("a.b")), ("\\u00e9", .exact("é")), ("(?s)abc.*", .prefix("abc")),
    ("(?s).*abc", .suffix("abc")), ("(?s).*abc.*", .contains("abc")), ("(?s).*", .anything),
    ("(?s)^.*?$", .anything), ("(?s:a)b.*", .none), ("abc.*", .none), (".*", .none),
    ("(?s)a.+", .none), ("(?s)a.*b", .none), ("(?s)a\\.*", .none), ("(?i)abc", .none),
    ("a|b", .none), ("ab?", .none), ("(?s)ab*.*", .none), ("(?i)1-2", .exact("1-2")),
    ("(?s).*+a", .none), ("[a]", .none), ("(?s)a.*(?#c)", .prefix("a")), ("^$", .exact("")),
    ("a\\b", .none), ("", .none), ("(?s)a[.]*", .none), ("(?s-s)a.*", .none),
  ]

  @Test(arguments: simplifications)
  func literalPatternsAreSimplified(_ pattern: String, _ expected: Simplification) throws {
    let expression = try RegularExpression(
      pattern, caseInsensitive: false, diacriticInsensitive: false)
    #expect(expression.simplification == expected)
  }

  @Test func foldingIsNotSimplified() throws {
    let expression = try RegularExpression(
      "abc", caseInsensitive: false, diacriticInsensitive: true)
    #expect(expression.simplification == .none)
  }

  @Test func oneExpressionServesManyTasks() async throws {
    let expression = try RegularExpression(
      "\\w+-[0-9]+9-prod", caseInsensitive: false, diacriticInsensitive: false)
    let counts = await withTaskGroup(of: Int.self) { group in
      for word in ["wéb", "web", "wéb", "wéb", "web", "wéb", "wéb", "web"] {
        group.addTask {
          (0..<1_000).count { regexOutcome(expression, "\(word)-\($0)-prod") == .answer(true) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 99, count: 8))
  }
}

extension RegularExpression.Simplification {
  /// What the literal test says, byte for byte; nil where there is none.
  fileprivate func answer(_ text: String) -> Bool? {
    let bytes = Array(text.utf8)
    switch self {
    case .none: return nil
    case .anything: return true
    case .exact(let literal): return bytes == Array(literal.utf8)
    case .prefix(let literal): return bytes.starts(with: literal.utf8)
    case .suffix(let literal): return bytes.reversed().starts(with: literal.utf8.reversed())
    case .contains(let literal):
      let part = Array(literal.utf8)
      return bytes.indices.contains { bytes[$0...].starts(with: part) }
    }
  }
}
