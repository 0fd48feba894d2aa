import FilterSyntax

/// Compiles a tree into closures. Everything that does not depend on a row is decided here.
struct Compiler {
  let layout: RowLayout
  let libraries: LibraryIndex
  let isStrict: Bool

  /// The text of the predicate, for errors; nil where a tree was given.
  let text: String?

  /// Whether kinds that do not fit are left to the evaluation, as Foundation does.
  let isLenient: Bool

  /// Whether an error for an unknown key names the nearest one of the field table.
  var suggestsKeys = true

  /// The variables in the order in which they were met; their values lie in the same order in a run.
  var variables: [String] = []

  /// Whether a row can bind variables for the rest of its evaluation.
  var assignsVariables = false

  /// The number of steps that read a key from objects of changing shape.
  var placeCount = 0

  /// The number of comparisons that compile their pattern at run time.
  var patternCount = 0

  /// Whether the sides of `MATCHES` are being compiled.
  var isMatching = false

  /// The constant patterns of `MATCHES`, each compiled once.
  var patterns: [PatternKey: CompiledPattern] = [:]

  /// The values of variables that are constants for every row.
  var bindings: [String: FilterValue] = [:]

  /// The slots of the key paths that are read, where lines are read into slots.
  var slotPaths = SlotPaths()

  /// The fields whose values differ in size from row to row.
  var sizes: [FieldSize] = []

  /// The steps that the constant parts may still take together. Each row evaluates what exceeds them.
  var constantSteps = EvaluationLimits.standard.steps

  /// The notes on the predicate.
  var notes: [FilterNote] = []

  /// The current depth of the recursion over the tree.
  private(set) var depth = 0

  /// Whether the recursion runs on a stack with room for every tree that the limits allow.
  var hasLargeStack = false

  /// The greatest depth of the recursion over the tree.
  private(set) var levels = 0

  /// The elements of subqueries around the expression in hand: their static types by slot.
  var elementTypes: [Int: StaticType] = [:]

  init(
    layout: RowLayout, libraries: LibraryIndex, isStrict: Bool, isLenient: Bool = false,
    text: String?
  ) {
    self.layout = layout
    self.libraries = libraries
    self.isStrict = isStrict
    self.isLenient = isLenient
    self.text = text
  }

  /// Whether kinds that are known and do not fit are an error of the text.
  var checksKinds: Bool { layout.isTyped && !isLenient }

  /// The slot of a variable in a run.
  mutating func slot(of variable: String) -> Int {
    if let slot = variables.firstIndex(where: { $0.hasSameBytes(as: variable) }) { return slot }
    variables.append(variable)
    return variables.count - 1
  }

  /// An error at `range` of the text.
  func error(_ kind: SyntaxError.Kind, at range: SourceRange) -> SyntaxError {
    SyntaxError(kind, at: range, in: text ?? "")
  }

  /// Goes one level down the tree; a tree that was not parsed may be of any depth. A caller that enters
  /// calls `leave()`, unless it throws.
  mutating func enter(_ range: SourceRange) throws(SyntaxError) {
    depth += 1
    levels = max(levels, depth)
    guard depth <= Self.maximumDepth else {
      throw error(.tooDeep(limit: SyntaxLimits.maximumDepth), at: range)
    }
  }

  /// Goes one level up.
  mutating func leave() { depth -= 1 }

  /// A level of the text is at most this many levels of the tree: a subquery is an expression with a
  /// comparison with an expression.
  static let maximumDepth = 3 * SyntaxLimits.maximumDepth
}

/// The text and options of a pattern.
struct PatternKey: Hashable, Sendable {
  let text: Exactly
  let options: AST.Comparison.Options
}
