import FilterSyntax

/// Turns a tree into closures, once: everything that can be decided before a row is seen is decided
/// here.
struct Compiler {
  let layout: RowLayout
  let libraries: LibraryIndex
  let isStrict: Bool

  /// The text of the predicate, for errors; nil where a tree was given.
  let text: String?

  /// Whether an error for an unknown key names the nearest one of the field table.
  var suggestsKeys = true

  /// The variables in the order in which they were met; their values lie in the same order in a run.
  var variables: [String] = []

  /// Whether a row can bind variables for the rest of its evaluation.
  var assignsVariables = false

  /// How many steps read a key from objects of changing shape.
  var placeCount = 0

  /// How many places compile their pattern while they run.
  var patternCount = 0

  /// Whether the sides of `MATCHES` are being compiled.
  var isMatching = false

  /// The constant patterns of `MATCHES`, each compiled once.
  var patterns: [PatternKey: CompiledPattern] = [:]

  /// The values of variables that are constants for every row.
  var bindings: [String: FilterValue] = [:]

  /// The slots that were asked for, where lines are read into slots.
  var slotPaths = SlotPaths()

  /// The fields that are read and differ in size from row to row.
  var sizes: [FieldSize] = []

  /// How many steps the constant parts may still take together; what goes beyond is left to the rows.
  var constantSteps = EvaluationLimits.standard.steps

  /// What is worth knowing of the predicate.
  var notes: [FilterNote] = []

  /// How deep the recursion over the tree is.
  private(set) var depth = 0

  /// Whether the recursion runs on a stack with room for every tree that the limits allow.
  var hasLargeStack = false

  /// How deep the recursion over the tree was at most.
  private(set) var levels = 0

  /// The elements of subqueries around the expression in hand: their static types by slot.
  var elementTypes: [Int: StaticType] = [:]

  init(layout: RowLayout, libraries: LibraryIndex, isStrict: Bool, text: String?) {
    self.layout = layout
    self.libraries = libraries
    self.isStrict = isStrict
    self.text = text
  }

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

  /// Goes one level down the tree; a tree that was not parsed may be of any depth. Whoever enters
  /// leaves again, unless it throws.
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

/// What a pattern is compiled from.
struct PatternKey: Hashable, Sendable {
  let text: Exactly
  let options: AST.Comparison.Options
}
