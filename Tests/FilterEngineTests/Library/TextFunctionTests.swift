import FoundationEssentials
import TestSupport
import Testing

@testable import FilterEngine

/// The functions of texts, held against `ReferenceTextFunctions`.
@Suite struct TextFunctionTests {
  private static let letters = [
    "a", "b", "ab", "-", "--", "é", "e\u{301}", "\u{1F600}", " ", "\n", "\u{A0}", "\u{2028}", "\0",
  ]

  private static func text(_ random: inout SeededGenerator) -> FilterValue {
    let count = random.below(8)
    return .string((0..<count).map { _ in letters[random.below(letters.count)] }.joined())
  }

  /// A small integer, or one at the end of all integers.
  private static func place(_ random: inout SeededGenerator) -> FilterValue {
    let ends: [Int64] = [.min, .min + 1, .max - 1, .max]
    return .int(random.below(8) == 0 ? ends[random.below(4)] : Int64(random.below(14)) - 3)
  }

  @Test(arguments: RandomSearch.seeds(200))
  func theReferenceAgrees(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let text = Self.text(&random)
      let more = (0..<random.below(4)).map { _ in Self.text(&random) }
      var calls: [(String, [FilterValue])] = [
        ("replace:", [text, Self.text(&random), Self.text(&random)]),
        ("replace:", [text, .string(Self.letters[random.below(4)]), Self.text(&random)]),
        ("split:", [text, .string(Self.letters[random.below(Self.letters.count)])]),
        ("split:", [text, Self.text(&random)]), ("concat:", [text] + more), ("trim:", [text]),
        ("substring:", [text, Self.place(&random)]),
        ("substring:", [text, Self.place(&random), Self.place(&random)]),
      ]
      // One argument may be nil, or of another kind.
      let index = random.below(calls.count)
      calls[index].1[random.below(calls[index].1.count)] = random.below(2) == 0 ? .null : .list([])
      for (selector, arguments) in calls {
        let expected = try? ReferenceFunctions.call(selector, arguments)
        let found = try? LibraryRun.call(selector, arguments)
        #expect(found == expected, "FRC_SEED=\(seed) \(selector)\(arguments)")
      }
    }
  }

  /// A text that a call would make is charged before it is made.
  @Test(
    arguments: [
      ("replace:", ["aaaaaaaaaa", "a", "0123456789"]), ("concat:", ["aaaaaaaaaaaaaaaa", "a"]),
    ] as [(String, [FilterValue])])
  func aTextIsLimited(_ selector: String, _ arguments: [FilterValue]) throws {
    let function = try #require(LibraryRun.index.function(selector))
    var limits = EvaluationLimits.standard
    limits.textBytes = 16
    let run = EvaluationContext(now: .distantPast, variables: [], places: 1, limits: limits)
    #expect(LibraryRun.error { try function.body(arguments, run) } == .bytes)
  }

  @Test func eachArgumentOfAConcatenationIsAStep() throws {
    let function = try #require(LibraryRun.index.function("concat:"))
    let texts = [FilterValue](repeating: "a", count: 11)
    #expect(LibraryRun.error { try function.body(texts, LibraryRun.run(steps: 10)) } == .budget)
    #expect(try function.body(texts, LibraryRun.run(steps: 11)) == .string("aaaaaaaaaaa"))
  }
}
