import TestSupport
import Testing

@testable import FilterEngine

/// Which look-behinds are accepted: their branches have one length each, counted here in all ways to match.
struct RegexLookBehindTests {
  /// The length of what has no greatest one.
  private static let endless = 1_000

  /// Items, and the numbers of scalars that they match.
  private static let items: [(text: String, lengths: Set<Int>)] = [
    ("a", [1]), (".", [1]), ("é", [1]), ("\\u00e9", [1]), ("\\.", [1]), ("[ab]", [1]),
    ("[^a]", [1]),
    ("[\\w--[a]]", [1]), ("\\w", [1]), ("\\W", [1]), ("\\d", [1]), ("\\p{L}", [1]),
    ("[[:alpha:]]", [1]),
    ("(?s:.)", [1, 2]), ("\\R", [1, 2]), ("\\X", [1, endless]), ("\\1", [0, endless]),
    ("\\b", [0]), ("\\B", [0]), ("^", [0]), ("$", [0]), ("\\A", [0]), ("\\z", [0]), ("(?#c)", [0]),
    ("()", [0]),
  ]

  private static let counts: [(text: String, range: ClosedRange<Int>)] = [
    ("{2}", 2...2), ("{3,3}", 3...3), ("{1}", 1...1), ("?", 0...1), ("{1,2}", 1...2),
    ("*", 0...endless),
    ("+", 1...endless), ("{2,}", 2...endless), ("??", 0...1), ("{2}?", 2...2), ("*+", 0...endless),
  ]

  /// A pattern as it is written, with the place of the first look-behind that is refused.
  private struct Writer {
    var text = "(z)"
    var refused: Int?
    var random: SeededGenerator

    /// Writes branches, and returns the lengths of each.
    mutating func branches(_ depth: Int, isInside: Bool) -> [Set<Int>] {
      (0..<random.below(2) + 1).map { number in
        if number > 0 { text += "|" }
        return sequence(depth, isInside: isInside)
      }
    }

    mutating func sequence(_ depth: Int, isInside: Bool) -> Set<Int> {
      var lengths: Set<Int> = [0]
      for _ in 0..<random.below(3) {
        lengths = sums(lengths, part(depth, isInside: isInside))
      }
      return lengths
    }

    private mutating func part(_ depth: Int, isInside: Bool) -> Set<Int> {
      var lengths: Set<Int>
      switch depth > 0 ? random.below(8) : 7 {
      case 0, 1:
        text += ["(?:", "(", "(?>", "(?i:"][random.below(4)]
        lengths = branches(depth - 1, isInside: isInside).reduce([]) { $0.union($1) }
        text += ")"
      case 2 where isInside:
        look(["(?=", "(?!"][random.below(2)], depth - 1, isInside: true) { $0 < endless }
        return [0]
      case 3:
        lookBehind(depth - 1)
        return [0]
      default:
        let item = items[random.below(items.count)]
        text += item.text
        lengths = item.lengths
      }
      guard !lengths.contains(0), random.chance(40) else { return lengths }
      let count = counts[random.below(counts.count)]
      text += count.text
      return count.range.upperBound == endless
        ? lengths.union([endless])
        : count.range.reduce(into: []) { $0.formUnion(times(lengths, $1)) }
    }

    mutating func lookBehind(_ depth: Int) {
      look(["(?<=", "(?<!"][random.below(2)], depth, isInside: true) { _ in true }
    }

    /// A look-around. What is in front of a place has one length in each branch, what is behind it a greatest one.
    private mutating func look(
      _ opening: String, _ depth: Int, isInside: Bool, _ mayBe: (Int) -> Bool
    ) {
      let place = text.utf8.count
      text += opening
      let lengths = branches(depth, isInside: isInside)
      text += ")"
      let isFixed = lengths.allSatisfy { $0.count == 1 }
      let isBounded = lengths.allSatisfy { $0.allSatisfy(mayBe) }
      if opening.contains("<") ? !isFixed : !isBounded { refused = refused ?? place }
    }

    private func sums(_ left: Set<Int>, _ right: Set<Int>) -> Set<Int> {
      Set(left.flatMap { first in right.map { min(first + $0, endless) } })
    }

    private func times(_ lengths: Set<Int>, _ count: Int) -> Set<Int> {
      (0..<count).reduce([0]) { sum, _ in sums(sum, lengths) }
    }
  }

  @Test func aLookBehindHasOneLengthInEachBranch() {
    var (accepted, refused) = (0, 0)
    for seed in RandomSearch.seeds(600) {
      var writer = Writer(random: SeededGenerator(seed: seed))
      writer.lookBehind(2)
      let pattern = writer.text
      for library in RegexLibrary.allCases {
        let outcome = regexOutcome(pattern, "z", by: library)
        let place: Comment = "FRC_SEED=\(seed) FRC_ROUNDS=1: \(pattern) by \(library): \(outcome)"
        if let position = writer.refused {
          refused += 1
          let reason = "lookbehind assertion is not fixed length, at byte \(position)"
          #expect(outcome.message?.hasSuffix(reason) == true, place)
        } else {
          accepted += 1
          // The reference names it: ICU refuses some that look around within a look-behind.
          let isUncompiled = outcome.message?.contains("the pattern cannot be compiled") == true
          #expect(outcome.message == nil || library.isICU && isUncompiled, place)
        }
      }
    }
    #expect(RandomSearch.rounds(600) < 600 || min(accepted, refused) > 100)
  }

  @Test(arguments: RegexLibrary.allCases)
  func aLookBehindHasAGreatestLength(_ library: RegexLibrary) {
    #expect(regexOutcome("x(?<=(?:a{255}){257})b", "xb", by: library) == .answer(false))
    for pattern in ["(?:a{255}){257}a", "a(?:a{255}){257}", "(?:a{256}){256}"] {
      #expect(
        regexOutcome("x(?<=\(pattern))b", "xb", by: library).message?.hasSuffix(
          "lookbehind assertion is not fixed length, at byte 1") == true)
    }
  }
}
