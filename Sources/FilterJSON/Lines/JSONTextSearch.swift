internal import CSimdJSON
internal import FilterEngine
internal import FilterSyntax

/// Looks for a text in every string of a line of JSON, member names left aside, in any case and with
/// any accents. Used by one thread at a time.
package final class JSONTextSearch {
  private let tokens = JSONTokens()
  private let test: TextTest

  /// A search for `text`.
  package init(_ text: String) {
    test = TextTest(containing: text, [.caseInsensitive, .diacriticInsensitive])
  }

  /// Whether a string of `line`, which is valid JSON, holds the text.
  ///
  /// - Complexity: O(n); a line without the text is seldom read.
  package func finds(in line: UnsafeRawBufferPointer) -> Bool {
    // In ASCII without escapes, what a string holds the line holds too.
    if line.isPlainASCII, !test.holds(for: line.bindMemory(to: UInt8.self)) {
      return false
    }
    guard (try? tokens.read(line)) != nil else { return false }
    for index in 0..<tokens.count where tokens[index].part == FRC_JSON_STRING {
      let utf8 = tokens.utf8(of: tokens[index], in: line).bindMemory(to: UInt8.self)
      if test.holds(for: utf8) { return true }
    }
    return false
  }
}

extension UnsafeRawBufferPointer {
  /// Whether all bytes are ASCII and none is a backslash.
  fileprivate var isPlainASCII: Bool {
    var all: UInt8 = 0
    var hasEscape = false
    for byte in self {
      all |= byte
      hasEscape = hasEscape || byte == UInt8(ascii: "\\")
    }
    return all < 0x80 && !hasEscape
  }
}
