#if Macros
  import FilterSyntax

  /// The keys that a tree reads of its items, as Swift that compiles only where they are there.
  struct KeyChecks {
    private let item: String
    private(set) var checks: [String] = []

    init(_ tree: AST.Predicate, of item: String) {
      self.item = item
      add(KeyReads(tree))
      addTextOperators(tree)
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
      if path.count > 1, let last = path.last, Vocabulary.standardLeafKeys.contains(last) {
        path.removeLast()
      }
      guard !path.isEmpty else { return }
      let steps = path.map { ".`\($0)`" }.joined()
      let check = "FilterCheck.\(function)(\(item).filterKeys\(steps))"
      if !checks.contains(check) { checks.append(check) }
    }

    private mutating func addTextOperators(_ tree: AST.Predicate) {
      var rest = [tree]
      while let tree = rest.popLast() {
        switch tree {
        case .compound(let node): rest += node.operands.reversed()
        case .not(let node): rest.append(node.operand)
        case .comparison(let node):
          guard node.quantifier == nil, Self.takesTextOnly(node.operator),
            case .keyPath(let path) = node.left, case .selfReference = path.base,
            path.components.allSatisfy({ $0.kind == .key })
          else { continue }
          add("text", path.components.map(\.name))
        case .literal: continue
        }
      }
    }

    private static func takesTextOnly(_ operation: AST.Comparison.Operator) -> Bool {
      switch operation {
      case .beginsWith, .endsWith, .like, .matches: true
      default: false
      }
    }
  }
#endif
