extension AST.Predicate {
  /// The key paths that are read from the item, each once, in the order in which they stand.
  ///
  /// A path that begins at a variable, such as that of a subquery's element, is not among them; the
  /// item itself is, as `SELF`.
  public var usedKeyPaths: [String] { Uses(.predicate(self)).keyPaths }

  /// The variables that an evaluation needs values for, without their signs: not those that a
  /// subquery or `:=` binds.
  public var usedVariables: [String] { Uses(.predicate(self)).variables }
}

extension AST.Expression {
  /// The key paths that are read from the item, each once, in the order in which they stand.
  public var usedKeyPaths: [String] { Uses(.expression(self)).keyPaths }

  /// The variables that an evaluation needs values for, without their signs.
  public var usedVariables: [String] { Uses(.expression(self)).variables }
}

/// What a tree takes from outside.
private struct Uses {
  private(set) var keyPaths: [String] = []
  private(set) var variables: [String] = []
  private var known: Set<Exact> = []
  private var assigned: Set<Exact> = []

  /// A node, and the variables that subqueries around it bind.
  private typealias Entry = (node: Node, bound: [Exact])

  init(_ root: Node) {
    // A list of nodes and no recursion, so that the stack does not grow with a tree.
    var stack: [Entry] = [(root, [])]
    while let (node, bound) = stack.popLast() {
      var children: [Node] = []
      let shape = node.shape(&children)
      var inner = bound
      switch shape {
      case .keyPath(let components):
        if case .expression(.selfReference)? = children.first {
          add(node)
          children = []
        }
        for step in components where step.kind == .variable {
          use(Exact(wrappedValue: step.name), bound)
        }
      case .selfReference: add(node)
      case .variable(let name): use(name, bound)
      case .assignment(let name): assigned.insert(name)
      case .subquery(let name): inner.append(name)
      default: break
      }
      for (index, child) in children.enumerated().reversed() {
        // The collection of a subquery is evaluated before its variable is bound.
        let isCollection = inner.count > bound.count && index == 0
        stack.append((child, isCollection ? bound : inner))
      }
    }
  }

  private mutating func add(_ node: Node) {
    guard case .expression(let expression) = node else { return }
    let text = expression.description
    if known.insert(Exact(wrappedValue: text)).inserted { keyPaths.append(text) }
  }

  private mutating func use(_ name: Exact, _ bound: [Exact]) {
    guard !bound.contains(name), !assigned.contains(name) else { return }
    // A dollar sign keeps a variable apart from a key path of the same name.
    if known.insert(Exact(wrappedValue: "$" + name.wrappedValue)).inserted {
      variables.append(name.wrappedValue)
    }
  }
}
