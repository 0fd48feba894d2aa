import FilterSyntax

extension Compiler {
  /// Compiles a whole predicate, of whatever depth.
  mutating func compile(whole tree: AST.Predicate) throws(SyntaxError) -> CompiledPredicate {
    // Neither the tree of a text, which the parser has limited, nor a small one needs to be measured.
    if text != nil || Self.isOrdinary(tree) {
      return try compile(tree)
    }
    return try withRoom(tree.measure(), tree.range) { (compiler) throws(SyntaxError) in
      try compiler.compile(tree)
    }
  }

  /// Compiles a whole expression, of whatever depth.
  mutating func compile(whole tree: AST.Expression) throws(SyntaxError) -> CompiledExpression {
    try withRoom(tree.measure(), tree.range) { (compiler) throws(SyntaxError) in
      try compiler.compile(tree)
    }
  }

  /// Whether the tree is small, as most are, so that any stack has room for it.
  static func isOrdinary(_ tree: AST.Predicate) -> Bool {
    tree.isWithin(height: ordinaryHeight, nodes: ordinaryNodes)
  }

  /// How high a tree is that any stack has room for.
  private static let ordinaryHeight = 16

  /// How many nodes are counted quickly.
  private static let ordinaryNodes = 256

  /// Runs `body` where the stack has room for a tree of this size; a tree that was not parsed may be of
  /// any, and is measured before anything recurses over it.
  mutating func withRoom<Result>(
    _ size: (height: Int, nodes: Int), _ range: SourceRange,
    _ body: (inout Compiler) throws(SyntaxError) -> Result
  ) throws(SyntaxError) -> Result {
    if size.height <= Self.ordinaryHeight, size.nodes <= SyntaxLimits.maximumNodes {
      return try body(&self)
    }
    try check(size, range)
    return try onLargeStack(range, body)
  }

  /// Whether the recursion has come as far down as any stack has room for.
  var needsLargeStack: Bool { depth >= Self.ordinaryHeight && !hasLargeStack }

  /// Runs `body` where the stack has room for every tree that the limits allow.
  mutating func onLargeStack<Result>(
    _ range: SourceRange, _ body: (inout Compiler) throws(SyntaxError) -> Result
  ) throws(SyntaxError) -> Result {
    let tooDeep = error(.tooDeep(limit: SyntaxLimits.maximumDepth), at: range)
    var compiler = self
    compiler.hasLargeStack = true
    var outcome: Swift.Result<Result, SyntaxError> = .failure(tooDeep)
    let hasRun = LargeStack.run {
      outcome = Swift.Result { () throws(SyntaxError) in try body(&compiler) }
    }
    guard hasRun else { throw tooDeep }
    compiler.hasLargeStack = hasLargeStack
    self = compiler
    return try outcome.get()
  }

  /// Refuses a tree that is too high or has too many nodes.
  func check(_ size: (height: Int, nodes: Int), _ range: SourceRange) throws(SyntaxError) {
    if let refusal = Self.refusal(size.height, size.nodes) { throw error(refusal, at: range) }
  }

  /// Why a tree of this size is refused, nil where it is not.
  static func refusal(_ height: Int, _ nodes: Int) -> SyntaxError.Kind? {
    if height > maximumDepth { return .tooDeep(limit: SyntaxLimits.maximumDepth) }
    return nodes > SyntaxLimits.maximumNodes
      ? .tooManyNodes(limit: SyntaxLimits.maximumNodes) : nil
  }
}
