extension SyntaxError {
  /// What can be wrong with a text.
  @nonexhaustive
  public enum Kind: Hashable, Sendable {
    /// `age > AND x`: something else had to stand here
    case expected(Expectation)
    /// `no_such(x)`, with the nearest name
    case unknownFunction(String, suggestion: String?)
    /// `sqrt(1, 2)`
    case wrongArgumentCount(function: String, expected: ClosedRange<Int>, found: Int)
    /// `nam == 1` for a typed item, with the nearest key
    case unknownKey(String, of: String, suggestion: String?)
    /// `name > 5` for a typed item: kinds that can never be compared
    case incomparable(left: String, operator: String, right: String)
    /// A tree nested deeper than `SyntaxLimits.maximumDepth`
    case tooDeep(limit: Int)
    /// A text longer than `SyntaxLimits.maximumLength`
    case tooLong(limit: Int)
    /// More nodes than `SyntaxLimits.maximumNodes`
    case tooManyNodes(limit: Int)
    /// `strict` refuses an extension; how to write it portably, if it can be
    case notPortable(feature: String, instead: String?)
    /// Anything else, in words
    case message(String)
  }

  /// What had to stand at a place.
  @nonexhaustive
  public enum Expectation: Hashable, Sendable {
    /// An operator that compares
    case comparisonOperator
    /// The end of the text
    case endOfFilter
    /// A value
    case expression
    /// A predicate
    case predicate
    /// `)`
    case rightParenthesis
  }
}
