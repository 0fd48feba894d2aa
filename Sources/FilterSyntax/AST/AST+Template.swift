extension AST.Predicate {
  /// The predicate as text that reads back to the same tree, with `%@` for each constant that has no
  /// literal, and those constants in order.
  package var template: (text: String, arguments: [AST.Constant]) {
    var arguments: [AST.Constant] = []
    let tree = replacing { expression, _ in
      guard case .literal(let node) = expression, !node.value.hasLiteral else { return nil }
      arguments.append(node.value)
      return .argument(AST.Argument(arguments.count - 1, conversion: "%@"))
    }
    return (tree.sourceText, arguments)
  }
}

extension AST.Constant {
  /// Whether the text of a filter can hold the constant.
  fileprivate var hasLiteral: Bool {
    switch self {
    case .null, .boolean, .integer, .text: true
    case .double(let value): value.isFinite
    case .decimal: isWideInteger
    case .seconds, .bytes, .uuid, .list, .set, .map: false
    }
  }
}
