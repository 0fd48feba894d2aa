extension AST.Predicate {
  /// How deep the tree is and how many nodes it has, a constant's elements included.
  ///
  /// Takes no stack, however deep the tree is.
  package func measure() -> (height: Int, nodes: Int) { Node.predicate(self).measure() }
}

extension AST.Expression {
  /// How deep the tree is and how many nodes it has, a constant's elements included.
  ///
  /// Takes no stack, however deep the tree is.
  package func measure() -> (height: Int, nodes: Int) { Node.expression(self).measure() }
}
