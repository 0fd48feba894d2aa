internal import FilterEngine
package import FilterSyntax

/// Decides whether a predicate matches a subset of the items that another one matches.
package enum Narrowing {
  /// Whether all items that match `narrow` also match `wide`; false if that cannot be shown.
  package static func implies(_ narrow: AST.Predicate, _ wide: AST.Predicate) -> Bool {
    if narrow == wide { return true }
    if case .compound(let wide) = wide, wide.connective == .and {
      return wide.operands.allSatisfy { implies(narrow, $0) }
    }
    if case .compound(let narrow) = narrow, narrow.connective == .and {
      return narrow.operands.contains { implies($0, wide) }
    }
    return narrowsInPlace(narrow, wide)
  }

  /// Whether `narrow` is `wide` with longer texts: all items that match it match `wide`, and it fails where `wide` fails.
  ///
  /// An operand of OR that fails hides an item that a later operand matches. Each operand is therefore compared with the
  /// one at its index. An AND among them must be the same, as a narrower one may no longer evaluate what failed.
  private static func narrowsInPlace(_ narrow: AST.Predicate, _ wide: AST.Predicate) -> Bool {
    if narrow == wide { return true }
    if case .compound(let narrow) = narrow, case .compound(let wide) = wide {
      return narrow.connective == .or && wide.connective == .or
        && narrow.operands.count == wide.operands.count
        && zip(narrow.operands, wide.operands).allSatisfy(narrowsInPlace)
    }
    guard case .comparison(let narrow) = narrow, case .comparison(let wide) = wide,
      narrow.operator == wide.operator, narrow.options == wide.options,
      narrow.quantifier == wide.quantifier, narrow.quantifier == nil || narrow.quantifier == .any,
      narrow.left == wide.left,
      case .literal(let longer) = narrow.right, case .text(let new) = longer.value,
      case .literal(let shorter) = wide.right, case .text(let old) = shorter.value
    else { return false }
    switch narrow.operator {
    case .contains: return isPart(old, of: new, narrow.options, anywhere: true)
    case .beginsWith: return isPart(old, of: new, narrow.options, anywhere: false)
    default: return false
    }
  }

  /// The foldings of single characters to two letters: a boundary between these may be inside a character.
  private static let folded: Set<[UInt8]> = [
    Array("ss".utf8), Array("ff".utf8), Array("fi".utf8), Array("fl".utf8), Array("st".utf8),
  ]

  private static func isPart(
    _ part: String, of text: String, _ options: AST.Comparison.Options, anywhere: Bool
  ) -> Bool {
    let isFolded = !options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
    guard !options.contains(.localeSensitive) else { return false }
    let fold = { (text: String) -> [UInt8] in
      text.utf8.map { options.contains(.caseInsensitive) && (65...90).contains($0) ? $0 + 32 : $0 }
    }
    let (part, text) = (fold(part), fold(text))
    guard !part.isEmpty, part.count <= text.count,
      (part + text).allSatisfy({ $0 < 128 && $0 >= 32 })
    else { return false }
    let starts = anywhere ? 0...(text.count - part.count) : 0...0
    return starts.contains { start in
      guard text[start..<start + part.count].elementsEqual(part) else { return false }
      guard isFolded else { return true }
      return [start, start + part.count].allSatisfy { cut in
        guard cut > 0, cut < text.count else { return true }
        let pair = [text[cut - 1], text[cut]].map { (65...90).contains($0) ? $0 + 32 : $0 }
        return !folded.contains(pair)
      }
    }
  }
}
