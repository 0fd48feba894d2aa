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
