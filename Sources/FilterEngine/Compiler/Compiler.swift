import FilterSyntax

/// Compiles a tree into closures, and decides everything that does not depend on a row.
struct Compiler {
  let layout: RowLayout
  let libraries: LibraryIndex
  let isStrict: Bool

  /// The text of the predicate, for errors; nil if the predicate was made of a tree.
  let text: String?

  /// Whether kinds that do not fit are left to the evaluation, as Foundation does.
  let isLenient: Bool

  /// Whether an error for an unknown key names the nearest one of the field table.
  var suggestsKeys = true

  /// The variables in the order of their first use. A run keeps their values in the same order.
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

  /// The slots of the key paths that are read, for lines that are read into slots.
  var slotPaths = SlotPaths()

  /// The fields whose values differ in size from row to row.
  var sizes: [FieldSize] = []

  /// The steps that remain for all constant parts together. Parts that exceed them are evaluated for each row.
  var constantSteps = EvaluationLimits.standard.steps

  /// The notes on the predicate.
  var notes: [FilterNote] = []

  /// The current depth of the recursion over the tree.
  private(set) var depth = 0

  /// Whether the recursion runs on a stack with enough space for every tree within the limits.
  var hasLargeStack = false

  /// The greatest depth of the recursion over the tree.
  private(set) var levels = 0

  /// The static types of the elements of the enclosing subqueries, by slot.
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

  /// Whether known kinds that do not fit are an error of the text.
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

  /// Goes one level down the tree. A tree that was not parsed can have any depth. The caller calls `leave()`
  /// afterwards, unless this throws.
  mutating func enter(_ range: SourceRange) throws(SyntaxError) {
    depth += 1
    levels = max(levels, depth)
    guard depth <= Self.maximumDepth else {
      throw error(.tooDeep(limit: SyntaxLimits.maximumDepth), at: range)
    }
  }

  /// Goes one level up.
  mutating func leave() { depth -= 1 }

  /// A level of the text takes at most three levels of the tree: a subquery is an expression that holds a
  /// comparison that holds an expression.
  static let maximumDepth = 3 * SyntaxLimits.maximumDepth
}

/// The text and options of a pattern.
struct PatternKey: Hashable, Sendable {
  let text: Exactly
  let options: AST.Comparison.Options
}
