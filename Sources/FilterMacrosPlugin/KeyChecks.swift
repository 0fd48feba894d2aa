#if Macros
  import FilterSyntax

  /// The keys that a tree reads of its items, as Swift that compiles only if they are there and their kinds fit.
  struct KeyChecks {
    private let item: String
    private(set) var checks: [String] = []

    init(_ tree: AST.Predicate, of item: String) {
      self.item = item
      add(KeyReads(tree))
      addKinds(tree)
    }

    init(_ tree: AST.Expression, of item: String) {
      self.item = item
      add(KeyReads(tree))
    }

    /// A list, each key on a line of its own: the compiler shows the line of one that is not there.
    var source: String {
      checks.isEmpty ? "[]" : "[\n    \(checks.joined(separator: ",\n    "))\n  ]"
    }

    private mutating func add(_ reads: KeyReads) {
      for read in reads.reads { add("key", read.path.map(\.wrappedValue)) }
    }

    private mutating func add(_ function: String, _ path: [String]) {
      var path = path
      // Every string, number and date has these; a type with a key of the name is checked up to it.
      if path.count > 1, let last = path.last, SyntaxVocabulary.standardLeafKeys.contains(last) {
        path.removeLast()
      }
      guard !path.isEmpty else { return }
      let steps = path.map { ".`\($0)`" }.joined()
      let check = "FilterCheck.\(function)(\(item).filterKeys\(steps))"
      if !checks.contains(check) { checks.append(check) }
    }

    /// Adds the kinds that comparisons with constants need. The compiler knows the kinds of keys, and of the
    /// elements of their lists; what a key path through lists gives is left to the engine.
    private mutating func addKinds(_ tree: AST.Predicate) {
      try? tree.visit(
        expressions: { node in
          if case .subquery(let node) = node { addElements(node.collection) }
        },
        comparisons: { node in
          guard Self.compares(node.operator) else { return }
          if let keys = Self.keys(node.left), let kind = Self.kind(of: node.right) {
            add(kind, keys, node.quantifier)
          } else if node.quantifier == nil, let keys = Self.keys(node.right),
            let kind = Self.kind(of: node.left), node.operator != .in
          {
            add(kind, keys, nil)
          }
          if node.quantifier != nil { addElements(node.left) }
        })
    }

    private mutating func addElements(_ node: AST.Expression) {
      guard let keys = Self.keys(node), keys.count == 1 else { return }
      add("elements", keys)
    }

    private mutating func add(
      _ kind: String, _ keys: [String], _ quantifier: AST.Comparison.Quantifier?
    ) {
      // A key of every text, number or date is one of the engine.
      if keys.count > 1, let last = keys.last, SyntaxVocabulary.standardLeafKeys.contains(last) {
        return
      }
      guard quantifier != nil else { return add(kind, keys) }
      if keys.count == 1 { add(kind + "s", keys) }
    }

    /// The keys of a key path of the item.
    private static func keys(_ node: AST.Expression) -> [String]? {
      guard case .keyPath(let path) = node, case .selfReference = path.base,
        path.components.allSatisfy({ $0.kind == .key })
      else { return nil }
      return path.components.map(\.name)
    }

    /// The check for a key that is compared with a constant, or with each of a list of constants.
    private static func kind(of node: AST.Expression) -> String? {
      switch node {
      case .literal(let literal):
        switch literal.value {
        case .boolean, .integer, .double, .decimal: return "number"
        case .text: return "text"
        case .seconds: return "date"
        default: return nil
        }
      case .minus(let minus): return kind(of: minus.operand) == "number" ? "number" : nil
      case .aggregate(let list):
        let kinds = Set(list.elements.map(kind))
        return kinds.count == 1 ? kinds.first ?? nil : nil
      default: return nil
      }
    }

    /// Whether the operator compares both sides as they are; CONTAINS looks into its left side.
    private static func compares(_ operation: AST.Comparison.Operator) -> Bool {
      switch operation.family {
      case .relation, .bounds, .membership, .text, .pattern: true
      case .containment, .uniformType, .library: false
      }
    }
  }
#endif
