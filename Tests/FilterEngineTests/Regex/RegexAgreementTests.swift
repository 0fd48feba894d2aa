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

  @Test(arguments: patterns, RegexLibrary.allCases)
  func shortcutsChangeNoAnswer(_ pattern: String, _ library: RegexLibrary) throws {
    for ignoresCase in [false, true] {
      let options = ignoresCase ? "c" : ""
      let fast = try library.compile(pattern, options: options)
      let slow = try library.compile(pattern, options: options, usesShortcuts: false)
      for text in Self.texts {
        let expected = regexOutcome(slow, text)
        #expect(regexOutcome(fast, text) == expected, "\(text.debugDescription)")
        if let simple = fast.simplification.answer(text) {
          #expect(.answer(simple) == expected, "\(text.debugDescription)")
        }
      }
    }
  }

  static let simplifications: [(String, PatternSimplification)] = [
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
  func literalPatternsAreSimplified(_ pattern: String, _ expected: PatternSimplification) throws {
    for library in RegexLibrary.allCases {
      #expect(try library.compile(pattern).simplification == expected)
    }
  }

  @Test func foldingIsNotSimplified() throws {
    #expect(try RegexLibrary.own.compile("abc", options: "d").simplification == .none)
  }

  @Test(arguments: RegexLibrary.allCases)
  func oneExpressionServesManyTasks(_ library: RegexLibrary) async throws {
    let expression = try library.compile("\\w+-[0-9]+9-prod")
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

extension PatternSimplification {
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
