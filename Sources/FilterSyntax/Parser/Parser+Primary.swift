extension Parser {
  ///     Primary -> Literal | "SELF" | "ANYKEY" | Variable | Argument | Key | Aggregate | Call
  ///              | "(" Operand ")" | "TRUEPREDICATE" | "FALSEPREDICATE"
  mutating func parsePrimary(_ minimum: Rank) throws(SyntaxError) -> Operand {
    switch current.kind {
    case .symbol(.leftParenthesis): return try parseParenthesis()
    case .symbol(.leftBrace): return try parseAggregate()
    case .identifier where peek() == .symbol(.leftParenthesis), .selector:
      return try parseCall()
    case .keyword(.subquery): return try parseSubquery()
    case .keyword(.ternary): return try parseTernary()
    case .keyword(.cast): return try parseCast()
    case .keyword(.function): return try parseMessage()
    default: return try parseLeaf(minimum)
    }
  }

  ///     "(" Operand ")"
  private mutating func parseParenthesis() throws(SyntaxError) -> Operand {
    let start = current.range
    let mayBeList = listParenthesis == start.lowerBound
    try enter()
    try advance()
    var operand = try parseOperand(.or)
    if mayBeList, current.kind == .symbol(.comma) {
      operand = try parseRestOfList(after: operand, from: start)
      depth -= 1
      return operand
    }
    guard try eat(.rightParenthesis) else {
      throw unexpectedTail(after: operand, .rightParenthesis)
    }
    depth -= 1
    try check(height: operand.height + 1)
    operand.height += 1
    operand.range = SourceRange(start.lowerBound, previousEnd)
    operand.isParenthesized = true
    operand.isDotted = false
    return operand
  }

  // `(1, 2)` behind IN, at its first comma
  private mutating func parseRestOfList(
    after first: Operand, from start: SourceRange
  ) throws(SyntaxError) -> Operand {
    let element = try expression(of: first)
    try advance()
    var list = try parseList(until: .rightParenthesis, .rightParenthesis)
    list.elements.insert(element, at: 0)
    let range = SourceRange(start.lowerBound, previousEnd)
    try refuseList("a list in parentheses", range)
    return try operand(
      .aggregate(AST.Aggregate(list.elements, range: range)), range,
      over: max(first.height, list.height))
  }

  ///     Aggregate -> "{" [Expression ("," Expression)*] "}"
  private mutating func parseAggregate() throws(SyntaxError) -> Operand {
    let start = current.range
    try enter()
    try advance()
    let list = try parseList(until: .rightBrace, .rightBrace)
    depth -= 1
    let range = SourceRange(start.lowerBound, previousEnd)
    return try operand(
      .aggregate(AST.Aggregate(list.elements, range: range)), range, over: list.height)
  }

  /// Reads expressions up to and with a closing bracket.
  mutating func parseList(
    until end: Symbol, _ expectation: SyntaxError.Expectation
  ) throws(SyntaxError) -> (elements: [AST.Expression], height: Int) {
    var elements: [AST.Expression] = []
    var height = 0
    while current.kind != .symbol(end) {
      let element = try parseOperand(.set)
      elements.append(try expression(of: element))
      height = max(height, element.height)
      let comma = current.range
      guard try eat(.comma) else { break }
      if current.kind == .symbol(end) {
        try lexer.refuse("a trailing comma", instead: nil, at: comma, fix: "")
      }
    }
    guard try eat(end) else {
      throw elements.isEmpty ? unexpected(.expression) : unexpectedInList(expectation)
    }
    return (elements, height)
  }

  // MARK: - Leaves

  private mutating func parseLeaf(_ minimum: Rank) throws(SyntaxError) -> Operand {
    let token = current
    let expectation: SyntaxError.Expectation = minimum <= .not ? .predicate : .expression
    switch token.kind {
    case .integer(let value):
      guard let value = Int64(exactly: value) else {
        throw error(.integerOutOfRange, at: token.range)
      }
      return try parseLiteral(.integer(value))
    case .double(let value): return try parseLiteral(.double(value))
    case .date(let seconds): return try parseLiteral(.seconds(seconds))
    case .string: return try parseLiteral(.text(try lexer.string(of: token)))
    case .identifier, .escapedIdentifier, .quotedIdentifier:
      return try parseKey(.key, lexer.name(of: token))
    case .collectionOperator: return try parseKey(.collectionOperator, lexer.name(of: token))
    case .variable:
      let variable = AST.Variable(lexer.name(of: token), range: token.range)
      return try parseLeaf(.variable(variable))
    case .argument: return try parseArgument()
    case .keyword(let word): return try parseWord(word, expectation)
    case .symbol(.dot) where startsFraction: return try parseFraction()
    default: throw unexpected(expectation)
    }
  }

  private mutating func parseWord(
    _ word: Keyword, _ expectation: SyntaxError.Expectation
  ) throws(SyntaxError) -> Operand {
    switch word {
    case .true, .yes: return try parseLiteral(.boolean(true))
    case .false, .no: return try parseLiteral(.boolean(false))
    case .null, .nil: return try parseLiteral(.null)
    case .self:
      return try parseLeaf(.selfReference(AST.SelfReference(range: current.range)))
    case .anyKey: return try parseLeaf(.anyKey(AST.AnyKey(range: current.range)))
    case .truePredicate, .falsePredicate:
      guard expectation == .predicate else { throw unexpected(expectation) }
      let range = current.range
      try advance()
      try count()
      return Operand(
        .literal(AST.BooleanLiteral(word == .truePredicate, range: range)), range)
    default: throw reservedWordError() ?? unexpected(expectation)
    }
  }

  private mutating func parseLiteral(_ value: AST.Constant) throws(SyntaxError) -> Operand {
    try parseLeaf(.literal(AST.Literal(value, range: current.range)))
  }

  private mutating func parseKey(
    _ kind: AST.KeyPath.Component.Kind, _ name: String
  ) throws(SyntaxError) -> Operand {
    let range = current.range
    let component = AST.KeyPath.Component(kind, name, range: range)
    let base = AST.Expression.selfReference(AST.SelfReference(range: range))
    return try parseLeaf(.keyPath(AST.KeyPath(base: base, [component], range: range)))
  }

  /// The node that the current token is.
  mutating func parseLeaf(_ node: AST.Expression) throws(SyntaxError) -> Operand {
    let range = current.range
    try advance()
    return try operand(node, range, over: -1)
  }

  // MARK: - Numbers that begin with a dot

  private var startsFraction: Bool {
    let next = current.range.upperBound
    return next < lexer.bytes.count && lexer.bytes[next].isDigit
  }

  private mutating func parseFraction() throws(SyntaxError) -> Operand {
    let start = current.range.lowerBound
    lexer.position = start
    let value = try lexer.readFraction()
    current.range = SourceRange(start, lexer.position)
    return try parseLiteral(.double(value))
  }
}
