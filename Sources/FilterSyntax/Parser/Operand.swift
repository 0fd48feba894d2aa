/// An operand of the parser: the part between two links.
struct Operand {
  /// Expression or predicate; of a parenthesis that is known only at its end.
  enum Value {
    case expression(AST.Expression)
    case predicate(AST.Predicate)
  }

  var value: Value

  /// The text, parentheses included.
  var range: SourceRange

  /// The height of the tree below its node, not counting comparisons.
  var height = 0

  /// Whether it is in parentheses.
  var isParenthesized = false

  /// Whether it is a key path with a dot; an index binds differently to it in a strict reading.
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
