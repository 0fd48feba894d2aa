extension AST.Predicate {
  /// Parses a filter.
  ///
  /// Without `arguments`, the text is a template, and its `%@` and `%K` remain in the tree. Takes
  /// time linear in the length of the text.
  ///
  /// - Throws: `SyntaxError` with the position of the first mistake.
  public init(
    parsing text: String, options: SyntaxOptions = SyntaxOptions(), arguments: Arguments? = nil
  ) throws(SyntaxError) {
    var parser = try Parser(text, options: options, arguments: arguments)
    self = try parser.parseFilter()
  }
}

extension AST.Expression {
  /// Parses an expression, such as `price * 2`.
  ///
  /// Without `arguments`, the text is a template, and its `%@` and `%K` remain in the tree. Takes
  /// time linear in the length of the text.
  ///
  /// - Throws: `SyntaxError` with the position of the first mistake.
  public init(
    parsing text: String, options: SyntaxOptions = SyntaxOptions(), arguments: Arguments? = nil
  ) throws(SyntaxError) {
    var parser = try Parser(text, options: options, arguments: arguments)
    self = try parser.parseValue()
  }
}

extension AST.Predicate {
  /// Parses a filter. `end` is called after a bounded amount of work; the kind that it returns ends the parser.
  package init(
    parsing text: String, options: SyntaxOptions, arguments: Arguments?,
    end: @escaping () -> SyntaxError.Kind?
  ) throws(SyntaxError) {
    var parser = try Parser(text, options: options, arguments: arguments, end: end)
    self = try parser.parseFilter()
  }
}

extension AST.Expression {
  /// Parses an expression. `end` is called after a bounded amount of work; the kind that it returns ends the parser.
  package init(
    parsing text: String, options: SyntaxOptions, arguments: Arguments?,
    end: @escaping () -> SyntaxError.Kind?
  ) throws(SyntaxError) {
    var parser = try Parser(text, options: options, arguments: arguments, end: end)
    self = try parser.parseValue()
  }
}
