extension AST.Predicate {
  /// The predicate as text that reads back to the same tree under `options`, with arguments only if no text without them
  /// does.
  package func rereadable(
    under options: SyntaxOptions
  ) -> (text: String, arguments: [AST.Constant]) {
    let text = sourceText
    let again = try? AST.Predicate(parsing: text, options: options)
    return again == self ? (text, []) : template
  }
}
