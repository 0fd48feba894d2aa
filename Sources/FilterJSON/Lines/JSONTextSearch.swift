internal import CSimdJSON
internal import FilterEngine
internal import FilterSyntax

/// Looks for a text in every string of a line of JSON, member names left aside, in any case and with
/// any accents. Used by one thread at a time.
package final class JSONTextSearch {
  private let tokens = JSONTokens()
  private let comparison: SlotComparison

  /// A search for `text`; nil where the language cannot look for it.
  package init?(_ text: String) {
    guard
      let predicate = try? FilterPredicate<FilterValue>(
        text: "SELF CONTAINS[cd] %@", arguments: [.string(text)]),
      case .comparison(let node) = predicate.syntax,
      let comparison = SlotComparison(node, .row, .constant(.string(text)), of: predicate)
    else { return nil }
    self.comparison = comparison
  }

  /// Whether a string of `line`, which is valid JSON, holds the text.
  ///
  /// - Complexity: O(n); a line without the text is seldom read.
  package func finds(in line: UnsafeRawBufferPointer) -> Bool {
    // In ASCII without escapes, what a string holds the line holds too.
    if line.isPlainASCII, comparison.holds(line.bindMemory(to: UInt8.self)) == false {
      return false
    }
    guard (try? tokens.read(line)) != nil else { return false }
    for index in 0..<tokens.count where tokens[index].part == FRC_JSON_STRING {
      let utf8 = tokens.utf8(of: tokens[index], in: line).bindMemory(to: UInt8.self)
      if comparison.holds(utf8) == true { return true }
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
