extension Parser {
  /// The error for `x BETWEEN 1, 5`, at the comma; nil for any other comma.
  func boundsInBraces(after operand: Operand) -> SyntaxError? {
    guard current.kind == .symbol(.comma), case .predicate(let predicate) = operand.value,
      let comparison = predicate.lastComparison, comparison.operator == .between,
      comparison.right.range.upperBound == previousEnd, isBound(comparison.right)
    else { return nil }
    let lower = comparison.right.range
    var rest = self
    do throws(SyntaxError) {
      try rest.advance()
      let start = rest.current.range
      if rest.current.kind == .symbol(.minus) { try rest.advance() }
      guard rest.current.kind != .end else { return nil }
      let upper = start.union(rest.current.range)
      let instead = "{\(lexer.slice(lower)), \(lexer.slice(upper))}"
      var error = error(.boundsWithoutBraces(instead: instead), at: current.range)
      error.fix = SyntaxError.Fix(range: lower.union(upper), replacement: instead)
      return error
    } catch {
      return nil
    }
  }

  // A list is both bounds.
  private func isBound(_ expression: AST.Expression) -> Bool {
    switch expression {
    case .literal, .keyPath, .variable, .minus: true
    default: false
    }
  }
}

extension AST.Predicate {
  /// The comparison at the end of the text, without going into parentheses.
  fileprivate var lastComparison: AST.Comparison? {
    switch self {
    case .comparison(let comparison): comparison
    case .compound(let compound): compound.operands.last?.lastComparison
    case .not(let negation): negation.operand.lastComparison
    case .literal: nil
    }
  }
}
