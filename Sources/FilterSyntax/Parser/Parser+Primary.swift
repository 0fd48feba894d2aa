extension Parser {
  ///     Primary -> Literal | "SELF" | "ANYKEY" | Variable | Argument | Key | Aggregate | Call
  ///              | "(" Operand ")" | "TRUEPREDICATE" | "FALSEPREDICATE"
  @inline(never)
  mutating func beginPrimary() throws(SyntaxError) -> Operand? {
    switch current.kind {
    case .symbol(.leftParenthesis): try beginParenthesis(mayBeList: false)
    case .symbol(.leftBrace): try beginList(.aggregate)
    case .identifier where lexer.isBeforeParenthesis, .selector: try beginFunction()
    case .keyword(.size) where lexer.isBeforeParenthesis: throw sizeCall()
    case .keyword(let word) where word.isForm: try beginCall(word)
    default: try parseLeaf()
    }
  }

  ///     "(" Operand ")"
  mutating func beginParenthesis(mayBeList: Bool) throws(SyntaxError) -> Operand? {
    let start = current.range
    try enter()
    try advance()
    push(.parenthesis(start, mayBeList: mayBeList), .or)
    return nil
  }

  mutating func closeParenthesis(
    _ inner: Operand, from start: SourceRange, mayBeList: Bool
  ) throws(SyntaxError) -> Operand? {
    if mayBeList, current.kind == .symbol(.comma) {
      lists.append(OpenList(kind: .parentheses, start: start))
      return try continueList(with: inner)
    }
    guard try eat(.rightParenthesis) else { throw unexpectedTail(after: inner, .rightParenthesis) }
    depth -= 1
    var operand = inner
    operand.range = SourceRange(start.lowerBound, previousEnd)
    operand.isParenthesized = true
    operand.isDotted = false
    return operand
  }

  // MARK: - Leaves

  private mutating func parseLeaf() throws(SyntaxError) -> Operand {
    let token = current
    let expectation: SyntaxError.Expectation = minimum <= .not ? .predicate : .expression
    switch token.kind {
    case .integer(let value):
      guard let value = Int64(exactly: value) else {
        return try parseLiteral(.decimal(try lexer.wideInteger(at: token.range)))
      }
      return try parseLiteral(.integer(value))
    case .wideInteger:
      return try parseLiteral(.decimal(try lexer.wideInteger(at: token.range)))
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
    default:
      if isReservedKey { return try parseKey(.key, lexer.slice(current.range)) }
      throw reservedWordError() ?? unexpected(expectation)
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

  /// The node of the current token.
  @inline(never)
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

extension Keyword {
  /// Whether the word opens a form with parentheses of its own.
  fileprivate var isForm: Bool {
    switch self {
    case .subquery, .cast, .function, .ternary: true
    default: false
    }
  }
}
