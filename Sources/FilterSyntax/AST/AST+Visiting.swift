extension AST.Predicate {
  /// Calls a function for each expression and comparison, a node before its parts, in the order of the text.
  ///
  /// Does not recurse, so the stack does not grow with the tree.
  package func visit(
    expressions: (AST.Expression) throws(SyntaxError) -> Void,
    comparisons: (AST.Comparison) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    try Node.predicate(self).visit(expressions, comparisons)
  }
}

extension AST.Predicate {
  /// The comparisons that are not inside an expression, in the order of the text.
  package var comparisons: [AST.Comparison] {
    var found: [AST.Comparison] = []
    var rest = [self]
    while let predicate = rest.popLast() {
      switch predicate {
      case .compound(let node): rest += node.operands.reversed()
      case .not(let node): rest.append(node.operand)
      case .comparison(let node): found.append(node)
      case .literal: break
      }
    }
    return found
  }
}

extension AST.Expression {
  /// Calls a function for each expression and comparison, as for a predicate.
  package func visit(
    expressions: (AST.Expression) throws(SyntaxError) -> Void,
    comparisons: (AST.Comparison) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    try Node.expression(self).visit(expressions, comparisons)
  }
}

extension Node {
  func visit(
    _ expressions: (AST.Expression) throws(SyntaxError) -> Void,
    _ comparisons: (AST.Comparison) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    var stack = [self]
    while let node = stack.popLast() {
      switch node {
      case .expression(let expression): try expressions(expression)
      case .predicate(.comparison(let comparison)): try comparisons(comparison)
      case .predicate: break
      }
      var children: [Node] = []
      _ = node.shape(&children)
      stack += children.reversed()
    }
  }
}
