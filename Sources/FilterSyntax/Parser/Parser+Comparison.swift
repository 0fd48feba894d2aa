extension Parser {
  ///     Comparison -> [Quantifier] Expression OperatorPhrase Expression
  mutating func compare(
    _ left: Operand, _ quantifier: AST.Comparison.Quantifier?, from start: SourceRange
  ) throws(SyntaxError) -> Operand? {
    try checkComparable(left)
    let phrase = try parseOperatorPhrase(after: left)
    let comparison = OpenComparison(
      quantifier: quantifier, start: start, left: left, phrase: phrase)
    if phrase.isNullTest {
      try count()
      let null = AST.Expression.literal(AST.Literal(.null, range: phrase.range))
      return try self.comparison(comparison, Operand(null, phrase.range))
    }
    push(.comparison(comparison), .set)
    guard phrase.operator == .in || phrase.operator == .between else { return nil }
    // `BETWEEN[c]` is an attempt at options, which it does not take.
    let isGlued = phrase.operator == .between && current.range.lowerBound == phrase.range.upperBound
    if current.kind == .symbol(.leftBracket), !isGlued { return try beginList(.brackets) }
    if phrase.operator == .in, current.kind == .symbol(.leftParenthesis) {
      return try beginParenthesis(mayBeList: true)
    }
    return nil
  }

  /// The comparison with its right side.
  mutating func finish(
    _ comparison: OpenComparison, with right: Operand
  ) throws(SyntaxError) -> Operand? {
    guard comparison.phrase.operator == .between, current.kind == .keyword(.and), mayBeBound(right)
    else { return try self.comparison(comparison, right) }
    try advance()
    push(.bound(comparison, lower: right), .set)
    return nil
  }

  /// The comparison with SQL's bounds.
  ///
  /// The operand after `AND` is the second bound if no comparison operator follows it. Otherwise it begins the
  /// next conjunct, and is kept so that nothing is parsed twice.
  mutating func finish(
    _ comparison: OpenComparison, _ first: Operand, upper second: Operand
  ) throws(SyntaxError) -> Operand {
    guard case .expression(let upper) = second.value, link() != .comparison else {
      pendingConjunct = second
      return try self.comparison(comparison, first)
    }
    let lower = try expression(of: first)
    let range = first.range.union(second.range)
    if lexer.strict {
      let portable = "{\(lexer.slice(first.range)), \(lexer.slice(second.range))}"
      try lexer.refuse(
        "BETWEEN … AND …", instead: shortened("BETWEEN " + portable), at: range, fix: portable)
    }
    let bounds = try operand(
      .aggregate(AST.Aggregate([lower, upper], range: range)), range,
      over: max(first.height, second.height))
    return try self.comparison(comparison, bounds)
  }

  // A list is the whole right side; only a value can be a lower bound. After AND, these words begin
  // a predicate.
  private func mayBeBound(_ right: Operand) -> Bool {
    switch right.value {
    case .expression(.aggregate): return false
    case .expression(.literal(let literal)):
      switch literal.value {
      case .list, .set: return false
      default: break
      }
    default: break
    }
    switch peek() {
    case .keyword(let word):
      return word != .not && word.quantifier == nil && word != .truePredicate
        && word != .falsePredicate
    case .symbol(.exclamation): return false
    default: return true
    }
  }

  // MARK: - Building

  // Comparisons do not chain; `a == 1 & b == 2` parses as `a == (1 & b) == 2`.
  private func checkComparable(_ left: Operand) throws(SyntaxError) {
    guard case .predicate(let predicate) = left.value else { return }
    guard !left.isParenthesized, case .comparison(let node) = predicate else {
      throw error(.predicateAsValue, at: left.range)
    }
    if case .arithmetic(let right) = node.right, let instead = right.operator.connective {
      let sign = right.operator.spelling
      let (from, to) = (right.left.range.upperBound, right.right.range.lowerBound)
      // The ranges inside an argument are those of another text.
      if node.operatorRange.upperBound <= from, from < to, to <= node.range.upperBound,
        let start = lexer.bytes[from..<to].firstIndex(of: sign.utf8.first ?? 0)
      {
        throw error(
          .bitwiseConnective(sign, instead: instead), at: SourceRange(start, start + 1),
          fix: instead)
      }
    }
    throw error(.chainedComparison, at: current.range)
  }

  private mutating func comparison(
    _ comparison: OpenComparison, _ right: Operand
  ) throws(SyntaxError) -> Operand {
    let (left, phrase) = (comparison.left, comparison.phrase)
    let quantifier = comparison.quantifier
    try count()
    let range = comparison.start.union(left.range).union(right.range)
    var node = AST.Comparison(
      quantifier: quantifier, try expression(of: left), phrase.operator, options: phrase.options,
      try expression(of: right), range: range, operatorRange: phrase.range)
    let height = max(left.height, right.height)
    guard phrase.isNegated else { return Operand(.comparison(node), range, height: height) }
    // NOT after the left side applies to each element that a quantifier visits.
    switch quantifier {
    case .all: node.quantifier = AST.Comparison.Quantifier.none
    case .some(.none): node.quantifier = .all
    case .any, nil:
      if quantifier == .any { node.quantifier = .all }
      try count()
      try check(height: height + 1)
      let negation = AST.Negation(.comparison(node), range: range)
      return Operand(.not(negation), range, height: height + 1)
    }
    return Operand(.comparison(node), range, height: height)
  }
}
