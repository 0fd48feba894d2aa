extension Parser {
  ///     Call -> (Identifier | Selector) "(" [Expression ("," Expression)*] ")"
  mutating func parseCall() throws(SyntaxError) -> Operand {
    let name = current
    try refuseFetch(name)
    try enter()
    try advance()
    try expect(.leftParenthesis, .leftParenthesis)
    let list = try parseList(until: .rightParenthesis, .rightParenthesis)
    depth -= 1
    return try call(name, list.elements, height: list.height)
  }

  private func refuseFetch(_ name: Token) throws(SyntaxError) {
    guard name.range.count == 5, name.kind == .identifier,
      lexer.slice(name.range).uppercased() == "FETCH"
    else { return }
    throw error(.fetch, at: name.range)
  }

  private mutating func call(
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

  // The functions that operators stand for.
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
  mutating func parseSubquery() throws(SyntaxError) -> Operand {
    let start = try openForm()
    let collection = try parseOperand(.set)
    try expect(.comma, .comma)
    let variable = current
    guard variable.kind == .variable else { throw unexpected(.variable) }
    try advance()
    try expect(.comma, .comma)
    let condition = try parseOperand(.or)
    return try subquery(collection, variable, condition, from: start)
  }

  private mutating func subquery(
    _ collection: Operand, _ variable: Token, _ condition: Operand, from start: SourceRange
  ) throws(SyntaxError) -> Operand {
    let condition = (try predicate(of: condition), height: condition.height)
    try closeForm()
    let range = SourceRange(start.lowerBound, previousEnd)
    let name = AST.Variable(lexer.name(of: variable), range: variable.range)
    let node = AST.Subquery(
      try expression(of: collection), name, condition.0, range: range)
    return try operand(.subquery(node), range, over: max(collection.height, condition.height))
  }

  ///     Ternary -> "TERNARY" "(" Disjunction "," Expression "," Expression ")"
  mutating func parseTernary() throws(SyntaxError) -> Operand {
    let start = try openForm()
    let condition = try parseOperand(.or)
    let predicate = try predicate(of: condition)
    try expect(.comma, .comma)
    let whenTrue = try parseOperand(.set)
    try expect(.comma, .comma)
    let whenFalse = try parseOperand(.set)
    try closeForm()
    let range = SourceRange(start.lowerBound, previousEnd)
    let node = AST.Ternary(
      predicate, whenTrue: try expression(of: whenTrue), whenFalse: try expression(of: whenFalse),
      range: range)
    return try operand(
      .ternary(node), range, over: max(condition.height, whenTrue.height, whenFalse.height))
  }

  ///     Cast -> "CAST" "(" Expression "," Expression ")"
  mutating func parseCast() throws(SyntaxError) -> Operand {
    let start = try openForm()
    let value = try parseOperand(.set)
    try expect(.comma, .comma)
    let type = try parseOperand(.set)
    try closeForm()
    let range = SourceRange(start.lowerBound, previousEnd)
    let node = AST.Cast(
      try expression(of: value), type: try expression(of: type), range: range)
    return try operand(.cast(node), range, over: max(value.height, type.height))
  }

  ///     Message -> "FUNCTION" "(" Expression "," String ("," Expression)* ")"
  mutating func parseMessage() throws(SyntaxError) -> Operand {
    let start = try openForm()
    let receiver = try parseOperand(.set)
    try expect(.comma, .comma)
    let selector = try parseOperand(.set)
    let name = try self.selector(of: selector)
    var rest: (elements: [AST.Expression], height: Int) = ([], 0)
    if try eat(.comma) {
      rest = try parseList(until: .rightParenthesis, .rightParenthesis)
      depth -= 1
    } else {
      try closeForm()
    }
    let range = SourceRange(start.lowerBound, previousEnd)
    let node = AST.Message(
      try expression(of: receiver), name, rest.elements, range: range)
    return try operand(.message(node), range, over: max(receiver.height, rest.height))
  }

  private func selector(of operand: Operand) throws(SyntaxError) -> String {
    guard case .expression(.literal(let literal)) = operand.value,
      case .text(let name) = literal.value
    else { throw error(.selectorArgument, at: operand.range) }
    return name
  }

  private mutating func openForm() throws(SyntaxError) -> SourceRange {
    let start = current.range
    if let error = reservedWordError() { throw error }
    try enter()
    try advance()
    try expect(.leftParenthesis, .leftParenthesis)
    return start
  }

  private mutating func closeForm() throws(SyntaxError) {
    guard try eat(.rightParenthesis) else {
      throw unexpectedInList(.rightParenthesis)
    }
    depth -= 1
  }
}
