import TestSupport
import Testing

@testable import FilterEngine

@Suite struct RegexMemoryTests {
  @Test(.disabled(if: AddressSanitizer.isOn, "freed memory stays in quarantine"))
  func patternsFreeTheirMemory() throws {
    guard let before = ResidentMemory.bytes else { return }
    for number in 0..<1_000 {
      let text = "SELF MATCHES '(abcdefgh|\(number)){1000}'"
      let predicate = try FilterPredicate<String>(text: text)
      #expect(try !predicate.matches("abcdefgh"))
    }
    // One such pattern takes 500 KB with its machine code.
    let after = try #require(ResidentMemory.bytes)
    #expect(after - before < 200 << 20)
  }

  /// In a process of its own, where nothing else takes memory.
  @Test(.disabled(if: AddressSanitizer.isOn, "freed memory stays in quarantine"))
  func allCodeOfAPatternIsFreed() async {
    await #expect(processExitsWith: .success) {
      // Each of the four kinds of code takes more than 20 KB: for ASCII, for other texts, and both for
      // long matches.
      func match(_ numbers: Range<Int>) throws {
        for number in numbers {
          let expression = try RegexLibrary.own.compile("(?=.)(.bcdefgh|\(number)){200}")
          for start in ["a", "é"] {
            for count in [1, 600] {
              _ = regexOutcome(expression, String(repeating: start + "bcdefgh", count: count))
            }
          }
        }
      }
      try match(0..<10)
      guard let before = ResidentMemory.bytes else { return }
      try match(10..<410)
      let after = try #require(ResidentMemory.bytes)
      #expect(after - before < 4 << 20)
    }
  }

  @Test(.disabled(if: AddressSanitizer.isOn, "freed memory stays in quarantine"))
  func whatMatchesNeedIsFreed() async {
    await #expect(processExitsWith: .success) {
      let expression = try RegexLibrary.own.compile("(?:(a)|(b))*")
      let text = Array(String(repeating: "ab", count: 2_000).utf8)
      func run(_ count: Int, ofLongTexts longCount: Int) throws {
        for _ in 0..<count { _ = RegexScratch() }
        for _ in 0..<longCount {
          let answer = try text.withUnsafeBufferPointer {
            try expression.matches($0, isASCII: true, RegexScratch())
          }
          #expect(answer)
        }
      }
      try run(1_000, ofLongTexts: 10)
      guard let before = ResidentMemory.bytes else { return }
      try run(50_000, ofLongTexts: 100)
      let after = try #require(ResidentMemory.bytes)
      #expect(after - before < 4 << 20)
    }
  }
}
