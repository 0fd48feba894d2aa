extension Printer {
  mutating func expand(_ predicate: AST.Predicate) {
    switch predicate {
    case .literal(let node): write(node.value ? "TRUEPREDICATE" : "FALSEPREDICATE")
    case .comparison(let node): expand(node)
    case .not(let node):
      write("NOT ")
      push(parenthesized(node.operand))
    case .compound(let node): expand(node)
    }
  }

  private mutating func expand(_ node: AST.Comparison) {
    switch node.quantifier {
    case .any: write("ANY ")
    case .all: write("ALL ")
    case .some(.none): write(style == .source ? "NONE " : "NOT ANY ")
    case nil: break
    }
    push(
      [
        operand(node.left, above: .comparison),
        [.text(" \(node.operator.spelling)\(node.options) ")],
        operand(node.right, above: .comparison),
      ].flatMap { $0 })
  }

  private mutating func expand(_ node: AST.Compound) {
    switch node.operands.count {
    case 0: write(node.connective == .and ? "TRUEPREDICATE" : "FALSEPREDICATE")
    case 1: push([.predicate(node.operands[0])])
    default:
      var parts: [Piece] = []
      for (index, operand) in node.operands.enumerated() {
        if index > 0 { parts.append(.text(node.connective == .and ? " AND " : " OR ")) }
        parts += parenthesized(operand)
      }
      push(parts)
    }
  }

  // A compound of one prints as that one, and is looked through.
  private func parenthesized(_ predicate: AST.Predicate) -> [Piece] {
    var inner = predicate
    while case .compound(let node) = inner, node.operands.count == 1 { inner = node.operands[0] }
    if case .compound(let node) = inner, !node.operands.isEmpty {
      return [.text("("), .predicate(inner), .text(")")]
    }
    return [.predicate(inner)]
  }
}

extension AST.Comparison.Options: CustomStringConvertible {
  /// `[cd]`, or nothing where there are no options.
  public var description: String {
    let letters = Self.letters.filter { contains($0.option) }.map(\.letter)
    return letters.isEmpty ? "" : "[\(String(letters))]"
  }
}
