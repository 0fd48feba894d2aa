extension Parser {
  /// Whether a step or an index of `operand` follows.
  func isPostfix(of operand: Operand) -> Bool {
    guard case .expression = operand.value else { return false }
    return current.kind == .symbol(.dot) || current.kind == .symbol(.leftBracket)
  }

  /// Reads a step or an index; nil if the index needs an operand.
  mutating func extend(_ operand: Operand) throws(SyntaxError) -> Operand? {
    guard current.kind == .symbol(.dot) else { return try beginIndex(of: operand) }
    var operand = operand
    try parseSteps(after: &operand)
    return operand
  }

  ///     Steps -> ("." (Identifier | "@" Identifier | "%K" | Variable))+
  private mutating func parseSteps(after operand: inout Operand) throws(SyntaxError) {
    let base = try expression(of: operand)
    // Reads all steps at once: a path that grows step by step would be copied at each step.
    var components: [AST.KeyPath.Component] = []
    while try eat(.dot) {
      if let error = methodCall(on: SourceRange(operand.range.lowerBound, previous.lowerBound)) {
        throw error
      }
      components += try parseComponents(after: components.last ?? base.lastComponent)
      try count()
    }
    let range = SourceRange(operand.range.lowerBound, previousEnd)
    if !operand.isParenthesized, case .keyPath(var path) = base {
      path.components.append(contentsOf: components)
      path.range = range
      operand = Operand(.keyPath(path), range, height: operand.height)
    } else {
      let path = AST.KeyPath(base: base, components, range: range)
      if case .selfReference = base {
        operand = Operand(.keyPath(path), range, height: operand.height)
      } else {
        operand = try self.operand(.keyPath(path), range, over: operand.height)
      }
    }
    operand.isDotted = true
  }

  private mutating func parseComponents(
    after last: AST.KeyPath.Component?
  ) throws(SyntaxError) -> [AST.KeyPath.Component] {
    let token = current
    let kind: AST.KeyPath.Component.Kind
    switch token.kind {
    case .identifier, .escapedIdentifier, .quotedIdentifier: kind = .key
    case .collectionOperator: kind = .collectionOperator
    case .variable: kind = .variable
    case .argument: return try parseArgumentComponents()
    case .keyword(.self) where last?.kind == .collectionOperator:
      try lexer.refuse(".self", instead: ".#self", at: token.range, fix: "#self")
      try advance()
      return [AST.KeyPath.Component(.key, "self", range: token.range)]
    // Only a key follows a dot.
    case .keyword(let word) where !lexer.strict && word.mayBeKey:
      try advance()
      return [AST.KeyPath.Component(.key, lexer.slice(token.range), range: token.range)]
    case .keyword(let word):
      throw error(
        .reservedWord(word.spelling), at: token.range, fix: "#" + lexer.slice(token.range))
    default: throw colonComparison(token, tokenBehind) ?? unexpected(.key)
    }
    try advance()
    return [AST.KeyPath.Component(kind, lexer.name(of: token), range: token.range)]
  }

  ///     Index -> "[" ("FIRST" | "LAST" | "SIZE" | Expression) "]"
  private mutating func beginIndex(of operand: Operand) throws(SyntaxError) -> Operand? {
    try enter()
    try advance()
    if let place = try parsePlace() {
      depth -= 1
      return try index(operand, place, height: 0)
    }
    push(.index(operand), .set)
    return nil
  }

  mutating func closeIndex(of base: Operand, _ index: Operand) throws(SyntaxError) -> Operand {
    try expect(.rightBracket, .rightBracket)
    depth -= 1
    return try self.index(base, .expression(try expression(of: index)), height: index.height)
  }

  private mutating func parsePlace() throws(SyntaxError) -> AST.Subscript.Index? {
    let place: AST.Subscript.Index
    switch current.kind {
    case .keyword(.first): place = .first
    case .keyword(.last): place = .last
    case .keyword(.size): place = .size
    default: return nil
    }
    try advance()
    try expect(.rightBracket, .rightBracket)
    return place
  }

  private mutating func index(
    _ base: Operand, _ index: AST.Subscript.Index, height: Int
  ) throws(SyntaxError) -> Operand {
    let range = SourceRange(base.range.lowerBound, previousEnd)
    var node = AST.Subscript(try expression(of: base), index, range: range)
    node.bindsToLastStep = lexer.strict && base.isDotted
    return try operand(.subscript(node), range, over: max(base.height, height))
  }
}

extension AST.Expression {
  fileprivate var lastComponent: AST.KeyPath.Component? {
    guard case .keyPath(let path) = self else { return nil }
    return path.components.last
  }
}
