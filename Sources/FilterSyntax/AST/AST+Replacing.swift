extension AST.Predicate {
  /// The predicate with each expression replaced for which `body` returns another one.
  ///
  /// `body` is called in the order of the text, for an expression before its parts. A replacement is not visited.
  /// The second argument holds the variables that the enclosing subqueries bind.
  ///
  /// - Complexity: O(n) in the number of nodes. Recurses to the depth of the tree.
  package func replacing(
    bound: [Exact] = [], _ body: (AST.Expression, [Exact]) -> AST.Expression?
  ) -> AST.Predicate {
    switch self {
    case .literal: return self
    case .not(var node):
      node.operand = node.operand.replacing(bound: bound, body)
      return .not(node)
    case .compound(var node):
      node.operands = node.operands.map { $0.replacing(bound: bound, body) }
      return .compound(node)
    case .comparison(var node):
      node.left = node.left.replacing(bound: bound, body)
      node.right = node.right.replacing(bound: bound, body)
      return .comparison(node)
    }
  }
}

extension AST.Expression {
  /// The expression with each part replaced for which `body` returns another one.
  package func replacing(
    bound: [Exact] = [], _ body: (AST.Expression, [Exact]) -> AST.Expression?
  ) -> AST.Expression {
    if let replacement = body(self, bound) { return replacement }
    switch self {
    case .literal, .selfReference, .anyKey, .variable, .argument: return self
    case .keyPath(var node):
      node.base = node.base.replacing(bound: bound, body)
      return .keyPath(node)
    case .subscript(var node):
      node.base = node.base.replacing(bound: bound, body)
      if case .expression(let index) = node.index {
        node.index = .expression(index.replacing(bound: bound, body))
      }
      return .subscript(node)
    case .aggregate(var node):
      node.elements = node.elements.map { $0.replacing(bound: bound, body) }
      return .aggregate(node)
    case .call(var node):
      node.arguments = node.arguments.map { $0.replacing(bound: bound, body) }
      return .call(node)
    case .message(var node):
      node.receiver = node.receiver.replacing(bound: bound, body)
      node.arguments = node.arguments.map { $0.replacing(bound: bound, body) }
      return .message(node)
    case .cast(var node):
      node.operand = node.operand.replacing(bound: bound, body)
      node.type = node.type.replacing(bound: bound, body)
      return .cast(node)
    case .ternary(var node):
      node.condition = node.condition.replacing(bound: bound, body)
      node.whenTrue = node.whenTrue.replacing(bound: bound, body)
      node.whenFalse = node.whenFalse.replacing(bound: bound, body)
      return .ternary(node)
    case .subquery(var node):
      node.collection = node.collection.replacing(bound: bound, body)
      node.predicate = node.predicate.replacing(
        bound: bound + [Exact(wrappedValue: node.variable.name)], body)
      return .subquery(node)
    case .arithmetic(var node):
      node.left = node.left.replacing(bound: bound, body)
      node.right = node.right.replacing(bound: bound, body)
      return .arithmetic(node)
    case .minus(var node):
      node.operand = node.operand.replacing(bound: bound, body)
      return .minus(node)
    case .setOperation(var node):
      node.left = node.left.replacing(bound: bound, body)
      node.right = node.right.replacing(bound: bound, body)
      return .setOperation(node)
    case .assignment(var node):
      node.value = node.value.replacing(bound: bound, body)
      return .assignment(node)
    }
  }
}
