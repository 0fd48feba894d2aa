import TestSupport
import Testing

@testable import FilterEngine

/// Sets of short texts, found by their two words.
@Suite struct WordTableTests {
  /// Some hundred sets, so that members collide, and runs of them go on past the last slot.
  @Test func everyMemberIsFoundAndNothingElse() {
    let seed = RandomSearch.seed
    var dice = SeededGenerator(seed: seed)
    for round in 0..<300 {
      let members = (0..<(1 + round % 13)).map { _ in Self.text(&dice) }
      let table = WordTable(members)
      let known = Set(members)
      for text in members where !Self.isMember(text, of: table) {
        Issue.record("'\(text)' is not in \(members) FRC_SEED=\(seed)")
      }
      for _ in 0..<20 {
        // The same length and a part of the bytes, or any text.
        var text = dice.chance(50) ? Self.text(&dice) : members[0]
        if !text.isEmpty, dice.chance(50) { text = text.dropLast() + "~" }
        if Self.isMember(text, of: table) != known.contains(text) {
          Issue.record("'\(text)' of \(members) FRC_SEED=\(seed)")
        }
      }
    }
  }

  /// Every table is asked for all texts of one letter, so that each of its slots is met.
  @Test func everySlotIsMet() {
    let texts = (33..<127).map { String(Unicode.Scalar(UInt8($0))) }
    for count in 1...32 {
      for start in stride(from: 0, to: texts.count - count, by: 5) {
        let members = Array(texts[start..<start + count])
        let table = WordTable(members)
        for (place, text) in texts.enumerated() {
          let isMember = (start..<start + count).contains(place)
          if Self.isMember(text, of: table) != isMember { Issue.record("'\(text)' of \(members)") }
        }
      }
    }
  }

  /// Long and short texts of one set, asked by bytes.
  @Test func textsOfAnyLengthAreFoundByTheirBytes() {
    let lengths = [0, 1, 8, 15, 16, 24, 62, 63, 64, 100]
    let texts = lengths.map { FieldTextEdges.text($0) }
    for text in texts {
      for members in [[text], texts, texts.filter { $0 != text }] {
        let table = WordTable(members)
        let isMember = Array(text.utf8).withUnsafeBufferPointer { table.contains($0) }
        #expect(isMember == members.contains(text), "\(text.utf8.count) bytes")
      }
    }
  }

  private static func text(_ dice: inout SeededGenerator) -> String {
    let letters = ["a", "b", "A", "é", "0"]
    var text = ""
    for _ in 0..<dice.below(10) { text += dice.pick(letters) }
    return text.utf8.count > 15 ? "long" : text
  }

  /// As a field is asked: by words where the text lies in its own words.
  private static func isMember(_ text: String, of table: WordTable) -> Bool {
    let words = StringWords(String(decoding: Array(text.utf8), as: UTF8.self))
    return table.contains(words.low, words.high & StringWords.contentMask)
  }
}
