import FilterSyntax

/// A pattern of `MATCHES` or `capture` with its options.
struct RegexSource {
  let pattern: String
  let caseInsensitive: Bool
  let foldsDiacritics: Bool

  /// Whether the pattern is looked for in a text, and need not fit the whole.
  let searches: Bool

  /// - Throws: An error of kind `pattern` if the pattern is too long.
  init(
    _ pattern: String, caseInsensitive: Bool, diacriticInsensitive: Bool, searches: Bool = false
  ) throws(EvaluationError) {
    guard pattern.utf8.count <= PatternLimits.maximumLength else {
      throw EvaluationError(
        .patternTooLong(pattern: Self.shown(pattern), limit: PatternLimits.maximumLength))
    }
    self.pattern = pattern
    self.caseInsensitive = caseInsensitive
    foldsDiacritics = diacriticInsensitive
    self.searches = searches
  }

  /// The text that is compiled.
  var text: String {
    foldsDiacritics ? RegexFolding.foldDiacritics(pattern) : pattern
  }

  /// `text`, rewritten for a dialect.
  func rewritten(
    _ text: String, for dialect: ICUScanner.Dialect
  ) throws(PatternFailure) -> ICUPattern {
    try ICUPattern(
      text, for: dialect, caseInsensitive: caseInsensitive, foldsDiacritics: foldsDiacritics,
      searches: searches)
  }

  /// The literal text at both ends of every match of `rewritten`; without shortcuts, none.
  func ends(of rewritten: ICUPattern, usesShortcuts: Bool) -> LiteralEnds {
    // The empty pattern never matches, not even the empty string.
    rewritten.isEmpty ? .impossible : usesShortcuts ? rewritten.ends : .none
  }

  /// The literal test that is equivalent to `rewritten`; without shortcuts, none.
  func simplification(of rewritten: ICUPattern, usesShortcuts: Bool) -> PatternSimplification {
    usesShortcuts && !rewritten.isEmpty && !foldsDiacritics ? rewritten.simplification : .none
  }

  /// The number of look-arounds and atomic parts of the pattern. A set or an escape that looks like one is
  /// counted too.
  var lookCount: Int {
    var count = 0
    var (last, other): (UInt8, UInt8) = (0, 0)
    for byte in pattern.utf8 {
      let followsOpening = last == UInt8(ascii: "?") && other == UInt8(ascii: "(")
      let followsRepeat = "*+?}".utf8.contains(last)
      if followsOpening && "=!<>".utf8.contains(byte) || followsRepeat && byte == UInt8(ascii: "+")
      {
        count += 1
      }
      (other, last) = (last, byte)
    }
    return count
  }

  // MARK: - Errors

  /// The error for a refused pattern. `text` can differ from the pattern by its diacritics.
  func unusable(_ failure: PatternFailure, in text: String) -> EvaluationError {
    let offset = text.unicodeScalars.prefix(failure.position).reduce(0) { $0 + $1.utf8.count }
    return EvaluationError(
      .unusablePattern(pattern: Self.shown(pattern), reason: failure.reason, offset: offset))
  }

  /// The error for a match that was given up.
  func gaveUp(_ reason: String) -> EvaluationError {
    EvaluationError(.patternGaveUp(pattern: Self.shown(pattern), reason: reason))
  }

  /// The pattern in a message.
  private static func shown(_ pattern: String) -> String {
    let start = pattern.unicodeScalars.prefix(PatternLimits.shownLength)
    let isWhole = start.endIndex == pattern.unicodeScalars.endIndex
    return isWhole ? "\"\(pattern)\"" : "\"\(String(start))…\""
  }
}
