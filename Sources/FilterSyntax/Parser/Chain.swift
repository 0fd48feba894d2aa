/// Collects the operands of `AND` or `OR`.
struct Chain {
  private let connective: AST.Compound.Connective
  private var operands: [AST.Predicate] = []
  private var range: SourceRange?
  private var height = 0

  init(_ connective: AST.Compound.Connective) {
    self.connective = connective
  }

  var rank: Rank { connective == .and ? .and : .or }

  /// Appends an operand, or its operands where it is a chain of the same connective.
  mutating func append(_ operand: Operand, _ parser: inout Parser) throws(SyntaxError) {
    let predicate = try parser.predicate(of: operand)
    range = range?.union(operand.range) ?? operand.range
    if case .compound(let inner) = predicate {
      height = max(height, operand.height + (operand.isParenthesized ? 0 : 1))
      if inner.connective == connective { return operands.append(contentsOf: inner.operands) }
    } else {
      height = max(height, operand.height)
    }
    operands.append(predicate)
  }

  func operand(_ parser: inout Parser) throws(SyntaxError) -> Operand {
    try parser.count()
    try parser.check(height: height)
    let range = range ?? .none
    return Operand(
      .compound(AST.Compound(connective, operands, range: range)), range, height: height)
  }
}
