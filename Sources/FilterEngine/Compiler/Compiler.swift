import FilterSyntax

/// Compiles a tree into closures, and decides everything that does not depend on a row.
struct Compiler {
  let options: CompilationOptions
  var products = CompilationProducts()
  var cost = CompilationCost()
  var recursion = CompilationRecursion()

  @inline(never)
  init(_ options: CompilationOptions) { self.options = options }

  /// Goes one level down the tree. A tree that was not parsed can have any depth. The caller calls `leave()`
  /// afterwards, unless this throws.
  @inline(__always)
  mutating func enter(_ range: SourceRange) throws(SyntaxError) {
    recursion.depth += 1
    recursion.levels = max(recursion.levels, recursion.depth)
    guard recursion.depth <= Self.maximumDepth else { throw tooDeep(at: range) }
    try work(Self.nodeUnits, at: range)
  }

  @inline(never)
  private func tooDeep(at range: SourceRange) -> SyntaxError {
    options.error(.tooDeep(limit: SyntaxLimits.maximumDepth), at: range)
  }

  /// The units of work of a node: parsing, checking and compiling it takes a microsecond or two.
  private static let nodeUnits = 32

  /// Goes one level up.
  mutating func leave() { recursion.depth -= 1 }

  /// Declares the static type of the values of a variable.
  mutating func declare(_ variable: String, _ type: StaticType) {
    recursion.elementTypes[products.slot(of: variable)] = type
  }

  /// A level of the text takes at most three levels of the tree: a subquery is an expression that holds a
  /// comparison that holds an expression.
  static let maximumDepth = 3 * SyntaxLimits.maximumDepth
}

/// The place of the compiler in the tree.
struct CompilationRecursion {
  /// The current depth.
  var depth = 0

  /// The greatest depth so far.
  var levels = 0

  /// Whether the recursion runs on a stack with enough space for every tree within the limits.
  var hasLargeStack = false

  /// Whether the sides of `MATCHES` are being compiled.
  var isMatching = false

  /// The number of subqueries around the current node.
  var bodyDepth = 0

  /// The number of the next subquery whose elements a run records; nil if it records none.
  var recordedSubqueries: Int?

  /// The static types of the elements of the enclosing subqueries, by slot.
  var elementTypes: [Int: StaticType] = [:]
}
