// Builds nodes from operands.
extension Parser {
  /// The expression of an operand.
  ///
  /// - Throws: An error for a predicate.
  @inline(never)
  func expression(of operand: Operand) throws(SyntaxError) -> AST.Expression {
    switch operand.value {
    case .expression(let expression): return expression
    case .predicate: throw error(.predicateAsValue, at: operand.range)
    }
  }

  /// The predicate of an operand; an expression `e` becomes `e == TRUE`.
  mutating func predicate(of operand: Operand) throws(SyntaxError) -> AST.Predicate {
    switch operand.value {
    case .predicate(let predicate): return predicate
    case .expression(let expression):
      guard endsOperand else { throw unexpectedOperator(after: operand) }
      let range = operand.range
      let portable = lexer.slice(range) + " == TRUE"
      try lexer.refuse(
        "a value that stands for a predicate", instead: shortened(portable), at: range,
        fix: portable
      )
      try count(2)
      return .comparison(
        AST.Comparison(
          expression, .equal, .literal(AST.Literal(.boolean(true), range: range)), range: range,
          operatorRange: range))
    }
  }

  // Whether the current token can follow a complete predicate.
  private var endsOperand: Bool {
    switch current.kind {
    case .end: true
    case .symbol(let symbol):
      [.comma, .rightParenthesis, .rightBrace, .rightBracket, .and, .or].contains(symbol)
    case .keyword(let word): [.and, .or].contains(word)
    default: false
    }
  }

  /// The error for predicates as operands. `&` between predicates probably means `&&`.
  func checkValue(_ left: Operand, before link: Link) throws(SyntaxError) {
    if case .predicate = left.value {
      if case .arithmetic(let name) = link, let instead = name.connective {
        throw error(
          .bitwiseConnective(name.spelling, instead: instead), at: current.range, fix: instead)
      }
      throw error(.predicateAsValue, at: left.range)
    }
    guard link == .assignment else { return }
    guard case .expression(.variable) = left.value, !left.isParenthesized else {
      throw error(.expected(.variable), at: left.range)
    }
  }

  /// `left link right`
  mutating func join(
    _ left: Operand, _ link: Link, _ right: Operand
  ) throws(SyntaxError) -> Operand {
    let range = left.range.union(right.range)
    let node = try node(left, link, right, range)
    return try operand(node, range, over: max(left.height, right.height))
  }

  private func node(
    _ left: Operand, _ link: Link, _ right: Operand, _ range: SourceRange
  ) throws(SyntaxError) -> AST.Expression {
    let (first, second) = (try expression(of: left), try expression(of: right))
    switch link {
    case .arithmetic(let name):
      return .arithmetic(AST.Arithmetic(name, first, second, range: range))
    case .set(let name):
      return .setOperation(AST.SetOperation(name, first, second, range: range))
    case .assignment:
      guard case .variable(let variable) = first else {
        throw error(.expected(.variable), at: range)
      }
      return .assignment(AST.Assignment(variable, second, range: range))
    default:
      if lexer.strict {
        let portable = "modulus:by:(\(lexer.slice(left.range)), \(lexer.slice(right.range)))"
        try lexer.refuse(
          "'%' between values", instead: shortened(portable), at: range, fix: portable)
      }
      return .call(AST.FunctionCall("modulus:by:", [first, second], range: range))
    }
  }

  /// `NOT operand`
  mutating func negation(
    of operand: Operand, from start: SourceRange
  ) throws(SyntaxError) -> Operand {
    let inner = try predicate(of: operand)
    try count()
    try check(height: operand.height + 1)
    let range = start.union(operand.range)
    return Operand(
      .not(AST.Negation(inner, range: range)), range, height: operand.height + 1)
  }

  /// `-operand`, folded where it is a number
  mutating func minus(
    _ operand: Operand, from start: SourceRange
  ) throws(SyntaxError) -> Operand {
    let range = start.union(operand.range)
    let inner = try expression(of: operand)
    if case .literal(let literal) = inner, let value = literal.value.negated {
      return Operand(.literal(AST.Literal(value, range: range)), range, height: operand.height)
    }
    return try self.operand(
      .minus(AST.Minus(inner, range: range)), range, over: operand.height)
  }

  /// The text of a range, for a message; nil if it is too long.
  func shortened(_ text: String) -> String? {
    text.utf8.count <= 80 ? text : nil
  }
}

extension AST.Constant {
  /// The integer of decimal digits with the other sign.
  private init(negating digits: String) {
    let negated = digits.begins(with: "-") ? String(digits.dropFirst()) : "-" + digits
    self = Int64(negated).map { .integer($0) } ?? .decimal(negated)
  }

  fileprivate var negated: AST.Constant? {
    switch self {
    case .integer(let value) where value != .min: .integer(-value)
    case .double(let value): .double(-value)
    case .decimal(let digits) where isWideInteger: AST.Constant(negating: digits)
    // A Boolean operand counts as 0 or 1, and is printed so.
    case .boolean(let value): .integer(value ? -1 : 0)
    default: nil
    }
  }
}

extension AST.Arithmetic.Operator {
  /// The connective that a single sign probably means.
  var connective: String? {
    switch self {
    case .bitwiseAnd: "&&"
    case .bitwiseOr: "||"
    default: nil
    }
  }
}
