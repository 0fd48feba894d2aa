extension Parser {
  ///     Step -> "." (Identifier | "@" Identifier | "%K" | Variable)
  mutating func parseStep(after operand: inout Operand) throws(SyntaxError) {
    let base = try expression(of: operand)
    try advance()
    let components = try parseComponents(after: base)
    let range = SourceRange(operand.range.lowerBound, previousEnd)
    if !operand.isParenthesized, case .keyPath(var path) = base {
      // The components are taken out first: a long path must not be copied with each step.
      operand.value = .expression(.selfReference(AST.SelfReference()))
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
    try count(components.count)
    operand.isDotted = true
  }

  private mutating func parseComponents(
    after base: AST.Expression
  ) throws(SyntaxError) -> [AST.KeyPath.Component] {
    let token = current
    let kind: AST.KeyPath.Component.Kind
    switch token.kind {
    case .identifier, .escapedIdentifier, .quotedIdentifier: kind = .key
    case .collectionOperator: kind = .collectionOperator
    case .variable: kind = .variable
    case .argument: return try parseArgumentComponents()
    case .keyword(.self) where endsWithOperator(base):
      try lexer.refuse(".self", instead: ".#self", at: token.range, fix: "#self")
      try advance()
      return [AST.KeyPath.Component(.key, "self", range: token.range)]
    case .keyword(let word):
      throw error(
        .reservedWord(word.rawValue), at: token.range, fix: "#" + lexer.slice(token.range))
    default: throw unexpected(.key)
    }
    try advance()
    return [AST.KeyPath.Component(kind, lexer.name(of: token), range: token.range)]
  }

  private func endsWithOperator(_ base: AST.Expression) -> Bool {
    guard case .keyPath(let path) = base else { return false }
    return path.components.last?.kind == .collectionOperator
  }

  ///     Index -> "[" ("FIRST" | "LAST" | "SIZE" | Expression) "]"
  mutating func parseIndex(after operand: inout Operand) throws(SyntaxError) {
    try enter()
    try advance()
    if let place = try parsePlace() {
      depth -= 1
      return try index(&operand, place, height: 0)
    }
    let index = try parseOperand(.set)
    guard try eat(.rightBracket) else { throw unexpected(.rightBracket) }
    depth -= 1
    try self.index(&operand, .expression(try expression(of: index)), height: index.height)
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
    _ operand: inout Operand, _ index: AST.Subscript.Index, height: Int
  ) throws(SyntaxError) {
    let range = SourceRange(operand.range.lowerBound, previousEnd)
    var node = AST.Subscript(try expression(of: operand), index, range: range)
    node.bindsToLastStep = options.strict && operand.isDotted
    operand = try self.operand(.subscript(node), range, over: max(operand.height, height))
  }
}
