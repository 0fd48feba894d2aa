import FilterSyntax
import Foundation
import Testing

@testable import FilterEngine

/// Nothing is read beside a text: here pages follow and precede it that cannot be read.
@Suite struct TextEdgeTests {
  /// Calls `body` with the bytes at both ends of the memory that can be read.
  private func atEdges(_ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let memory = try #require(
      mmap(nil, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0))
    defer { munmap(memory, 3 * page) }
    try #require(memory != MAP_FAILED)
    for start in [memory + page, memory + 2 * page - bytes.count] {
      start.copyMemory(from: bytes, byteCount: bytes.count)
    }
    mprotect(memory, page, PROT_NONE)
    mprotect(memory + 2 * page, page, PROT_NONE)
    for start in [memory + page, memory + 2 * page - bytes.count] {
      body(
        UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: bytes.count))
    }
  }

  @Test(arguments: TextOptions.allOfText)
  func nothingBesideATextIsRead(_ options: TextOptions) throws {
    let starts = ["q", "e\u{301}", "ß漢"]
    let needles = [
      "q", "qq", "qqqq#", "é", "ßss", "qqqqqqqq", "qqqqqqqqqqqqqqqq#", "e\u{301}\u{323}漢",
    ]
    .map { ($0, TextNeedle($0, options), TextReference($0, options)) }
    let patterns = ["q*#", "*q?", "??*", "*é*q", "q?*#?", "*??", "*???", "?*??"].map {
      ($0, LikePattern($0, options))
    }
    for length in Array(1...20) + [31, 32, 33, 40] {
      for start in starts {
        let text = start + String(repeating: "q", count: length - 1)
        let reference = TextReference(text, options)
        try atEdges(Array(text.utf8)) { bytes in
          for (needle, prepared, needleReference) in needles {
            let answers = TextAnswers(bytes, prepared)
            #expect(answers == TextAnswers(reference, needleReference), "\(text) \(needle)")
            #expect(prepared.equals(bytes) == TextComparison(options).areEqual(text, needle))
          }
          for (pattern, like) in patterns {
            let expected = TextReference.like(text, pattern, options)
            #expect(like.matches(bytes) == expected, "\(text) LIKE \(pattern)")
          }
        }
      }
    }
  }

  @Test(arguments: ["web-[0-9]+-prod", "(?s).*é", "\\w*", "a.*z", "q{3,}", "(?i)é?q+"])
  func nothingBesideATextIsMatched(_ pattern: String) throws {
    let expression = try RegexLibrary.own.compile(pattern)
    let slow = try RegexLibrary.own.compile(pattern, usesShortcuts: false)
    for text in ["", "q", "web-12-prod", "web-9-prod", "aqqqqqqz", "qqqqqqqqqqqqqé", "é", "éqqq"] {
      let expected = regexOutcome(slow, text)
      try atEdges(Array(text.utf8)) { bytes in
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        let answer = try? expression.matches(bytes, isASCII: isASCII, RegexScratch())
        #expect(answer.map { .answer($0) } == expected, "\(text)")
      }
    }
  }
}
