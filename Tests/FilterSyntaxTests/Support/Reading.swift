import FilterSyntax

/// What a text is read as, or why and where it is refused, in a line.
enum Reading {
  /// The value of a constant; otherwise the message, the text with the error in ‹›, and the text that the fix gives.
  static func value(_ text: String, strict: Bool = false) -> String {
    do {
      let tree = try AST.Expression(parsing: text, options: SyntaxOptions(strict: strict))
      guard case .literal(let literal) = tree else { return tree.sourceText }
      return "\(literal.value)"
    } catch {
      return refusal(error)
    }
  }

  /// The printed filter; otherwise as for a value.
  static func filter(
    _ text: String, strict: Bool = false, vocabulary: SyntaxVocabulary = SyntaxVocabulary(),
    arguments: SyntaxArguments? = nil
  ) -> String {
    do {
      let options = SyntaxOptions(strict: strict, vocabulary: vocabulary)
      return try AST.Predicate(parsing: text, options: options, arguments: arguments).sourceText
    } catch {
      return refusal(error)
    }
  }

  private static func refusal(_ error: SyntaxError) -> String {
    let bytes = Array(error.text.utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let range = error.range.lowerBound..<error.range.upperBound
    let marked =
      part(0..<range.lowerBound) + "‹\(part(range))›" + part(range.upperBound..<bytes.count)
    guard let fix = error.fix else { return "\(error.message): \(marked)" }
    let fixed =
      part(0..<fix.range.lowerBound) + fix.replacement + part(fix.range.upperBound..<bytes.count)
    return "\(error.message): \(marked) → \(fixed)"
  }
}
