import FilterSyntax
import TestSupport
import Testing

@testable import FilterEngine

/// The searches that take over where a text repeats itself: the same answers as trying each place.
@Suite struct TextLinearTests {
  /// The first place from `start` on where the needle is and `accepts` holds, tried one after another.
  private static func place(
    _ needle: [UInt8], _ text: [UInt8], from start: Int, accepts: (Int) -> Bool
  ) -> Int {
    guard text.count >= needle.count else { return -1 }
    for place in start..<max(start, text.count - needle.count + 1)
    where text[place...].starts(with: needle) && accepts(place) { return place }
    return -1
  }

  /// Texts of two letters have long runs in common with needles made of them.
  @Test(arguments: RandomSearch.seeds(60))
  func aLongNeedleIsFoundInARepetitiveText(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let part = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      UInt8.random(in: 0x61...0x62, using: &random)
    }
    var text = (0..<Int.random(in: 1...1_500, using: &random)).map { part[$0 % part.count] }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      text[Int.random(in: text.indices, using: &random)] = 0x62
    }
    for count in [1, 2, 7, 32, 33, 40, 64, 65, 200] where count <= text.count {
      let from = Int.random(in: 0...(text.count - count), using: &random)
      var needle = Array(text[from..<from + count])
      if Bool.random(using: &random) { needle[Int.random(in: needle.indices, using: &random)] ^= 3 }
      let masks = [UInt8](repeating: 0, count: count)
      let start = Int.random(in: 0...text.count, using: &random)
      let divisor = Int.random(in: 1...5, using: &random)
      let found = text.withUnsafeBufferPointer { text in
        needle.withUnsafeBufferPointer { needle in
          masks.withUnsafeBufferPointer { masks in
            ByteNeedle(
              base: FoldedText(needle).base, masks: FoldedText(masks).base, count: count
            ).find(in: FoldedText(text).base, text.count, from: start) { $0 % divisor == 0 }
          }
        }
      }
      let expected = Self.place(needle, text, from: start) { $0 % divisor == 0 }
      #expect(found == expected, "\(needle) in \(text) from \(start), seed \(seed)")
    }
  }

  @Test func caseIsFoldedInALongRepetition() {
    let text = String(repeating: "aB", count: 2_000) + "x" + String(repeating: "Ab", count: 40)
    let needle = String(repeating: "ba", count: 30) + "BX" + String(repeating: "aB", count: 20)
    for (options, expected) in [(AST.Comparison.Options.caseInsensitive, true), ([], false)] {
      let prepared = TextNeedle(needle, options)
      let found = Array(text.utf8).withUnsafeBufferPointer { prepared.isContained(in: $0) }
      #expect(found == expected)
      #expect(TextComparison(options).contains(text, needle) == expected)
    }
  }

  /// A needle of marks is at each place of a text of marks, but begins at none.
  @Test func aNeedleOfMarksIsNotFoundBetweenThem() {
    let text = "e" + String(repeating: "\u{301}", count: 2_000)
    let needle = String(repeating: "\u{301}", count: 50)
    #expect(!TextComparison([]).contains(text, needle))
    #expect(TextComparison(.normalized).contains(text, needle))
    #expect(TextComparison([]).contains(needle + needle, needle) == false)
    #expect(TextComparison([]).contains(needle, needle))
  }

  /// A segment is found where trying each place finds it, without patience for that and with it.
  @Test(arguments: RandomSearch.seeds(60))
  func anAutomatonFindsWhatTryingFinds(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let letters = ["a", "a", "b", "é", "e\u{301}", "ß", "ss", "\u{301}", "가", "\u{1F600}"]
    func text(_ count: Int, _ others: [String] = []) -> String {
      (0..<count).map { _ in (letters + others).randomElement(using: &random) ?? "" }.joined()
    }
    for options in [[], .caseInsensitive, .diacriticInsensitive, .normalized]
      as [AST.Comparison.Options]
    {
      let folding = TextFolding(options)
      let pattern = text(Int.random(in: 1...90, using: &random), ["?", "?", "?", "a?", "?a"])
      let subject = text(Int.random(in: 0...120, using: &random)) + pattern.filter { $0 != "?" }
      let parts = LikeParts("*\(pattern)*", folding)
      let segment = parts.segment(1)
      guard segment.stateCount > 0 else { continue }
      Array(subject.utf8).withUnsafeBufferPointer { utf8 in
        folding.withFolded(utf8, tracksScalars: true) { folded in
          let like = LikeSubject(text: folded, parts: parts, hasBoundaries: !folding.isLiteral)
          for start in [0, 1, 7] where start <= folded.count && like.isScalarStart(start) {
            let tried = like.firstEnd(of: segment, from: start, patience: .max) { _ in true }
            let found = LikeAutomaton(segment, of: parts).firstEnd(in: like, from: start) { _ in
              true
            }
            #expect(tried == found, "\(pattern) in \(subject) from \(start), seed \(seed)")
          }
        }
      }
    }
  }

  /// A mark that folds to nothing leaves `?` as the last state, which takes the whole scalar all the same.
  @Test func anAutomatonEndsAfterAWholeScalar() throws {
    let parts = LikeParts("*a?\u{301}*", TextFolding(.diacriticInsensitive))
    Array("xaß가".utf8).withUnsafeBufferPointer { utf8 in
      TextFolding(.diacriticInsensitive).withFolded(utf8, tracksScalars: true) { folded in
        let like = LikeSubject(text: folded, parts: parts, hasBoundaries: true)
        let segment = parts.segment(1)
        #expect(LikeAutomaton(segment, of: parts).firstEnd(in: like, from: 0) { _ in true } == 4)
        #expect(like.firstEnd(of: segment, from: 0, patience: .max) { _ in true } == 4)
      }
    }
  }

  /// Each byte of the text takes a shift of the states, whatever repeats itself: the work is counted.
  @Test func aLongSegmentIsChargedByItsStates() throws {
    let pattern = "*" + String(repeating: "a?", count: 5_000) + "b*"
    let predicate = try FilterPredicate<FilterValue>(text: "SELF LIKE '\(pattern)'")
    var limits = EvaluationLimits.standard
    func steps(_ count: Int) throws -> Int {
      let run = predicate.makeRun(bindings: [:], now: nil, limits: limits)
      let text = FilterValue.string(String(repeating: "a", count: count))
      #expect(try !predicate.matches(text, in: run))
      return limits.steps - run.remainingSteps
    }
    let (half, whole) = (try steps(100_000), try steps(200_000))
    #expect(whole > 200_000 * 10_000 / 4_096 / 2)
    #expect(whole <= 2 * half + half / 8 && whole < 1_000_000)
    limits.steps = half / 2
    #expect(throws: EvaluationError.self) { try steps(100_000) }
  }
}
