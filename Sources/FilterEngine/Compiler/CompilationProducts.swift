import FilterSyntax

/// The results of the compiler besides the closures.
struct CompilationProducts {
  /// The variables in the order of their first use. A run keeps their values in the same order.
  private(set) var variables: [String] = []
  private var variableSlots: [ByteKey: Int] = [:]

  /// Whether a row can bind variables for the rest of its evaluation.
  var assignsVariables = false

  /// The number of steps that read a key from objects of changing shape.
  var placeCount = 0

  /// The slots of the key paths that are read, for lines that are read into slots.
  var slotPaths = SlotPaths()

  /// The constant patterns of `MATCHES` and `capture`, each compiled once.
  var patterns: [PatternKey: CompiledPattern] = [:]

  /// The memory of these patterns; nil before the first one.
  var patternMemory: PatternMemory?

  /// The run of the constant parts; nil before the first one.
  var constants: EvaluationContext?

  /// The notes on the predicate.
  private(set) var notes: [FilterNote] = []
  private var notedRanges: Set<SourceRange> = []

  /// The slot of a variable in a run.
  mutating func slot(of variable: String) -> Int {
    let key = ByteKey(variable)
    if let slot = variableSlots[key] { return slot }
    variableSlots[key] = variables.count
    variables.append(variable)
    return variables.count - 1
  }

  /// Adds a note, unless there is one for the same range.
  @inline(never)
  mutating func note(_ note: FilterNote) {
    if notedRanges.insert(note.range).inserted { notes.append(note) }
  }
}
