import FilterSyntax

/// Divides a predicate into what known keys decide and the rest.
///
/// It replaces known keys by their values, comparison by comparison. The compiler decides those that are constant then.
struct ResidualDivision {
  /// The outcome for a part.
  enum Part {
    /// Every item has this answer
    case decided(Bool)
    /// No item has an answer; the tree is what fails
    case failed(EvaluationError, AST.Predicate)
    /// Items decide; the tree tests them, and may fail unless it is `isUnfailing`
    case open(AST.Predicate, isUnfailing: Bool)
  }

  private let options: CompilationOptions
  private let keys: KnownKeys

  /// Whether the stack has enough space for every tree.
  private var hasLargeStack = false

  /// Whether a known value has a kind that the rules refuse at its place, so that the rest must be lenient.
  private(set) var needsLenience = false

  init(_ options: CompilationOptions, _ keys: KnownKeys) {
    self.options = options
    self.keys = keys
  }

  /// The part that a whole predicate of any depth becomes.
  mutating func part(ofWhole tree: AST.Predicate) throws(SyntaxError) -> Part {
    var compiler = Compiler(options)
    let size = Compiler.isOrdinary(tree) ? (height: 0, nodes: 0) : tree.measure()
    return try compiler.withRoom(size, tree.range) { (compiler) throws(SyntaxError) in
      hasLargeStack = compiler.recursion.hasLargeStack
      return try part(of: tree)
    }
  }

  private mutating func part(of tree: AST.Predicate) throws(SyntaxError) -> Part {
    switch tree {
    case .literal(let node): .decided(node.value)
    case .not(let node): try part(of: node)
    case .compound(let node): try part(of: node)
    case .comparison: try part(ofComparison: tree)
    }
  }

  private mutating func part(of node: AST.Negation) throws(SyntaxError) -> Part {
    func negation(_ operand: AST.Predicate) -> AST.Predicate {
      .not(AST.Negation(operand, range: node.range))
    }
    return switch try part(of: node.operand) {
    case .decided(let answer): .decided(!answer)
    case .failed(let error, let tree): .failed(error, negation(tree))
    case .open(let tree, let isUnfailing): .open(negation(tree), isUnfailing: isUnfailing)
    }
  }

  /// Operands are evaluated in order, so one that decides or fails is the last, and those before it may fail first.
  private mutating func part(of node: AST.Compound) throws(SyntaxError) -> Part {
    // A false operand decides AND, a true one decides OR.
    let decisive = node.connective == .or
    var (operands, isUnfailing) = ([AST.Predicate](), true)
    func joined(_ operands: [AST.Predicate]) -> AST.Predicate {
      operands.count == 1
        ? operands[0] : .compound(AST.Compound(node.connective, operands, range: node.range))
    }
    for operand in node.operands {
      switch try part(of: operand) {
      case .decided(let answer) where answer != decisive: continue
      case .decided:
        guard !isUnfailing else { return .decided(decisive) }
        operands.append(.literal(AST.BooleanLiteral(decisive)))
        return .open(joined(operands), isUnfailing: false)
      case .failed(let error, let tree):
        guard !operands.isEmpty else { return .failed(error, tree) }
        operands.append(tree)
        return .open(joined(operands), isUnfailing: false)
      case .open(.compound(let inner), let answers) where inner.connective == node.connective:
        operands += inner.operands
        isUnfailing = isUnfailing && answers
      case .open(let tree, let answers):
        operands.append(tree)
        isUnfailing = isUnfailing && answers
      }
    }
    return operands.isEmpty
      ? .decided(!decisive) : .open(joined(operands), isUnfailing: isUnfailing)
  }

  // MARK: - Comparisons

  private mutating func part(
    ofComparison tree: AST.Predicate
  ) throws(SyntaxError) -> Part {
    let replaced = tree.replacing { expression, _ in replacement(of: expression) }
    do throws(SyntaxError) {
      return try part(compiling: replaced, options)
    } catch {
      if options.rules == .standard {
        var lenient = options
        lenient.rules = .lenient
        if let part = try? part(compiling: replaced, lenient) {
          if case .decided = part { return part }
          needsLenience = true
          return part
        }
      }
      // The rules refuse a known value at its place, so the item is read there.
      return try part(compiling: tree, options)
    }
  }

  private func part(
    compiling tree: AST.Predicate, _ options: CompilationOptions
  ) throws(SyntaxError) -> Part {
    var compiler = compiler(options)
    let compiled = try compiler.compile(tree)
    guard compiled.plan.isDecided || isClosed(tree) else {
      return .open(tree, isUnfailing: compiled.isUnfailing)
    }
    let run = RunLayout(compiler.products).run(
      bindings: [:], now: nil, limits: options.limits?.limits ?? .standard)
    do throws(EvaluationError) {
      return .decided(
        try withoutRow { row throws(EvaluationError) in try compiled.evaluator.evaluate(row, run) })
    } catch {
      // The limits of a call can be others.
      return error.isLimit ? .open(tree, isUnfailing: false) : .failed(error, tree)
    }
  }

  /// Whether nothing of a comparison differs between items or evaluations. The compiler does not evaluate all of these,
  /// such as those with `SUBQUERY`.
  private func isClosed(_ tree: AST.Predicate) -> Bool {
    let reads = KeyReads(tree)
    guard reads.keyPaths.isEmpty, reads.computed.isEmpty, tree.usedVariables.isEmpty else {
      return false
    }
    var isClosed = true
    // Only the results of pure functions of libraries are known.
    try? tree.visit(
      expressions: { node in
        switch node {
        case .call(let call):
          isClosed = isClosed && options.libraries.function(call.selector)?.isPure == true
        case .message, .assignment, .anyKey: isClosed = false
        default: break
        }
      },
      comparisons: { isClosed = isClosed && $0.operator.libraryName == nil })
    return isClosed
  }

  /// The expression with known keys replaced.
  private func replacing(_ expression: AST.Expression) -> AST.Expression {
    expression.replacing { expression, _ in replacement(of: expression) }
  }

  /// The replacement of an expression that is replaced as a whole; nil for any other one.
  private func replacement(of expression: AST.Expression) -> AST.Expression? {
    switch expression {
    case .keyPath(let node):
      guard let known = keys.expression(of: node) else { return nil }
      // Keys below a known value are followed now. If that fails, the items fail.
      if case .keyPath = known { return folded(known, node.range) }
      return known
    case .minus(var node):
      node.operand = replacing(node.operand)
      // The text of a minus before a number is a number.
      if case .literal = node.operand { return folded(.minus(node), node.range) }
      return .minus(node)
    // The index belongs to the last key of the path, which is not read without it.
    case .subscript(let node) where node.bindsToLastStep: return expression
    default: return nil
    }
  }

  /// The value of an expression that is constant; the expression itself if it has none.
  private func folded(_ expression: AST.Expression, _ range: SourceRange) -> AST.Expression {
    var compiler = compiler(options)
    guard let value = try? compiler.compile(expression).constant else { return expression }
    return KnownKeys.expression(of: value.constant, range)
  }

  private func compiler(_ options: CompilationOptions) -> Compiler {
    var compiler = Compiler(options)
    compiler.recursion.hasLargeStack = hasLargeStack
    return compiler
  }
}
