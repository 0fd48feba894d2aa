import FilterEngine
import Testing

@testable import FilterSQL

/// The heads of regular expressions, beside the texts that the engine matches.
@Suite struct PatternHeadTests {
  /// Each text that matches begins with the head, and not all of them go on with the letter after it.
  @Test(
    arguments: [
      ("ab?.*", "a", "a"), ("ab{0,1}c*", "a", "a"), ("^ab*.?", "a", "a"), ("ab|c.*", "", "c"),
      ("(a|b).*", "", "b"), ("ab.+", "ab", "abc"), (#"a\..*"#, "a.", "a."), ("ab", "ab", "ab"),
      ("a|b", "", "b"), ("[ab]c", "", "bc"),
    ])
  func aHeadBeginsEachMatch(_ pattern: String, _ head: String, _ text: String) throws {
    #expect(PatternHead(pattern).text == head)
    let filter = try FilterPredicate<FilterValue>(text: "SELF MATCHES $pattern")
    for candidate in [text, "a", "ab", "abc", "b", "c", "ac", "bc", "a.", ""] {
      let isMatch = try filter.matches(.string(candidate), bindings: ["pattern": pattern])
      #expect(!isMatch || candidate.hasPrefix(head), "\(candidate)")
      #expect(isMatch || candidate != text)
    }
  }
}
