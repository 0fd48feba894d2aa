/// An operand of the parser: the part between two links.
struct Operand {
  /// An expression or a predicate. For a parenthesis, this is known only at its end.
  enum Value {
    case expression(AST.Expression)
    case predicate(AST.Predicate)
  }

  var value: Value

  /// The range in the text, parentheses included.
  var range: SourceRange

  /// The height of the tree below its node, without comparisons.
  var height = 0

  /// Whether it is in parentheses.
  var isParenthesized = false

  /// Whether it is a key path with a dot. In a strict reading, an index after it applies to its last step.
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
