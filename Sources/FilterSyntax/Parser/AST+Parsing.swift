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
    try self.init(parsing: text, options: options, arguments: arguments, watch: nil)
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
    try self.init(parsing: text, options: options, arguments: arguments, watch: nil)
  }
}

/// Ends a parser from outside.
package protocol ParserWatch: AnyObject {
  /// The kind of the error that ends the parser; nil if it continues. Read after a bounded amount of work.
  var end: SyntaxError.Kind? { get }
}

extension AST.Predicate {
  /// Parses a filter, until `watch` ends the parser.
  package init(
    parsing text: String, options: SyntaxOptions, arguments: Arguments?,
    watch: (any ParserWatch)?
  ) throws(SyntaxError) {
    var parser = try Parser(text, options: options, arguments: arguments, watch: watch)
    self = try parser.parseFilter()
  }
}

extension AST.Expression {
  /// Parses an expression, until `watch` ends the parser.
  package init(
    parsing text: String, options: SyntaxOptions, arguments: Arguments?,
    watch: (any ParserWatch)?
  ) throws(SyntaxError) {
    var parser = try Parser(text, options: options, arguments: arguments, watch: watch)
    self = try parser.parseValue()
  }
}
