extension AST.Predicate: CustomStringConvertible {
  /// The filter as Foundation's `predicateFormat` writes it.
  ///
  /// Parsing it gives a filter with the same answers but not always the same tree: `TRUE` is written
  /// as 1, `1.0` as 1, `NONE` as `NOT ANY`. Takes time linear in the length of the text.
  public var description: String {
    var printer = Printer(.description)
    return printer.print(.predicate(self))
  }

  /// The text that parses to this tree.
  ///
  /// Nothing is lost, except values of arguments that no literal can express. Takes time linear in the
  /// length of the text.
  public var sourceText: String {
    var printer = Printer(.source)
    return printer.print(.predicate(self))
  }
}

extension AST.Expression: CustomStringConvertible {
  /// The expression as Foundation's `NSExpression` writes it.
  ///
  /// Parsing it gives the same value but not always the same tree: `TRUE` is written as 1, `1.0` as 1.
  /// Takes time linear in the length of the text.
  public var description: String {
    var printer = Printer(.description)
    return printer.print(.expression(self))
  }

  /// The text that parses to this tree.
  ///
  /// Nothing is lost, except values of arguments that no literal can express. Takes time linear in the
  /// length of the text.
  public var sourceText: String {
    var printer = Printer(.source)
    return printer.print(.expression(self))
  }
}
