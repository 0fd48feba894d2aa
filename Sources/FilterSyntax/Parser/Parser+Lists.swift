extension Parser {
  ///     Aggregate -> "{" [Expression ("," Expression)*] "}"
  ///     BracketList -> "[" [Expression ("," Expression)*] "]"
  mutating func beginList(_ kind: OpenList.Kind) throws(SyntaxError) -> Operand? {
    var start = current.range
    if case .call(let name) = kind { start = name.range }
    let list = OpenList(kind: kind, start: start)
    try enter()
    try advance()
    lists.append(list)
    if try eat(list.end.symbol) { return try closeList() }
    push(.list, .set)
    return nil
  }

  /// Continues after an element. Returns the list, or nil if another element follows.
  mutating func continueList(with element: Operand) throws(SyntaxError) -> Operand? {
    let last = lists.count - 1
    let expression = try expression(of: element)
    lists[last].elements.append(expression)
    lists[last].height = max(lists[last].height, element.height)
    let end = lists[last].end
    let comma = current.range
    if try eat(.comma) {
      guard current.kind == .symbol(end.symbol) else {
        push(.list, .set)
        return nil
      }
      try lexer.refuse("a trailing comma", instead: nil, at: comma, fix: "")
    }
    guard try eat(end.symbol) else {
      if case .call(let name) = lists[last].kind, let error = elementTest(name.range) {
        throw error
      }
      throw unexpected(end.expectation)
    }
    return try closeList()
  }

  /// The node of the innermost list, after its closing bracket.
  mutating func closeList() throws(SyntaxError) -> Operand {
    let list = lists.removeLast()
    depth -= 1
    let range = SourceRange(list.start.lowerBound, previousEnd)
    let node: AST.Expression
    switch list.kind {
    case .call(let name): return try call(name, list.elements, height: list.height)
    case .message(let receiver, let selector, let place):
      node = .message(
        AST.Message(receiver, selector, list.elements, range: range, selectorRange: place))
    case .aggregate: node = .aggregate(AST.Aggregate(list.elements, range: range))
    case .brackets:
      try refuseList("a list in brackets", range)
      node = .aggregate(AST.Aggregate(list.elements, range: range))
    case .parentheses:
      try refuseList("a list in parentheses", range)
      node = .aggregate(AST.Aggregate(list.elements, range: range))
    }
    return try operand(node, range, over: list.height)
  }

  private func refuseList(_ feature: String, _ range: SourceRange) throws(SyntaxError) {
    guard lexer.strict else { return }
    let content = lexer.slice(SourceRange(range.lowerBound + 1, range.upperBound - 1))
    let portable = "{\(content)}"
    try lexer.refuse(feature, instead: shortened(portable), at: range, fix: portable)
  }
}
