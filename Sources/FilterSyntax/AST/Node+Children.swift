extension Node {
  /// Calls `body` with each child in order, until it returns false. Returns whether it never did.
  func forEachChild(_ body: (Node) -> Bool) -> Bool {
    switch self {
    case .expression(let expression): expression.forEachChild(body)
    case .predicate(let predicate): predicate.forEachChild(body)
    }
  }
}

extension AST.Expression {
  @inline(never)
  fileprivate func forEachChild(_ body: (Node) -> Bool) -> Bool {
    switch self {
    case .literal, .selfReference, .anyKey, .variable, .argument: true
    case .keyPath(let node): body(.expression(node.base))
    case .subscript(let node): node.forEachChild(body)
    case .aggregate(let node): node.elements.allSatisfy { body(.expression($0)) }
    case .call(let node): node.arguments.allSatisfy { body(.expression($0)) }
    case .message(let node):
      body(.expression(node.receiver)) && node.arguments.allSatisfy { body(.expression($0)) }
    case .cast(let node): body(.expression(node.operand)) && body(.expression(node.type))
    case .ternary(let node):
      body(.predicate(node.condition)) && body(.expression(node.whenTrue))
        && body(.expression(node.whenFalse))
    case .subquery(let node):
      body(.expression(node.collection)) && body(.predicate(node.predicate))
    case .arithmetic(let node): body(.expression(node.left)) && body(.expression(node.right))
    case .minus(let node): body(.expression(node.operand))
    case .setOperation(let node): body(.expression(node.left)) && body(.expression(node.right))
    case .assignment(let node): body(.expression(node.value))
    }
  }
}

extension AST.Subscript {
  @inline(never)
  fileprivate func forEachChild(_ body: (Node) -> Bool) -> Bool {
    guard body(.expression(base)) else { return false }
    guard case .expression(let index) = index else { return true }
    return body(.expression(index))
  }
}

extension AST.Predicate {
  @inline(never)
  fileprivate func forEachChild(_ body: (Node) -> Bool) -> Bool {
    switch self {
    case .literal: true
    case .comparison(let node): body(.expression(node.left)) && body(.expression(node.right))
    case .compound(let node): node.operands.allSatisfy { body(.predicate($0)) }
    case .not(let node): body(.predicate(node.operand))
    }
  }
}

extension AST.Predicate {
  /// Whether the tree is at most `height` high and has at most `nodes` nodes. Allocates nothing.
  package func isWithin(height: Int, nodes: Int) -> Bool {
    var nodes = nodes
    return Node.predicate(self).isWithin(height: height, nodes: &nodes)
  }

  /// How deep the tree is and how many nodes it has, a constant's elements included.
  ///
  /// Does not recurse, so the stack does not grow with the tree.
  package func measure() -> (height: Int, nodes: Int) { Node.predicate(self).measure() }
}

extension AST.Expression {
  /// How deep the tree is and how many nodes it has, a constant's elements included.
  ///
  /// Does not recurse, so the stack does not grow with the tree.
  package func measure() -> (height: Int, nodes: Int) { Node.expression(self).measure() }
}
