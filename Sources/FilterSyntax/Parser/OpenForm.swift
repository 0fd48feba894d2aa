/// An open form that waits for its next operand.
enum OpenForm {
  /// `NOT …`
  case negation(SourceRange)
  /// `- …`
  case minus(SourceRange)
  /// `ANY …`
  case quantifier(AST.Comparison.Quantifier?, SourceRange)
  /// `left + …`
  case join(Link, Operand)
  /// `left == …`
  case comparison(OpenComparison)
  /// `left BETWEEN lower AND …`
  case bound(OpenComparison, lower: Operand)
  /// `a AND b AND …`; the operands are the last of the parser's chains
  case chain
  /// `(…`
  case parenthesis(SourceRange, mayBeList: Bool)
  /// `{1, 2, …`; the elements are the last of the parser's lists
  case list
  /// `base[…`
  case index(Operand)
  /// `CAST(a, …`
  case call(OpenCall)
}

/// `ANY left ==`
struct OpenComparison {
  var quantifier: AST.Comparison.Quantifier?
  var start: SourceRange
  var left: Operand
  var phrase: OperatorPhrase
}

/// `SUBQUERY(a, $x,`: a form with parameters of its own
struct OpenCall {
  var word: Keyword
  var start: SourceRange
  var operands: [Operand] = []
  var variable: Token?
}

/// `{1, 2,`: expressions with commas between them
struct OpenList {
  enum Kind {
    /// `{1, 2}`
    case aggregate
    /// `IN [1, 2]`
    case brackets
    /// `IN (1, 2)`
    case parentheses
    /// `f(1, 2)`
    case call(Token)
    /// `FUNCTION(receiver, "selector", 1, 2)`
    case message(receiver: AST.Expression, selector: String, SourceRange)
  }

  var kind: Kind
  var start: SourceRange
  var elements: [AST.Expression] = []
  var height = 0

  /// The closing bracket of the list.
  var end: (symbol: Symbol, expectation: SyntaxError.Expectation) {
    switch kind {
    case .aggregate: (.rightBrace, .rightBrace)
    case .brackets: (.rightBracket, .rightBracket)
    case .parentheses, .call, .message: (.rightParenthesis, .rightParenthesis)
    }
  }
}
