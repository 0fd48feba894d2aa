import FilterSyntax
import TestSupport
import Testing

@testable import FilterEngine

/// Lengths around those of words and vectors.
@Suite struct TextSearchTests {
  @Test(arguments: [[], .caseInsensitive, .normalized] as [TextOptions])
  func aNeedleIsFoundAtEveryPlaceOfEveryLength(_ options: TextOptions) {
    for length in 1...50 {
      for needleLength in [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33] where needleLength <= length
      {
        let needle = String("qrstuvwxyz0123456789abcdefghijklmno".prefix(needleLength))
        let prepared = TextNeedle(needle, options)
        for place in 0...(length - needleLength) {
          // What surrounds it has its first byte everywhere.
          let before = String(repeating: "q", count: place)
          let after = String(repeating: "q", count: length - needleLength - place)
          let answers = TextAnswers(before + needle + after, prepared)
          #expect(answers.contains)
          #expect(answers.ends == (after.isEmpty || needleLength == 1))
          #expect(answers.begins == (before.isEmpty || needleLength == 1))
          guard needleLength > 1 else { continue }
          let spoilt = needle.dropLast() + "#"
          #expect(!TextAnswers(before + spoilt + after, prepared).contains)
        }
      }
    }
  }

  @Test func whatLiesBehindTheTextIsNotSearched() {
    let needle = TextNeedle("ab", [])
    for length in 1...40 {
      let bytes = [UInt8](repeating: 0x61, count: length) + Array("b".utf8)
      bytes.withUnsafeBufferPointer { bytes in
        #expect(needle.isContained(in: bytes))
        #expect(!needle.isContained(in: UnsafeBufferPointer(rebasing: bytes[..<length])))
        #expect(!needle.ends(UnsafeBufferPointer(rebasing: bytes[..<length])))
      }
    }
  }

  /// Folded text is followed by what memory holds.
  @Test func aFoldedTextEndsWhereAMatchCan() throws {
    let bytes = Array("ae\u{301}".utf8)
    var breaks = [UInt8](repeating: 0, count: bytes.count)
    func boundaries(_ count: Int) throws -> [Int] {
      try bytes.withUnsafeBufferPointer { bytes in
        try breaks.withUnsafeBufferPointer { breaks in
          let text = FoldedText(
            base: try #require(bytes.baseAddress), count: count, breaks: breaks.baseAddress)
          return (0...count).filter { text.isBoundary($0) }
        }
      }
    }
    #expect(try boundaries(2) == [0, 1, 2])
    #expect(try boundaries(4).starts(with: [0, 1]) && boundaries(4).last == 4)
    #expect(try !boundaries(4).contains(2))
    breaks[1] = TextFolder.inFolding
    #expect(try boundaries(1) == [0, 1])
    #expect(try boundaries(2) == [0, 2])
  }

  @Test func zerosAreBytesLikeOthers() {
    for length in 1...20 {
      let text = String(repeating: "a", count: length)
      #expect(!TextAnswers(text, TextNeedle("\0", [])).contains)
      #expect(TextAnswers(text + "\0", TextNeedle("a\0", [])).contains)
    }
  }

  @Test func longTextsCompareByTheRules() {
    var random = SeededGenerator(seed: RandomSearch.seed)
    let alphabet = TextFixtures.letters + TextFixtures.marks + ["b", "c", "x", "y", "z", "Z"]
    func text(_ length: Int) -> String {
      (0..<length).map { _ in random.pick(alphabet) }.joined()
    }
    for _ in 0..<1500 {
      let options = random.pick(TextOptions.allOfText)
      let needle = text(1 + random.below(4))
      let whole =
        text(random.below(24)) + (random.below(2) == 0 ? needle : "") + text(random.below(12))
      let expected = TextAnswers(TextReference(whole, options), TextReference(needle, options))
      #expect(
        TextAnswers(whole, TextNeedle(needle, options)) == expected, "FRC_SEED=\(RandomSearch.seed)"
      )
      #expect(
        TextAnswers(whole, needle, TextComparison(options)) == expected,
        "FRC_SEED=\(RandomSearch.seed)")
    }
  }

  @Test func aTextOfNothingButMarksIsPutInOrderInTime() {
    let count = RandomSearch.isExhaustive ? 100_000 : 20_000
    let marks = String(repeating: "\u{301}\u{323}", count: count)
    let needle = TextNeedle("\u{323}\u{323}", [])
    #expect(TextAnswers("a" + marks, needle).contains == false)
    #expect(TextNeedle("a", .diacriticInsensitive).equals("a" + marks))
  }

  /// A letter of any script is a character of its own, before and behind others.
  @Test func lettersOfAllScriptsAreApart() {
    let scalars = (0x300...0x2_FFFF as ClosedRange<UInt32>).filter {
      $0 < 0x2000 ? $0 % 5 == 0 : $0 % 97 == 0
    }
    .compactMap(Unicode.Scalar.init)
    .filter {
      $0.properties.generalCategory == .otherLetter && !(0x1100...0x11FF ~= $0.value)
        && "a\($0)b".count == 3
    }
    #expect(scalars.count > 500)
    let options: [TextOptions] = [.caseInsensitive, [.caseInsensitive, .diacriticInsensitive]]
    for options in options {
      let (before, behind) = (TextNeedle("A", options), TextNeedle("B", options))
      for scalar in scalars {
        let text = "a\(scalar)b"
        let answers = TextAnswers(text, before)
        #expect(answers.begins && answers.contains, "\(scalar)")
        #expect(TextAnswers(text, behind).ends, "\(scalar)")
        #expect(TextAnswers(text, TextNeedle(String(scalar), options)).contains, "\(scalar)")
      }
    }
  }
}
