import Foundation
import FoundationRegex
import TestSupport
import Testing

@testable import FilterEngine

/// `capture:`, held against the search of `NSRegularExpression`, with both libraries.
@Suite struct CaptureTests {
  private static let backends: [RegexBackend] = [.current, .portable(FoundationProgram.self)]

  private static let pieces = [
    "a", "b", "é", "\n", ".", "(a)", "(b|é)", "(a*)", "(ab)+", "(a)?", "x|(b)", "^", "$", "(?i)B",
    "(?=b)", "\\b", "(?:a|(é))", "b+?", "[^a]", "(.)\\1", "(?<n>b)\\k<n>",
  ]

  private static let letters = ["a", "b", "é", "B", "\n", "\u{1F600}", "ab", "aa"]

  private static func join(_ parts: [String], _ random: inout SeededGenerator) -> String {
    (0..<random.below(4) + 1).map { _ in parts[random.below(parts.count)] }.joined()
  }

  /// What ICU finds; nil without a match or a group.
  private static func found(_ text: String, _ pattern: String, _ group: Int) throws -> String? {
    let expression = try NSRegularExpression(pattern: pattern)
    let all = NSRange(location: 0, length: text.utf16.count)
    guard let match = expression.firstMatch(in: text, range: all), group < match.numberOfRanges
    else { return nil }
    return Range(match.range(at: group), in: text).map { String(text[$0]) }
  }

  @Test(arguments: RandomSearch.seeds(100))
  func theSearchOfICUAgrees(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let pattern = Self.join(Self.pieces, &random)
      let text = Self.join(Self.letters, &random)
      let group = random.below(4)
      let arguments: [FilterValue] = [.string(text), .string(pattern), .int(Int64(group))]
      for backend in Self.backends {
        let part = try? RegexBackend.$current.withValue(backend) {
          try LibraryRun.call("capture:", arguments)
        }
        // A reference counts groups of the whole pattern, and a count after `^` is refused.
        guard let part else { continue }
        let expected = try Self.found(text, pattern, group)
        let wanted: FilterValue = expected.map { .string($0) } ?? .null
        #expect(part == wanted, "FRC_SEED=\(seed) \(arguments)")
      }
    }
  }

  /// A constant pattern is compiled with the predicate, another one in a run; both find the same.
  @Test(arguments: ["a(b+)", "(x)?b", "(", "a|b"])
  func aConstantPatternFindsTheSame(_ pattern: String) throws {
    let item = FilterValue.object(FilterObject([("s", "xabby"), ("p", .string(pattern))]))
    func outcome(_ text: String) -> String {
      do {
        let predicate = try FilterPredicate<FilterValue>(
          text: text, arguments: text.contains("%") ? [pattern] : [])
        return try "\(predicate.matches(item))"
      } catch {
        return (error as? EvaluationError)?.reason.code ?? "\(error)"
      }
    }
    for group in 0...1 {
      for part in ["'abb'", "'bb'", "'b'", "'a'", "nil"] {
        #expect(
          outcome("capture(s, %@, \(group)) == \(part)")
            == outcome("capture(s, p, \(group)) == \(part)"))
      }
    }
  }

  /// A match that tries much is charged, and given up beyond its limit.
  @Test func aMatchIsLimited() throws {
    let text = FilterValue.string(String(repeating: "a", count: 5_000))
    let function = try #require(LibraryRun.index.function("capture:"))
    let pattern: FilterValue = "(a+)+[bc]"
    #expect(
      LibraryRun.error { try function.body([text, pattern, 1], LibraryRun.run(steps: 100)) }
        == .budget)
    let kind = LibraryRun.error {
      try function.body([text, pattern, 1], LibraryRun.run(steps: 100_000_000))
    }
    #expect(kind == .pattern)
  }
}
