import TestSupport
import Testing

@testable import FilterEngine

/// The work of matches that take long: when it is counted, and in how large parts.
struct RegexStepTests {
  private final class Charges {
    var steps: [Int] = []
    let most: Int

    init(most: Int = .max) { self.most = most }

    func charge(_ count: Int) -> EvaluationError? {
      steps.append(count)
      return steps.count < most ? nil : EvaluationError(.cancelled)
    }
  }

  /// What a match says, in a run that ends with the charge number `most`.
  private func steps(
    _ pattern: String, _ text: String, by library: RegexLibrary = .own, most: Int = .max,
    limits: EvaluationLimits.RegularExpressions = .init()
  ) throws -> (steps: [Int], answer: Bool?, error: EvaluationError?) {
    let expression = try library.compile(pattern)
    let charges = Charges(most: most)
    let scratch = RegexScratch(limits, isWatched: true, charge: charges.charge)
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      do throws(EvaluationError) {
        let answer = try expression.matches(
          buffer, isASCII: bytes.allSatisfy { $0 < 0x80 }, scratch)
        return (charges.steps, answer, nil)
      } catch {
        return (charges.steps, nil, error)
      }
    }
  }

  private static let long: [(pattern: String, text: String)] = [
    ("(a+)+[bc]", String(repeating: "a", count: 40)),
    ("(é+)+[bc]", String(repeating: "é", count: 40)),
    ("(.*)*[xy]", String(repeating: "a", count: 100)),
  ]

  /// So that a run can end within a match. An item of the pattern is a step, and so are 32 bytes of text.
  @Test(arguments: long.indices, RegexLibrary.allCases)
  func aLongMatchIsChargedInSmallParts(_ index: Int, _ library: RegexLibrary) throws {
    let (pattern, text) = Self.long[index]
    let (steps, _, error) = try steps(pattern, text, by: library)
    #expect(error?.kind == .pattern)
    #expect(steps.count > 5 && steps.allSatisfy { $0 > 0 })
    #expect(steps.allSatisfy { $0 <= (library.isICU ? 10_000 : 256 + text.utf8.count / 32 + 1) })
    for most in [1, 2, 5] {
      let (few, answer, error) = try self.steps(pattern, text, by: library, most: most)
      #expect(answer == nil && error?.kind == .cancelled)
      #expect(few == Array(steps.prefix(most)))
    }
  }

  #if canImport(CPCRE2)
    /// A look-around can read a long text for each of its scalars, which no number of attempts says.
    @Test(arguments: [
      ("(?=a)a*", 1), ("(?!b)a*", 1), ("a*(?<=a)", 1), ("a*(?<!b)", 1), ("(?>a*)", 1), ("a*+", 1),
      ("a++", 1), ("a?+a*", 1), ("a{2}+a*", 1), ("a*", 0), ("(?:a*)", 0), ("(a*)", 0), ("a+", 0),
      ("a+a+", 0), ("(?i)a*", 0), ("(?i:a)a*", 0), ("(?<n>a)a*", 1), ("a+\\+?", 0), ("[=!]?a*", 0),
      ("(?:a?)a*", 0), ("(?#=)a*", 0), ("(?:=?)a*", 0), ("(?=(?=a))a*", 2),
    ])
    func lookAroundsAreCounted(_ pattern: String, _ count: Int) throws {
      let source = try RegexSource(pattern, caseInsensitive: false, diacriticInsensitive: false)
      #expect(source.lookCount == count)
      let expression = try RegexLibrary.own.compile(pattern)
      for length in [3, 4_095, 4_096, 4_097, 9_000] {
        let (steps, answer, _) = try steps(pattern, String(repeating: "a", count: length))
        #expect(answer == true)
        let isCounted = count > 0 && length > RegexScratch.quickLength(lookingAround: count)
        #expect(steps.isEmpty != isCounted, "\(length)")
        let text = [UInt8](repeating: 0x61, count: length)
        let tested = text.withUnsafeBufferPointer {
          expression.test($0, isASCII: true, RegexScratch())
        }
        #expect(tested == (isCounted ? -1 : 1), "\(length)")
      }
    }

    @Test(arguments: ["a*", "a+", "[^b]*", "[a-c]*c"])
    func aMissThatIsQuickIsNotCounted(_ pattern: String) throws {
      for length in [0, 3, 4_096, 9_000] {
        let (steps, answer, _) = try steps(pattern, String(repeating: "a", count: length) + "b")
        #expect(answer == false && steps.isEmpty, "\(length)")
      }
    }

    @Test(arguments: [500, 1_000, 2_000])
    func aMatchThatNeedsALargerStackIsNotCounted(_ count: Int) throws {
      let (steps, answer, _) = try steps("(?:(a)|(b))*", String(repeating: "ab", count: count))
      #expect(answer == true && steps.isEmpty)
    }

    /// An attempt takes one or two items of these patterns.
    @Test(arguments: [1_000, 2_000, 20_000])
    func aMatchThatGivesUpIsTriedOnce(_ tries: Int) throws {
      var limits = EvaluationLimits.RegularExpressions()
      limits.tries = tries
      for (pattern, text) in Self.long {
        let (steps, _, error) = try steps(pattern, text, limits: limits)
        #expect(error?.message.hasSuffix("gave up: match limit exceeded") == true)
        #expect((tries...2 * tries).contains(steps.reduce(0, +)), "\(pattern)")
      }
    }

    /// The possessive start is long, so that its steps are counted.
    @Test(arguments: [
      "\\w+", "[^\\W_]+", "é+", "a|é|漢", "(?i)É", "\\p{L}+", ".", "\\X", "[é-ü]", "(?i)k", "a",
      "(?s).*",
      "[[:alpha:]]*", "\\d*", "\\R", "(?i)[^k]", "é?", "(?:a|ab)b?",
    ])
    func aLongMatchHasTheAnswerOfAShortOne(_ pattern: String) throws {
      let start = String(repeating: "z", count: 5_000)
      let long = try RegexLibrary.own.compile("z*+(?:\(pattern))")
      for text in [
        "", "é", "e\u{301}", "漢", "k", "\u{212A}", "1", "٣", "\r\n", "a", "ab", "É", "\u{2028}",
        "ÿ",
      ] {
        #expect(
          regexOutcome(long, start + text) == regexOutcome(pattern, text),
          "\(text.debugDescription)")
      }
    }

    /// Each look-around reads the text once for each of its bytes, and those inside it again.
    @Test func theWorkOfLookAroundsInAQuickMatchIsBounded() {
      #expect(RegexScratch.quickLength(lookingAround: 0) == 4_096)
      #expect(RegexScratch.quickLength(lookingAround: 1) == 4_095)
      func work(_ length: Int, _ count: Int) -> Int {
        (0...count).reduce(1) { work, _ in min(work * length, 1 << 40) }
      }
      for count in 1...40 {
        let length = RegexScratch.quickLength(lookingAround: count)
        #expect(length >= 1 && work(length, count) <= 1 << 25, "\(count)")
        #expect(work(2 * length, count) > 1 << 25 || length >= 2_048, "\(count)")
      }
    }

    @Test func aMatchMakesNoMoreAttemptsThanItMay() throws {
      var limits = EvaluationLimits.RegularExpressions()
      for pattern in ["a*", "[^b]+", "é?a*"] {
        let expression = try RegexLibrary.own.compile(pattern)
        for tries in [-1, 0] {
          limits.tries = tries
          for isWatched in [false, true] {
            let scratch = RegexScratch(limits, isWatched: isWatched)
            Array("a".utf8).withUnsafeBufferPointer { text in
              #expect(expression.test(text, isASCII: true, scratch) == -1)
              #expect(throws: EvaluationError.self) {
                try expression.matches(text, isASCII: true, scratch)
              }
            }
          }
        }
      }
    }
  #endif
}
