internal import FilterEngine
internal import FilterSyntax

/// The tree of a predicate, for `check`.
enum PredicateCheck {
  /// Without arguments the text is a template, whose `%@` and `%K` stay.
  static func tree(
    of text: String, arguments: [FilterValue]?, libraries: FilterLibraries, strict: Bool
  ) throws(SyntaxError) -> AST.Predicate {
    if let arguments {
      return try FilterPredicate<FilterValue>(
        text: text, arguments: arguments, libraries: libraries, strict: strict
      ).syntax
    }
    return try AST.Predicate(
      parsing: text,
      options: SyntaxOptions(strict: strict, vocabulary: libraries.vocabulary))
  }
}
