import Foundation
import Testing

@testable import FilterEngine

/// The same pattern in several forms.
struct RegexFormTests {
  @Test(arguments: RegexLibrary.allCases)
  func anIntervalHasBothItsBounds(_ library: RegexLibrary) {
    for least in 0...3 {
      for most in [nil, .max, 0, 1, 2, 3, 4] as [Int?] {
        for mark in ["", "?", "+"] {
          let bounds = most.map { $0 == .max ? "\(least)," : "\(least),\($0)" } ?? "\(least)"
          let pattern = "a{\(bounds)}\(mark)"
          for count in 0...5 {
            let outcome = regexOutcome(pattern, String(repeating: "a", count: count), by: library)
            if least <= most ?? least {
              let isWithin = (least...(most ?? least)).contains(count)
              #expect(outcome == .answer(isWithin), "\(pattern) of \(count)")
            } else {
              #expect(
                outcome.message?.hasSuffix("bounds of interval out of order, at byte 1") == true)
            }
          }
        }
      }
    }
  }

  @Test(
    arguments: [
      "", "a|", "(?:", "(a|", "(?=", "(?=a)", "(?<!a)", "a*", "a+?", "a{2}", "a?+", "\\b", "\\B",
      "\\A",
      "\\z", "\\Z", "\\G", "(?i)", "(?#c)", "é|", "(?x)a| ", "^*", "[a]|",
    ], RegexLibrary.allCases)
  func aRepetitionHasSomethingToRepeat(_ start: String, _ library: RegexLibrary) {
    for quantifier in ["*", "{2}", "{1,}", "+", "?"] {
      // A sign after a repetition belongs to it.
      if ["+", "?"].contains(quantifier), ["a*", "a{2}", "^*"].contains(start) { continue }
      #expect(
        regexOutcome(start + quantifier, "a", by: library).message?.hasSuffix(
          "nothing to repeat, at byte \(start.utf8.count)") == true, "\(start + quantifier)")
    }
  }

  /// As ICU reads the pattern itself: digits that make no number of a group are refused or literal.
  @Test(arguments: RegexLibrary.allCases)
  func aReferenceHasTheDigitsThatICUTakes(_ library: RegexLibrary) {
    let letters = Array("abcdefghijkl")
    for count in [1, 2, 9, 10, 11, 12] {
      let groups = letters[..<count].map { "(\($0))" }.joined()
      for number in [1, 2, 3, 9, 10, 11, 12, 13, 19, 20, 21, 99, 100, 111, 121] {
        let pattern = groups + "\\\(number)"
        let truth = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z")
        guard let expression = try? library.compile(pattern), let truth else {
          let message = regexOutcome(pattern, "", by: library).message
          #expect(message?.contains("reference to non-existent subpattern") == true)
          #expect(truth == nil)
          continue
        }
        for end in [""] + letters.map(String.init) {
          for rest in 0..<3 {
            let text = String(letters[..<count]) + end + "\(number)".suffix(rest)
            let range = NSRange(location: 0, length: text.utf16.count)
            let expected = truth.firstMatch(in: text, range: range) != nil
            #expect(regexOutcome(expression, text) == .answer(expected), "\(pattern) of \(text)")
          }
        }
      }
    }
  }

  private static let tokens: [[String]] = [
    ["(?s)", ".", "*", "\\n"], ["(?s)", ".", "+", "?", "\\n"], ["(?s)", ".", "?", "\\n"],
    ["(?s)", ".", "{1,2}", "\\n"], ["a", "{", "2", ",", "3", "}", "?", "b"],
    ["a", "{2}", "+", "b"],
    ["a", "*", "+", "a"], ["a", "+", "?", "b"], ["[", "a", "-", "c", "]", "+"],
    ["[", "^", "a", "]"],
    ["[", "a", "b", "]", "]"], ["[", "a", "-", "]"], ["[", "a", "&", "]"],
    ["[", "a", "-", "[", "b", "]", "]"],
    ["[", "[", "a-c", "]", "&", "[", "b", "]", "]"], ["[", "a-c", "-", "-", "b", "]"],
    ["[", "a-c", "&", "&", "b", "]"],
    ["[", "[", "a-c", "]", "-", "-", "[", "b", "]", "]"], ["[", "-", "b", "]"],
    ["[", "&", "b", "]"], ["[", "a-b", "-", "c", "]"],
    ["[", "a-c", "&&", "[", "b", "]", "]"], ["[", "\\w", "--", "[", "a", "]", "]"],
    ["[", "[", "a-c", "]", "-", "[", "b", "]", "]"], ["[", "a", "-", "\\x63", "]"],
    ["[", "^", "]", "a", "]"],
    ["(", "a", "|", "b", ")", "\\1"], ["\\p{L}", "+", "b"], ["^", "*", "a", "$"],
    ["^", "a", "$", "{2}"],
    ["(?=", "a", ")", ".", "b"], ["(?i)", "a", "B"], ["(?i:", "a", ")", "b"],
    ["\\Qa\\E", "*", "b"],
    ["(?<n>", "a", ")", "\\k<n>"], ["(?#note)", "a", "(?#note)", "+"],
    ["[", "[:alpha:]", "]", "+"],
  ]

  private static let texts = [
    "", "a", "b", "c", "ab", "aab", "aaab", "aaaab", "aa", "bb", "\n", "\r\n", "a\n", "\r\n\n", "A",
    "Ab",
    "AB", "]", "-", " ", "aB", "é", "#", "a]", "b]", "^", "a b",
  ]

  @Test(arguments: tokens, RegexLibrary.allCases)
  func freeSpaceChangesNoAnswer(_ tokens: [String], _ library: RegexLibrary) throws {
    let plain = try library.compile(tokens.joined())
    for space in [" ", "\t\n", " #c)]\n ", "\u{85}\u{200E}", "\u{2028}#\r#\u{B}"] {
      let pattern = "(?x)" + tokens.joined(separator: space) + space
      let spaced = try library.compile(pattern)
      for text in Self.texts {
        #expect(
          regexOutcome(spaced, text) == regexOutcome(plain, text),
          "\(pattern.debugDescription) of \(text.debugDescription)")
      }
    }
  }

  /// However it is written: it is the reason to match texts of ASCII as those of other letters.
  @Test(
    arguments: [("ſ", "s", "017f"), ("\u{212A}", "k", "212a")], RegexLibrary.allCases)
  func aLetterThatFoldsToASCIIMatchesIt(
    _ letter: (other: String, ascii: String, code: String), _ library: RegexLibrary
  ) {
    let (other, ascii, code) = letter
    for (form, isNegated) in [
      (other, false), ("\\u\(code)", false), ("\\x{\(code)}", false), ("[\(other)]", false),
      ("[\\u\(code)]", false), ("[\\u\(code)-\\u\(code)]", false), ("[\(other)é]", false),
      ("[\\Q\(other)\\E]", false), ("\\Q\(other)\\E", false), ("[^\(other)]", true),
      ("[^\\u\(code)]", true), ("[^\(other)-\(other)]", true), ("[[\(other)]&&[\(other)é]]", false),
    ] {
      for text in [other, ascii, ascii.uppercased()] {
        for (pattern, options) in [
          (form, "c"), ("(?i)\(form)", ""), ("(?i:\(form))", ""), (form, "cd"),
        ] {
          let outcome = regexOutcome(pattern, text, options: options, by: library)
          #expect(outcome == .answer(!isNegated), "\(pattern) [\(options)] of \(text)")
        }
      }
    }
  }
}
