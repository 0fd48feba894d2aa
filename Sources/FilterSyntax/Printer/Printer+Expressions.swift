extension Printer {
  mutating func expand(_ expression: AST.Expression) {
    switch expression {
    case .literal(let node): push([.constant(node.value)])
    case .selfReference: write("SELF")
    case .anyKey: write("ANYKEY")
    case .variable(let node): write("$" + node.name)
    case .argument(let node): write(node.conversion)
    case .keyPath(let node): expand(node)
    case .subscript(let node): expand(node)
    case .aggregate(let node): push("{", node.elements.map(Piece.expression), "}")
    case .call(let node):
      // A single colon could be omitted, but Foundation writes it.
      push(node.selector + "(", node.arguments.map(Piece.expression), ")")
    case .message(let node): expand(node)
    case .cast(let node): push("CAST(", [castOperand(node), .expression(node.type)], ")")
    case .ternary(let node):
      push(
        "TERNARY(",
        [.predicate(node.condition), .expression(node.whenTrue), .expression(node.whenFalse)], ")")
    case .subquery(let node):
      let variable = Piece.text("$" + node.variable.name)
      push("SUBQUERY(", [.expression(node.collection), variable, .predicate(node.predicate)], ")")
    case .arithmetic(let node):
      expandInfix(node.left, node.operator.spelling, node.right, node.operator.rank)
    case .minus(let node):
      write("-")
      push(operand(node.operand, above: .power))
    case .setOperation(let node):
      expandInfix(node.left, node.operator.rawValue, node.right, .set)
    case .assignment(let node):
      push([.text("$\(node.variable.name) := "), .expression(node.value)])
    }
  }

  private mutating func expandInfix(
    _ left: AST.Expression, _ sign: String, _ right: AST.Expression, _ rank: Rank
  ) {
    // Left associative: on the left an operand of the same rank needs no parentheses.
    let lower = Rank(rawValue: rank.rawValue - 1) ?? rank
    push(operand(left, above: lower) + [.text(" \(sign) ")] + operand(right, above: rank))
  }

  /// An operand, in parentheses unless it binds tighter than `rank`.
  func operand(_ expression: AST.Expression, above rank: Rank) -> [Piece] {
    expression.rank > rank
      ? [.expression(expression)] : [.text("("), .expression(expression), .text(")")]
  }

  private mutating func expand(_ node: AST.Message) {
    let arguments = node.arguments.flatMap { [Piece.text(", "), .expression($0)] }
    // Foundation puts a space before the comma that follows the selector.
    push(
      [
        .text("FUNCTION("), .expression(node.receiver), .text(", "),
        .constant(.text(node.selector)), .text(arguments.isEmpty ? "" : " "),
      ] + arguments + [.text(")")])
  }

  // Foundation writes the seconds of a date with six decimals; so does what is read of its text.
  private func castOperand(_ node: AST.Cast) -> Piece {
    guard style == .description, case .literal(let literal) = node.operand,
      case .double(let seconds) = literal.value, case .literal(let type) = node.type,
      type.value == .text("NSDate")
    else { return .expression(node.operand) }
    let text = Self.sixDecimals(seconds)
    return Double(text) == seconds ? .text(text) : .expression(node.operand)
  }

  // MARK: - Paths

  private mutating func expand(_ path: AST.KeyPath) {
    var steps = path.components.map(text).joined(separator: ".")
    if case .selfReference = path.base {
      switch path.components.first?.kind {
      case .argument, .variable: steps = "SELF." + steps
      default: break
      }
      return write(steps)
    }
    push(base(path.base) + [.text("." + steps)])
  }

  private func text(of component: AST.KeyPath.Component) -> String {
    switch component.kind {
    case .collectionOperator: "@" + component.name
    case .argument: "%K"
    case .variable: "$" + component.name
    case .key:
      if style == .source, !component.name.isPlainName {
        component.name.quoted(by: "`")
      } else if Keyword(word: component.name) != nil {
        "#" + component.name
      } else {
        component.name
      }
    }
  }

  // The base of a step or an index. A key path without parentheses would take the step as its own.
  private func base(_ expression: AST.Expression) -> [Piece] {
    if case .keyPath = expression {
      return [.text("("), .expression(expression), .text(")")]
    }
    return operand(expression, above: .unary)
  }

  private mutating func expand(_ node: AST.Subscript) {
    var parts = indexed(node)
    switch node.index {
    case .first: parts.append(.text("[FIRST]"))
    case .last: parts.append(.text("[LAST]"))
    case .size: parts.append(.text("[SIZE]"))
    case .expression(let index): parts += [.text("["), .expression(index), .text("]")]
    }
    push(parts)
  }

  private func indexed(_ node: AST.Subscript) -> [Piece] {
    guard case .keyPath(let path) = node.base else { return base(node.base) }
    let beginsAtSelf = if case .selfReference = path.base { true } else { false }
    let isSingle = beginsAtSelf && path.components.count == 1
    if node.bindsToLastStep {
      // A single step is parsed as the last of several only after a dot.
      return isSingle ? [.text("SELF."), .expression(node.base)] : [.expression(node.base)]
    }
    return isSingle ? [.expression(node.base)] : base(node.base)
  }
}

extension AST.Expression {
  fileprivate var rank: Rank {
    switch self {
    case .arithmetic(let node): node.operator.rank
    case .setOperation: .set
    case .assignment: .comparison
    case .minus: .unary
    case .literal(let node): node.value.rank
    case .selfReference, .anyKey, .variable, .argument, .keyPath, .subscript, .aggregate, .call,
      .message, .cast, .ternary, .subquery:
      .postfix
    }
  }
}

extension AST.Constant {
  // A number takes neither a step nor an index, and a boolean may be printed as one.
  fileprivate var rank: Rank {
    switch self {
    case .integer, .double, .boolean: .unary
    case .decimal where isWideInteger: .unary
    default: .postfix
    }
  }
}

extension String {
  /// Whether the lexer reads it as one name.
  fileprivate var isPlainName: Bool {
    var lexer = Lexer(self, strict: false)
    return lexer.skipName() != nil && lexer.position == lexer.bytes.count
  }
}
