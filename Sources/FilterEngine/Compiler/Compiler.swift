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
  private(set) var variables: [String] = []
  private var variableSlots: [ByteKey: Int] = [:]

  /// Whether a row can bind variables for the rest of its evaluation.
  var assignsVariables = false

  /// The number of steps that read a key from objects of changing shape.
  var placeCount = 0

  /// Whether the sides of `MATCHES` are being compiled.
  var isMatching = false

  /// The constant patterns of `MATCHES`, each compiled once.
  var patterns: [PatternKey: CompiledPattern] = [:]

  /// The memory of these patterns; nil before the first one.
  var patternMemory: PatternMemory?

  /// The values of variables that are constants for every row.
  var bindings: [String: FilterValue] = [:]

  /// The slots of the key paths that are read, for lines that are read into slots.
  var slotPaths = SlotPaths()

  /// The number of comparisons so far.
  var comparisonCount = 0

  /// The units of work of a row, without the sizes of its values. Eight comparisons in place take about one unit.
  var weight: Int { 1 + comparisonCount / 8 }

  /// The units of work of a row for an expression, each node of which takes about one.
  var expressionWeight: Int { weight + expressionCount }

  /// The number of expressions so far.
  var expressionCount = 0

  /// The number of connectives and negations so far.
  var connectiveCount = 0

  /// The number of subqueries around the current node.
  var bodyDepth = 0

  /// The number of the next subquery whose elements a run records; nil if it records none.
  var recordedSubqueries: Int?

  /// The fields whose values differ in size from row to row.
  var sizes: [FieldSize] = []

  /// The limits on the work of the compiler; nil for a tree that has been compiled within them before.
  let limits: CompilationLimits?

  /// The units of work before the next check of time and cancellation.
  var untilLook = EvaluationWatch.interval

  /// The run of the constant parts; nil before the first one.
  var constants: EvaluationContext?

  /// The notes on the predicate.
  private(set) var notes: [FilterNote] = []
  private var notedRanges: Set<SourceRange> = []

  /// The current depth of the recursion over the tree.
  private(set) var depth = 0

  /// Whether the recursion runs on a stack with enough space for every tree within the limits.
  var hasLargeStack = false

  /// The greatest depth of the recursion over the tree.
  private(set) var levels = 0

  /// The static types of the elements of the enclosing subqueries, by slot.
  var elementTypes: [Int: StaticType] = [:]

  @inline(never)
  init(
    layout: RowLayout, libraries: LibraryIndex, isStrict: Bool, isLenient: Bool = false,
    text: String?, limits: CompilationLimits? = nil
  ) {
    self.limits = limits
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
    let key = ByteKey(variable)
    if let slot = variableSlots[key] { return slot }
    variableSlots[key] = variables.count
    variables.append(variable)
    return variables.count - 1
  }

  /// An error at `range` of the text.
  @inline(never)
  func error(_ kind: SyntaxError.Kind, at range: SourceRange) -> SyntaxError {
    SyntaxError(kind, at: range, in: text ?? "")
  }

  /// Goes one level down the tree. A tree that was not parsed can have any depth. The caller calls `leave()`
  /// afterwards, unless this throws.
  @inline(__always)
  mutating func enter(_ range: SourceRange) throws(SyntaxError) {
    depth += 1
    levels = max(levels, depth)
    guard depth <= Self.maximumDepth else { throw tooDeep(at: range) }
    try work(Self.nodeUnits, at: range)
  }

  @inline(never)
  private func tooDeep(at range: SourceRange) -> SyntaxError {
    error(.tooDeep(limit: SyntaxLimits.maximumDepth), at: range)
  }

  /// The units of work of a node: parsing, checking and compiling it takes a microsecond or two.
  private static let nodeUnits = 32

  /// Adds a note, unless there is one for the same range.
  @inline(never)
  mutating func note(_ note: FilterNote) {
    if notedRanges.insert(note.range).inserted { notes.append(note) }
  }

  /// Goes one level up.
  mutating func leave() { depth -= 1 }

  /// A level of the text takes at most three levels of the tree: a subquery is an expression that holds a
  /// comparison that holds an expression.
  static let maximumDepth = 3 * SyntaxLimits.maximumDepth
}
