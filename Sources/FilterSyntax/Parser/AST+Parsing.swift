extension AST.Predicate {
  /// The filter that `text` stands for.
  ///
  /// Without `arguments`, the text is read as a template, whose `%@` and `%K` stay in the tree. Takes
  /// time linear in the length of the text.
  ///
  /// - Throws: `SyntaxError`, where and why the text is no filter.
  public init(
    parsing text: String, options: SyntaxOptions = SyntaxOptions(), arguments: Arguments? = nil
  ) throws(SyntaxError) {
    var parser = try Parser(text, options: options, arguments: arguments)
    self = try parser.parseFilter()
  }
}

extension AST.Expression {
  /// The value that `text` stands for, such as `price * 2`.
  ///
  /// Without `arguments`, the text is read as a template, whose `%@` and `%K` stay in the tree. Takes
  /// time linear in the length of the text.
  ///
  /// - Throws: `SyntaxError`, where and why the text is no expression.
  public init(
    parsing text: String, options: SyntaxOptions = SyntaxOptions(), arguments: Arguments? = nil
  ) throws(SyntaxError) {
    var parser = try Parser(text, options: options, arguments: arguments)
    self = try parser.parseValue()
  }
}
