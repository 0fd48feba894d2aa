// The state of a parser at the end of an unfinished text.
extension Parser {
  /// The variables of the open subqueries with their collections.
  var openSubqueries: [(variable: String, collection: AST.Expression)] {
    open.compactMap { form, _ in
      guard case .call(let call) = form, call.word == .subquery, let variable = call.variable,
        case .expression(let collection)? = call.operands.first?.value
      else { return nil }
      return (lexer.name(of: variable), collection)
    }
  }

  // MARK: - Before an operand

  /// The position at the end of the text, which needs an operand.
  var operandPosition: OperandPosition {
    var position = OperandPosition()
    position.mayBePredicate = minimum <= .not
    position.mayBeQuantifier = minimum <= .comparison
    var list = lists.count
    // Whether the operand is an element of a list, or may be.
    var isElement = false
    for (form, _) in open.reversed() {
      switch form {
      case .parenthesis(_, let mayBeList):
        // The parenthesis may hold the whole right side, or its elements.
        isElement = isElement || mayBeList
        continue
      case .list:
        list -= 1
        if addList(list, to: &position) { return position }
        isElement = true
        continue
      default: break
      }
      position.role = role(in: form, isElement: isElement)
      return position
    }
    return position
  }

  // Whether the list decides the role.
  private func addList(_ index: Int, to position: inout OperandPosition) -> Bool {
    let list = lists[index]
    if list.elements.isEmpty, index == lists.count - 1, position.closing == nil {
      position.closing = list.end.symbol.spelling
    }
    switch list.kind {
    case .call(let name):
      position.role = .argument(function: lexer.slice(name.range), index: list.elements.count)
      return true
    case .message: return true
    case .aggregate, .brackets, .parentheses:
      return false
    }
  }

  private func role(in form: OpenForm, isElement: Bool) -> OperandPosition.Role {
    switch form {
    case .minus: return .number
    case .quantifier: return .collection
    case .join(let link, _):
      switch link {
      case .arithmetic, .modulus: return .number
      case .set: return .set
      default: return .any
      }
    case .comparison(let comparison), .bound(let comparison, _):
      guard case .expression(let left) = comparison.left.value else { return .any }
      var isElement = isElement
      if case .bound = form { isElement = true }
      return .compared(
        OpenComparisonSide(
          quantifier: comparison.quantifier, left: left, operator: comparison.phrase.operator),
        isElement: isElement)
    case .index: return .index
    case .call(let call):
      switch (call.word, call.operands.count) {
      case (.subquery, 0): return .collection
      case (.cast, 1): return .type
      case (.function, 1): return .selector
      default: return .any
      }
    case .negation, .chain, .parenthesis, .list: return .any
    }
  }

  // MARK: - After an operand

  /// The position after `operand`, at the end of the text. Closes forms that end there.
  mutating func linkPosition(after operand: Operand) -> LinkPosition {
    var position = LinkPosition()
    if case .expression(let expression) = operand.value {
      position.operand = expression
      if case .variable = expression, !operand.isParenthesized {
        position.hasAssignment = minimum <= .set
      }
    }
    var operand = operand
    while true {
      addLinks(after: operand, to: &position)
      guard let form = open.last?.form, !addSigns(of: form, after: operand, to: &position),
        popForm() != nil, let next = try? resume(form, with: operand)
      else { return position }
      operand = next
    }
  }

  private func addLinks(after operand: Operand, to position: inout LinkPosition) {
    if case .expression(let expression) = operand.value {
      position.arithmetic = AST.Arithmetic.Operator.allCases.filter { $0.rank >= minimum }
      position.hasModulus = minimum <= .multiplicative
      position.hasSetOperators = minimum <= .set
      if minimum <= .comparison { position.comparable = (expression, nil) }
    }
    guard minimum <= .and else { return }
    if case .expression(let expression) = operand.value { position.bareValue = expression }
    position.hasConnectives = true
  }

  // Whether the form needs more of the text to end.
  private func addSigns(
    of form: OpenForm, after operand: Operand, to position: inout LinkPosition
  ) -> Bool {
    switch form {
    case .negation, .chain:
      if case .expression(let expression) = operand.value { position.bareValue = expression }
      return false
    case .comparison(let comparison):
      if comparison.phrase.operator == .between, case .expression = operand.value {
        position.isLowerBound = true
      }
      return false
    case .bound:
      // The operand may begin the next comparison instead.
      if case .expression(let expression) = operand.value {
        position.comparable = (expression, nil)
      }
      return false
    case .minus, .join: return false
    case .quantifier(let quantifier, _):
      if case .expression(let expression) = operand.value {
        position.comparable = (expression, quantifier)
      }
      return true
    case .parenthesis(_, let mayBeList):
      position.signs = mayBeList ? [")", ","] : [")"]
      return true
    case .list:
      position.signs = [",", lists.last?.end.symbol.spelling ?? "}"]
      if let list = lists.last, case .call(let name) = list.kind {
        position.call = (lexer.slice(name.range), list.elements.count + 1)
      }
      return true
    case .index:
      position.signs = ["]"]
      return true
    case .call(let call):
      position.signs = call.signs
      return true
    }
  }
}

extension OpenCall {
  /// The signs that can follow the next operand.
  fileprivate var signs: [String] {
    switch (word, operands.count) {
    case (.subquery, 1), (.cast, 1), (.ternary, 2): [")"]
    case (.function, 2...): [",", ")"]
    default: [","]
    }
  }
}
