/// An operator as it was written: `NOT IN[c]`.
struct OperatorPhrase {
  var `operator`: AST.Comparison.Operator
  var options: AST.Comparison.Options = []
  var isNegated = false

  /// Whether it is `IS NULL`, which takes no right side.
  var isNullTest = false

  var range: SourceRange
}
