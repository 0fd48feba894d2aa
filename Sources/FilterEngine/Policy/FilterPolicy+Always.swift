import FilterSyntax

extension FilterPolicy {
  /// A tree that a text asks for, joined to the filters that always hold, which are evaluated first.
  func joining(_ tree: AST.Predicate) -> AST.Predicate {
    always.isEmpty ? tree : .compound(AST.Compound(.and, always + [tree]))
  }

  /// The part of the predicate besides the filters that always hold.
  ///
  /// They are true wherever another part of a joined tree is evaluated, so that the rest means the same beside them.
  func asked(of tree: AST.Predicate) -> AST.Predicate {
    guard !always.isEmpty else { return tree }
    switch tree {
    case .comparison, .literal: return tree
    case .not(var node):
      node.operand = asked(of: node.operand)
      return .not(node)
    case .compound(var node):
      if node.connective == .and { node.operands.removeAll(where: always.contains) }
      let operands = node.operands.map(asked)
      switch operands.count {
      case 0: return .literal(AST.BooleanLiteral(true))
      case 1: return operands[0]
      default:
        // As the parser makes it: a join has the operands of its parts.
        node.operands = operands.flatMap { operand in
          if case .compound(let inner) = operand, inner.connective == node.connective {
            inner.operands
          } else {
            [operand]
          }
        }
        return .compound(node)
      }
    }
  }

  /// The variables of the filters that always hold.
  var variablesOfAlways: Set<ByteKey> {
    Set(always.flatMap(\.usedVariables).map { ByteKey($0) })
  }
}
