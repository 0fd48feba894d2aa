internal import FilterEngine
internal import FilterSyntax

/// The tree of a predicate, for `check`.
enum PredicateCheck {
  /// The tree, and what is worth knowing of it.
  ///
  /// Without arguments the text is a template, whose `%@` and `%K` stay; nothing is known of one that
  /// has such places.
  static func tree(
    of text: String, arguments: [FilterValue]?, libraries: FilterLibraries, strict: Bool
  ) throws(SyntaxError) -> (tree: AST.Predicate, notes: [FilterNote]) {
    if let arguments {
      let predicate = try FilterPredicate<FilterValue>(
        text: text, arguments: arguments, libraries: libraries, strict: strict)
      return (predicate.syntax, predicate.notes)
    }
    let tree = try AST.Predicate(
      parsing: text,
      options: SyntaxOptions(strict: strict, vocabulary: libraries.vocabulary))
    let predicate = try? FilterPredicate<FilterValue>(
      text: text, libraries: libraries, strict: strict)
    return (tree, predicate?.notes ?? [])
  }
}
