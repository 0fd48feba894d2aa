extension Parser {
  ///     Operand(rank) -> Prefix (Link Operand(rank + 1))*
  mutating func parseOperand(_ minimum: Rank) throws(SyntaxError) -> Operand {
    let first = try parsePrefix(minimum)
    return try parseLinks(after: first, minimum)
  }

  /// Reads on behind an operand while links bind as tightly as `minimum`.
  mutating func parseLinks(after first: Operand, _ minimum: Rank) throws(SyntaxError) -> Operand {
    var left = first
    while let link = link(), link.rank >= minimum { try parse(link, after: &left) }
    return left
  }

  private mutating func parse(_ link: Link, after left: inout Operand) throws(SyntaxError) {
    switch link {
    case .connective(let connective): try parseChain(connective, after: &left)
    case .comparison: try parseComparison(after: &left)
    default:
      try checkValue(left, before: link)
      try advance()
      let right = try parseOperand(link == .assignment ? .set : link.rank.next)
      left = try join(left, link, right)
    }
  }

  ///     Disjunction -> Conjunction ("OR" Conjunction)*
  ///     Conjunction -> Negation ("AND" Negation)*
  private mutating func parseChain(
    _ connective: AST.Compound.Connective, after left: inout Operand
  ) throws(SyntaxError) {
    var chain = Chain(connective)
    try chain.append(left, &self)
    while link() == .connective(connective) {
      if let started = pendingConjunct {
        pendingConjunct = nil
        try chain.append(try parseLinks(after: started, .not), &self)
      } else {
        try advance()
        try chain.append(try parseOperand(chain.rank.next), &self)
      }
    }
    left = try chain.operand(&self)
  }

  /// The link at the current token.
  func link() -> Link? {
    if pendingConjunct != nil { return .connective(.and) }
    switch current.kind {
    case .symbol(let symbol): return Link(symbol)
    case .keyword(.not): return isComparison(peek()) ? .comparison : nil
    case .keyword(let word): return Link(word)
    case .selector: return .comparison
    case .identifier: return isNullTest || wordOperator != nil ? .comparison : nil
    default: return nil
    }
  }

  // Whether a token behind NOT makes it part of an operator.
  private func isComparison(_ kind: Token.Kind?) -> Bool {
    switch kind {
    case .keyword(let word): return AST.Comparison.Operator(word) != nil
    case .selector: return true
    case .identifier:
      var next = self
      do throws(SyntaxError) { try next.advance() } catch { return false }
      return next.wordOperator != nil
    default: return false
    }
  }

  // MARK: - Prefixes

  ///     Prefix -> ("NOT" | "!") Negation | Quantifier Comparison | "-" Prefix | Postfix
  mutating func parsePrefix(_ minimum: Rank) throws(SyntaxError) -> Operand {
    switch current.kind {
    case .keyword(.not) where minimum <= .not, .symbol(.exclamation) where minimum <= .not:
      return try parseNegation()
    case .keyword(let word) where word.quantifier != nil && minimum <= .comparison:
      return try parseQuantified(word)
    case .symbol(.minus):
      return try parseMinus()
    default:
      var operand = try parsePrimary(minimum)
      while current.kind == .symbol(.dot) || current.kind == .symbol(.leftBracket) {
        if current.kind == .symbol(.dot) {
          try parseStep(after: &operand)
        } else {
          try parseIndex(after: &operand)
        }
      }
      return operand
    }
  }

  private mutating func parseNegation() throws(SyntaxError) -> Operand {
    let start = current.range
    if let error = reservedWordError() { throw error }
    try enter()
    try advance()
    let operand = try parseOperand(.not)
    depth -= 1
    return try negation(of: operand, from: start)
  }

  private mutating func parseQuantified(_ word: Keyword) throws(SyntaxError) -> Operand {
    let start = current.range
    if let error = reservedWordError() { throw error }
    try advance()
    var operand = try parseOperand(.set)
    guard link() == .comparison else { throw unexpectedOperator(after: operand) }
    try parseComparison(word.quantifier, from: start, after: &operand)
    return operand
  }

  private mutating func parseMinus() throws(SyntaxError) -> Operand {
    let start = current.range
    try enter()
    try advance()
    let operand: Operand
    if case .integer(let magnitude) = current.kind, magnitude == 1 << 63 {
      // The one number whose sign belongs to it.
      let range = start.union(current.range)
      try advance()
      operand = try self.operand(
        .literal(AST.Literal(.integer(.min), range: range)), range, over: -1)
      depth -= 1
      return operand
    }
    operand = try parsePrefix(.unary)
    depth -= 1
    return try minus(operand, from: start)
  }
}
