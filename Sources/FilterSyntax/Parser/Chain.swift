/// Collects the operands of `AND` or `OR`.
struct Chain {
  let connective: AST.Compound.Connective
  private var operands: [AST.Predicate] = []
  private var range: SourceRange?
  private var height = 0

  init(_ connective: AST.Compound.Connective) {
    self.connective = connective
  }

  /// Appends an operand, or its operands if it is a chain of the same connective.
  mutating func append(_ predicate: AST.Predicate, of operand: Operand) {
    range = range?.union(operand.range) ?? operand.range
    if case .compound(let inner) = predicate {
      if inner.connective == connective {
        height = max(height, operand.height)
        return operands.append(contentsOf: inner.operands)
      }
      height = max(height, operand.height + 1)
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
