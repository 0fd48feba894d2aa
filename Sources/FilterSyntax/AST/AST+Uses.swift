extension AST.Predicate {
  /// The key paths that are read from the item, each once, in the order of the text.
  ///
  /// The list covers every form of a read: the keys of a subquery's elements (`items.price` for
  /// `SUBQUERY(items, $i, $i.price > 3)`), and those in indices, branches, lists, parentheses and variables that
  /// `:=` binds. A value that is compared or passed to a function is read whole: its path, or `SELF` for the
  /// item, includes everything below it. Computed keys are missing: see `usedKeyPathsAreComplete`. Keys that a text has in
  /// backquotes are in backquotes here too.
  public var usedKeyPaths: [String] { KeyReads(self).keyPaths }

  /// Whether `usedKeyPaths` has every key that can be read; false where one is computed, as in `a[$k]`.
  public var usedKeyPathsAreComplete: Bool { KeyReads(self).computed.isEmpty }

  /// The variables that an evaluation needs values for, without their signs. Variables that a subquery or `:=`
  /// binds are not among them.
  public var usedVariables: [String] { Uses(.predicate(self)).variables }
}

extension AST.Expression {
  /// The key paths that are read from the item, as for a predicate.
  public var usedKeyPaths: [String] { KeyReads(self).keyPaths }

  /// Whether `usedKeyPaths` has every key that can be read; false where one is computed, as in `a[$k]`.
  public var usedKeyPathsAreComplete: Bool { KeyReads(self).computed.isEmpty }

  /// The variables that an evaluation needs values for, without their signs.
  public var usedVariables: [String] { Uses(.expression(self)).variables }
}

/// The variables that a tree takes from outside.
private struct Uses {
  private(set) var variables: [String] = []
  private var known: Set<Exact> = []
  private var assigned: Set<Exact> = []

  /// A node, and the variables that subqueries around it bind.
  private typealias Entry = (node: Node, bound: [Exact])

  init(_ root: Node) {
    // Uses a list of nodes instead of recursion, so that the stack does not grow with a tree.
    var stack: [Entry] = [(root, [])]
    while let (node, bound) = stack.popLast() {
      var children: [Node] = []
      let shape = node.shape(&children)
      var inner = bound
      switch shape {
      case .keyPath(let components):
        for step in components where step.kind == .variable {
          use(Exact(wrappedValue: step.name), bound)
        }
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

  private mutating func use(_ name: Exact, _ bound: [Exact]) {
    guard !bound.contains(name), !assigned.contains(name) else { return }
    if known.insert(name).inserted { variables.append(name.wrappedValue) }
  }
}
