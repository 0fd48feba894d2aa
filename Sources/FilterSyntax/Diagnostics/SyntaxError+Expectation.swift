extension SyntaxError {
  /// What had to stand at a place.
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
    /// A key behind a dot or `#`
    case key
    /// `(`
    case leftParenthesis
    /// `NULL` behind `IS`
    case null
    /// A name behind `@`
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
    /// A name behind `$`
    case variableName
  }
}
