extension Node: Hashable {
  static func == (lhs: Node, rhs: Node) -> Bool {
    var left = [lhs]
    var right = [rhs]
    while let a = left.popLast(), let b = right.popLast() {
      guard a.shape(&left) == b.shape(&right), left.count == right.count else { return false }
    }
    return true
  }

  func hash(into hasher: inout Hasher) {
    var nodes = [self]
    while let node = nodes.popLast() { node.shape(&nodes).hash(into: &hasher) }
  }
}

extension AST.Expression {
  /// Whether both are the same tree, ignoring ranges.
  public static func == (lhs: AST.Expression, rhs: AST.Expression) -> Bool {
    Node.expression(lhs) == Node.expression(rhs)
  }

  /// Feeds the tree to `hasher`.
  public func hash(into hasher: inout Hasher) {
    Node.expression(self).hash(into: &hasher)
  }
}

extension AST.Predicate {
  /// Whether both are the same tree, ignoring ranges.
  public static func == (lhs: AST.Predicate, rhs: AST.Predicate) -> Bool {
    Node.predicate(lhs) == Node.predicate(rhs)
  }

  /// Feeds the tree to `hasher`.
  public func hash(into hasher: inout Hasher) {
    Node.predicate(self).hash(into: &hasher)
  }
}
