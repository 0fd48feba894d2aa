import FilterEngine
import TestSupport
import Testing

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
}
