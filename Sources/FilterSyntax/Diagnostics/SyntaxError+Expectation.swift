extension SyntaxError {
  /// The token or form that the parser expected at a position.
  @nonexhaustive
  public enum Expectation: Hashable, Sendable {
    /// `,`
    case comma
    /// An operator that compares
    case comparisonOperator
    /// `AND`, `OR`
    case connective
    /// The end of the text
    case endOfFilter
    /// A value
    case expression
    /// A key after a dot or `#`
    case key
    /// `(`
    case leftParenthesis
    /// `NULL` after `IS`
    case null
    /// A name after `@`
    case operatorName
    /// `[cd]`
    case options
    /// A predicate
    case predicate
    /// `}`
    case rightBrace
    /// `]`
    case rightBracket
    /// `)`
    case rightParenthesis
    /// `$x`
    case variable
    /// A name after `$`
    case variableName
  }
}
