extension Parser {
  ///     Call -> (Identifier | Selector) "(" [Expression ("," Expression)*] ")"
  mutating func beginFunction() throws(SyntaxError) -> Operand? {
    let name = current
    try refuseFetch(name)
    try advance()
    guard current.kind == .symbol(.leftParenthesis) else {
      throw colonComparison(name, current) ?? unexpected(.leftParenthesis)
    }
    return try beginList(.call(name))
  }

  private func refuseFetch(_ name: Token) throws(SyntaxError) {
    guard name.range.count == 5, name.kind == .identifier,
      lexer.slice(name.range).uppercased() == "FETCH"
    else { return }
    throw error(.fetch, at: name.range)
  }

  mutating func call(
    _ name: Token, _ arguments: [AST.Expression], height: Int
  ) throws(SyntaxError) -> Operand {
    var selector = lexer.slice(name.range)
    if name.kind != .selector, !arguments.isEmpty { selector += ":" }
    let range = SourceRange(name.range.lowerBound, previousEnd)
    try checkFunction(selector, name.range, arguments.count)
    let node: AST.Expression
    if arguments.count == 2, let builtIn = Self.builtIn(selector, arguments, range) {
      node = builtIn
    } else {
      node = .call(AST.FunctionCall(selector, arguments, range: range))
    }
    return try operand(node, range, over: height)
  }

  // The functions that have operator nodes.
  private static func builtIn(
    _ selector: String, _ arguments: [AST.Expression], _ range: SourceRange
  ) -> AST.Expression? {
    if let name = AST.Arithmetic.Operator(rawValue: selector) {
      return .arithmetic(AST.Arithmetic(name, arguments[0], arguments[1], range: range))
    }
    switch selector {
    case "castObject:toType:":
      return .cast(AST.Cast(arguments[0], type: arguments[1], range: range))
    case "objectFrom:withIndex:":
      return .subscript(AST.Subscript(arguments[0], .expression(arguments[1]), range: range))
    default: return nil
    }
  }

  // MARK: - Forms with parentheses of their own

  ///     Subquery -> "SUBQUERY" "(" Expression "," Variable "," Disjunction ")"
  ///     Ternary -> "TERNARY" "(" Disjunction "," Expression "," Expression ")"
  ///     Cast -> "CAST" "(" Expression "," Expression ")"
  ///     Message -> "FUNCTION" "(" Expression "," String ("," Expression)* ")"
  mutating func beginCall(_ word: Keyword) throws(SyntaxError) -> Operand? {
    let start = current.range
    if let error = reservedWordError() { throw error }
    try enter()
    try advance()
    try expect(.leftParenthesis, .leftParenthesis)
    push(.call(OpenCall(word: word, start: start)), word == .ternary ? .or : .set)
    return nil
  }

  mutating func continueCall(
    _ call: OpenCall, with operand: Operand
  ) throws(SyntaxError) -> Operand? {
    var call = call
    call.operands.append(operand)
    switch (call.word, call.operands.count) {
    case (.subquery, 1):
      try expect(.comma, .comma)
      guard current.kind == .variable else { throw unexpected(.variable) }
      call.variable = current
      try advance()
      return try nextParameter(call, .or)
    case (.ternary, 1):
      call.operands[0].value = .predicate(try predicate(of: operand))
      return try nextParameter(call, .set)
    case (.ternary, 2), (.cast, 1), (.function, 1): return try nextParameter(call, .set)
    case (.function, _): return try continueMessage(call)
    default: return try close(call)
    }
  }

  private mutating func nextParameter(
    _ call: OpenCall, _ rank: Rank
  ) throws(SyntaxError) -> Operand? {
    try expect(.comma, .comma)
    push(.call(call), rank)
    return nil
  }

  // Any number of arguments follows the selector.
  private mutating func continueMessage(_ call: OpenCall) throws(SyntaxError) -> Operand? {
    let kind = OpenList.Kind.message(
      receiver: try expression(of: call.operands[0]), selector: try selector(of: call.operands[1]),
      call.operands[1].range)
    var list = OpenList(kind: kind, start: call.start)
    list.height = call.operands[0].height
    lists.append(list)
    if try eat(.comma) {
      push(.list, .set)
      return nil
    }
    guard try eat(.rightParenthesis) else { throw unexpected(.rightParenthesis) }
    return try closeList()
  }

  private func selector(of operand: Operand) throws(SyntaxError) -> String {
    guard case .expression(.literal(let literal)) = operand.value,
      case .text(let name) = literal.value
    else { throw error(.selectorArgument, at: operand.range) }
    return name
  }

  private mutating func close(_ call: OpenCall) throws(SyntaxError) -> Operand {
    var call = call
    if call.word == .subquery {
      // A bare value ends at the parenthesis, so it becomes a predicate here.
      call.operands[1].value = .predicate(try predicate(of: call.operands[1]))
    }
    let operands = call.operands
    guard try eat(.rightParenthesis) else {
      throw unexpectedTail(after: operands[operands.count - 1], .rightParenthesis)
    }
    depth -= 1
    let range = SourceRange(call.start.lowerBound, previousEnd)
    let height = operands.map(\.height).max() ?? 0
    return try operand(try node(call, range), range, over: height)
  }

  private mutating func node(
    _ call: OpenCall, _ range: SourceRange
  ) throws(SyntaxError) -> AST.Expression {
    let operands = call.operands
    switch call.word {
    case .subquery:
      let name = call.variable.map { lexer.name(of: $0) } ?? ""
      let variable = AST.Variable(name, range: call.variable?.range ?? .none)
      return .subquery(
        AST.Subquery(
          try expression(of: operands[0]), variable, try predicate(of: operands[1]), range: range))
    case .ternary:
      return .ternary(
        AST.Ternary(
          try predicate(of: operands[0]), whenTrue: try expression(of: operands[1]),
          whenFalse: try expression(of: operands[2]), range: range))
    default:
      return .cast(
        AST.Cast(
          try expression(of: operands[0]), type: try expression(of: operands[1]), range: range))
    }
  }
}
