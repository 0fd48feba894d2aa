extension Parser {
  ///     Comparison -> [Quantifier] Expression OperatorPhrase Expression
  mutating func parseComparison(
    _ quantifier: AST.Comparison.Quantifier? = nil, from start: SourceRange? = nil,
    after left: inout Operand
  ) throws(SyntaxError) {
    try checkComparable(left)
    let phrase = try parseOperatorPhrase(after: left)
    let right = try parseRightSide(phrase)
    left = try comparison(quantifier, from: start ?? left.range, left, phrase, right)
  }

  private mutating func parseRightSide(_ phrase: OperatorPhrase) throws(SyntaxError) -> Operand {
    if phrase.isNullTest {
      try count()
      return Operand(.literal(AST.Literal(.null, range: phrase.range)), phrase.range)
    }
    if phrase.operator == .in {
      if current.kind == .symbol(.leftBracket) { return try parseBracketList() }
      if current.kind == .symbol(.leftParenthesis) {
        listParenthesis = current.range.lowerBound
      }
    }
    let right = try parseOperand(.set)
    guard phrase.operator == .between, current.kind == .keyword(.and), mayBeBound(right) else {
      return right
    }
    return try parseSecondBound(after: right)
  }

  // MARK: - Lists behind IN

  ///     BracketList -> "[" [Expression ("," Expression)*] "]"
  private mutating func parseBracketList() throws(SyntaxError) -> Operand {
    let start = current.range
    try enter()
    try advance()
    let list = try parseList(until: .rightBracket, .rightBracket)
    depth -= 1
    let range = SourceRange(start.lowerBound, previousEnd)
    try refuseList("a list in brackets", range)
    return try operand(
      .aggregate(AST.Aggregate(list.elements, range: range)), range, over: list.height)
  }

  /// Refuses, where extensions are refused, a list that is not written with braces.
  func refuseList(_ feature: String, _ range: SourceRange) throws(SyntaxError) {
    let content = lexer.slice(SourceRange(range.lowerBound + 1, range.upperBound - 1))
    let portable = "{\(content)}"
    try lexer.refuse(feature, instead: shortened(portable), at: range, fix: portable)
  }

  // MARK: - SQL's BETWEEN

  // A list is the whole right side; only a value can be a lower bound. Behind AND, these words begin
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

  // What is behind AND is the second bound only if no comparison operator follows; else it is the
  // beginning of what AND joins, kept and never read twice.
  private mutating func parseSecondBound(after first: Operand) throws(SyntaxError) -> Operand {
    try advance()
    let second = try parseOperand(.set)
    guard case .expression(let upper) = second.value, link() != .comparison else {
      pendingConjunct = second
      return first
    }
    let lower = try expression(of: first)
    let range = first.range.union(second.range)
    let portable = "{\(lexer.slice(first.range)), \(lexer.slice(second.range))}"
    try lexer.refuse(
      "BETWEEN … AND …", instead: shortened("BETWEEN " + portable), at: range, fix: portable)
    return try operand(
      .aggregate(AST.Aggregate([lower, upper], range: range)), range,
      over: max(first.height, second.height))
  }

  // MARK: - Building

  // Comparisons do not chain; `a == 1 & b == 2` is read as one that does.
  private func checkComparable(_ left: Operand) throws(SyntaxError) {
    guard case .predicate(let predicate) = left.value else { return }
    guard !left.isParenthesized, case .comparison(let node) = predicate else {
      throw error(.predicateAsValue, at: left.range)
    }
    if case .arithmetic(let right) = node.right, let instead = right.operator.connective {
      let sign = right.operator.spelling
      let (from, to) = (right.left.range.upperBound, right.right.range.lowerBound)
      if from < to,
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
    _ quantifier: AST.Comparison.Quantifier?, from start: SourceRange, _ left: Operand,
    _ phrase: OperatorPhrase, _ right: Operand
  ) throws(SyntaxError) -> Operand {
    try count()
    let range = start.union(left.range).union(right.range)
    var node = AST.Comparison(
      quantifier: quantifier, try expression(of: left), phrase.operator, options: phrase.options,
      try expression(of: right), range: range, operatorRange: phrase.range)
    let height = max(left.height, right.height)
    guard phrase.isNegated else { return Operand(.comparison(node), range, height: height) }
    // NOT behind the left side belongs to each element that a quantifier goes through.
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
