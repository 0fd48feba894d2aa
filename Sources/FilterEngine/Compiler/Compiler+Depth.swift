import FilterSyntax

extension Compiler {
  /// Compiles a whole predicate of any depth.
  mutating func compile(whole tree: AST.Predicate) throws(SyntaxError) -> CompiledPredicate {
    // The parser has limited the tree of a text, and a small tree fits any stack: neither is measured.
    if options.text != nil || Self.isOrdinary(tree) {
      return try compile(tree)
    }
    return try withRoom(tree.measure(), tree.range) { (compiler) throws(SyntaxError) in
      try compiler.compile(tree)
    }
  }

  /// Compiles a whole expression of any depth.
  mutating func compile(whole tree: AST.Expression) throws(SyntaxError) -> CompiledExpression {
    try withRoom(tree.measure(), tree.range) { (compiler) throws(SyntaxError) in
      try compiler.compile(tree)
    }
  }

  /// Whether the tree is small enough for any stack, as most trees are.
  static func isOrdinary(_ tree: AST.Predicate) -> Bool {
    tree.isWithin(height: ordinaryHeight, nodes: ordinaryNodes)
  }

  /// The height of a tree that fits any stack.
  private static let ordinaryHeight = 16

  /// A number of nodes that can be counted quickly.
  private static let ordinaryNodes = 256

  /// Runs `body` on a stack with enough space for a tree of this size. A tree that was not parsed can have any
  /// size, and is measured before anything recurses over it.
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

  /// Whether the recursion has reached the depth that fits any stack.
  var needsLargeStack: Bool { recursion.depth >= Self.ordinaryHeight && !recursion.hasLargeStack }

  /// Runs `body` on a stack with enough space for every tree within the limits.
  mutating func onLargeStack<Result>(
    _ range: SourceRange, _ body: (inout Compiler) throws(SyntaxError) -> Result
  ) throws(SyntaxError) -> Result {
    let tooDeep = options.error(.tooDeep(limit: SyntaxLimits.maximumDepth), at: range)
    var compiler = self
    compiler.recursion.hasLargeStack = true
    var outcome: Swift.Result<Result, SyntaxError> = .failure(tooDeep)
    let hasRun = LargeStack.run {
      outcome = Swift.Result { () throws(SyntaxError) in try body(&compiler) }
    }
    guard hasRun else { throw tooDeep }
    compiler.recursion.hasLargeStack = recursion.hasLargeStack
    self = compiler
    return try outcome.get()
  }

  /// Refuses a tree that is too high or has too many nodes.
  func check(_ size: (height: Int, nodes: Int), _ range: SourceRange) throws(SyntaxError) {
    if let refusal = Self.refusal(size.height, size.nodes) {
      throw options.error(refusal, at: range)
    }
  }

  /// The error for a tree of this size; nil if it is within the limits.
  static func refusal(_ height: Int, _ nodes: Int) -> SyntaxError.Kind? {
    if height > maximumDepth { return .tooDeep(limit: SyntaxLimits.maximumDepth) }
    return nodes > SyntaxLimits.maximumNodes
      ? .tooManyNodes(limit: SyntaxLimits.maximumNodes) : nil
  }
}
