package import FilterSyntax

/// The folding of text, by the options of an operator.
///
/// - Without options, text is decomposed canonically: equivalent texts become the same bytes, and the
///   order of UTF-8 bytes is the order of scalars.
/// - `c` folds case fully, after Unicode's `CaseFolding` C and F: `ß` is `ss`. Widths stay apart.
/// - `d` drops the marks (Mn, Me) of the decomposed text, but not the voicing marks of kana.
/// - `n` compares bytes and supersedes the others.
/// - `l` asks for the rules of the current locale. None are tailored here: no collation is available on
///   every platform, and the same filter must give the same rows everywhere. Like any option it makes
///   `==` canonical, and changes nothing else.
package struct TextFolding: Sendable {
  /// `[c]`
  package let foldsCase: Bool

  /// `[d]`
  package let dropsMarks: Bool

  /// `[n]`
  package let isLiteral: Bool

  /// Whether `==` compares bytes: without options, or with `n`.
  package let comparesBytes: Bool

  package init(_ options: AST.Comparison.Options) {
    comparesBytes = options.isEmpty || options.contains(.normalized)
    isLiteral = options.contains(.normalized)
    foldsCase = !isLiteral && options.contains(.caseInsensitive)
    dropsMarks = !isLiteral && options.contains(.diacriticInsensitive)
  }

  /// Whether neither case nor marks are folded.
  package var isPlain: Bool { !foldsCase && !dropsMarks }

  /// The greatest length of `count` folded bytes, with space to write whole words after it.
  ///
  /// No scalar becomes more than three times as long. A test checks all scalars.
  static func capacity(_ count: Int) -> Int { 3 * count + 32 }
}
