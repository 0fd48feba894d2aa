import Foundation
import TestSupport
import Testing

@testable import FilterEngine

/// Random sets, held against ICU, which reads them as they are written.
struct RegexSetTests {
  private static let universe = "abcdxyzABZ0159-&^_ .éàſ\u{212A}ßß漢\n\u{301}"

  private static let items = [
    "a", "b", "x", "1", "5", "é", "_", "ſ", ".", "a-c", "0-5", "x-é", "A-Z", "b-b", "\\d", "\\w",
    "\\W",
    "\\D", "\\s", "\\p{L}", "\\P{Lu}", "[:alpha:]", "[:^digit:]", "\\u00e9", "\\.", "\\-",
    "\\Qa-\\E",
    "\\x61-\\x63",
  ]

  private static let sets = ["\\p{L}", "\\P{Lu}", "[:alpha:]", "[:^digit:]"]

  private static func set(_ depth: Int, _ random: inout SeededGenerator) -> String {
    var text = random.chance(25) ? "[^" : "["
    text += operand(depth, &random)
    for _ in 0..<random.below(3) {
      text += random.pick(["&&", "--"]) + operand(depth, &random)
    }
    return text + "]"
  }

  /// Sets with an operator between them come last: ICU adds a class such as `\s` after them to the second one.
  private static func operand(_ depth: Int, _ random: inout SeededGenerator) -> String {
    var text = (0...random.below(3)).map { _ in
      depth > 0 && random.chance(30) ? set(depth - 1, &random) : random.pick(items)
    }.joined()
    guard depth > 0, random.chance(40) else { return text }
    text += random.chance(30) ? random.pick(sets) : set(depth - 1, &random)
    return text + random.pick(["-", "&"]) + set(depth - 1, &random)
  }

  @Test func randomSetsHaveTheMembersThatICUGivesThem() throws {
    for seed in RandomSearch.seeds(250) {
      var random = SeededGenerator(seed: seed)
      let set = Self.set(2, &random)
      let truth = try NSRegularExpression(pattern: "\\A(?:\(set))\\z")
      let own = try RegexLibrary.own.compile(set)
      let other = try RegexLibrary.foundation.compile(set)
      for scalar in Self.universe.unicodeScalars {
        let text = String(scalar)
        let range = NSRange(location: 0, length: text.utf16.count)
        let expected = truth.firstMatch(in: text, range: range) != nil
        let place: Comment = "FRC_SEED=\(seed) FRC_ROUNDS=1: \(set) of \(text.debugDescription)"
        #expect(regexOutcome(own, text) == .answer(expected), place)
        #expect(regexOutcome(other, text) == .answer(expected), place)
      }
    }
  }
}
