extension Parser {
  /// Continues after `left`; nil if another operand is needed.
  mutating func follow(_ left: Operand, with link: Link) throws(SyntaxError) -> Operand? {
    switch link {
    case .connective(let connective):
      var chain = Chain(connective)
      chain.append(try predicate(of: left), of: left)
      chains.append(chain)
      return try continueChain()
    case .comparison:
      return try compare(left, nil, from: left.range)
    default:
      try checkValue(left, before: link)
      try advance()
      push(.join(link, left), link == .assignment ? .set : link.rank.next)
      return nil
    }
  }

  /// Continues the form that waited for `operand`; nil if it needs another one.
  mutating func resume(_ form: OpenForm, with operand: Operand) throws(SyntaxError) -> Operand? {
    switch form {
    case .negation(let start):
      depth -= 1
      return try negation(of: operand, from: start)
    case .minus(let start):
      depth -= 1
      return try minus(operand, from: start)
    case .quantifier(let quantifier, let start):
      guard link() == .comparison else { throw unexpectedOperator(after: operand) }
      return try compare(operand, quantifier, from: start)
    case .join(let link, let left): return try join(left, link, operand)
    case .comparison(let comparison): return try finish(comparison, with: operand)
    case .bound(let comparison, let lower): return try finish(comparison, lower, upper: operand)
    case .chain:
      let predicate = try predicate(of: operand)
      chains[chains.count - 1].append(predicate, of: operand)
      return try continueChain()
    case .parenthesis(let start, let mayBeList):
      return try closeParenthesis(operand, from: start, mayBeList: mayBeList)
    case .list: return try continueList(with: operand)
    case .index(let base): return try closeIndex(of: base, operand)
    case .call(let call): return try continueCall(call, with: operand)
    }
  }

  ///     Disjunction -> Conjunction ("OR" Conjunction)*
  ///     Conjunction -> Negation ("AND" Negation)*
  private mutating func continueChain() throws(SyntaxError) -> Operand? {
    let connective = chains[chains.count - 1].connective
    guard link() == .connective(connective) else {
      return try chains.removeLast().operand(&self)
    }
    if let started = pendingConjunct {
      pendingConjunct = nil
      push(.chain, .not)
      return started
    }
    try advance()
    push(.chain, connective == .and ? .not : .and)
    return nil
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

  // Whether a token after NOT makes it part of an operator.
  private func isComparison(_ kind: Token.Kind?) -> Bool {
    switch kind {
    case .keyword(let word): return word.comparison != nil
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
  ///
  /// Parses the first operand; nil if a form was opened that needs one.
  mutating func begin() throws(SyntaxError) -> Operand? {
    switch current.kind {
    case .keyword(.not) where minimum <= .not, .symbol(.exclamation) where minimum <= .not:
      return try beginNegation()
    case .keyword(let word)
    where word.quantifier != nil && minimum <= .comparison && !isReservedKey:
      let start = current.range
      if let error = reservedWordError() { throw error }
      try advance()
      push(.quantifier(word.quantifier, start), .set)
      return nil
    case .symbol(.minus):
      return try beginMinus()
    default:
      return try beginPrimary()
    }
  }

  private mutating func beginNegation() throws(SyntaxError) -> Operand? {
    let start = current.range
    if let error = reservedWordError() { throw error }
    try enter()
    try advance()
    push(.negation(start), .not)
    return nil
  }

  private mutating func beginMinus() throws(SyntaxError) -> Operand? {
    let start = current.range
    try enter()
    try advance()
    guard case .integer(1 << 63) = current.kind else {
      push(.minus(start), .unary)
      return nil
    }
    // Int64.min, whose magnitude does not fit without its sign.
    depth -= 1
    let range = start.union(current.range)
    try advance()
    return try operand(.literal(AST.Literal(.integer(.min), range: range)), range, over: -1)
  }
}
