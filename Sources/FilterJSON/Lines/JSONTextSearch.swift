internal import CSimdJSON
internal import FilterEngine
internal import FilterSyntax

/// Searches a text in every string of a line of JSON except member names. Ignores case and accents. One thread at a
/// time may use it.
package final class JSONTextSearch {
  private let tokens = JSONTokens()
  private let test: TextTest

  /// A search for `text`.
  package init(_ text: String) {
    test = TextTest(containing: text, [.caseInsensitive, .diacriticInsensitive])
  }

  /// Whether a string of `line`, which is valid JSON, contains the text.
  ///
  /// - Complexity: O(n). Most lines without the text are not parsed.
  package func finds(in line: UnsafeRawBufferPointer) -> Bool {
    // In ASCII without escapes, a text in a string is also in the line.
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
