/// What the parser has read between two links.
struct Operand {
  /// Expression or predicate: a parenthesis does not show which until it is closed.
  enum Value {
    case expression(AST.Expression)
    case predicate(AST.Predicate)
  }

  var value: Value

  /// The text, parentheses included.
  var range: SourceRange

  /// How many nodes lie below its own on the longest way, comparisons not counted.
  var height = 0

  /// Whether parentheses stand around it.
  var isParenthesized = false

  /// Whether it is a key path that was written with a dot, and so can grow.
  var isDotted = false

  init(_ expression: AST.Expression, _ range: SourceRange, height: Int = 0) {
    value = .expression(expression)
    self.range = range
    self.height = height
  }

  init(_ predicate: AST.Predicate, _ range: SourceRange, height: Int = 0) {
    value = .predicate(predicate)
    self.range = range
    self.height = height
  }
}
