import EssentialFoundation
import FilterSyntax

/// A compiled predicate without the type of its items.
struct Program: Sendable {
  let evaluator: PredicateEvaluator
  let filter: RowFilter
  let plan: Plan
  let environment: RunLayout
  let notes: [FilterNote]

  /// The constant patterns of `MATCHES` and `capture`, compiled.
  let patterns: [PatternKey: CompiledPattern]

  /// The limits that it was compiled with; nil for none.
  let compilationLimits: CompilationLimits?

  /// The fields that are read and whose values differ in size.
  private let sizes: [FieldSize]

  /// The units of work of a row besides the sizes of its values.
  let weight: Int

  init(_ compiled: borrowing CompiledPredicate, _ compiler: borrowing Compiler) {
    environment = RunLayout(compiler.products)
    notes = compiler.products.notes
    patterns = compiler.products.patterns
    compilationLimits = compiler.options.limits
    sizes = compiler.cost.sizes
    weight = compiler.cost.weight
    if compiler.products.assignsVariables {
      // Variables that a row binds are reset before the next row.
      let inner = compiled.evaluator
      evaluator = PredicateEvaluator { row, run throws(EvaluationError) in
        run.resetVariables()
        return try inner.evaluate(row, run)
      }
      filter = .precise(evaluator)
    } else {
      evaluator = compiled.evaluator
      filter = compiled.filter
    }
    plan = compiled.plan
  }

  /// Whether the run for one row must be made: its filter needs one, or its values are so large that time and
  /// cancellation are checked while they are read.
  func needsRun(_ row: Row, _ limits: EvaluationLimits) -> Bool {
    filter.runUse.needsRun(limits) || !sizes.isEmpty && sizes.units(row) >= EvaluationWatch.interval
  }

  /// The answer for a block in a run that can end early. It tests a few rows at a time, bounded by their work.
  ///
  /// When the run ends, the remaining rows have no answer.
  @inline(never)
  func watchedAnswer(_ block: Block, _ run: EvaluationContext) -> BlockAnswer {
    guard Block.capacity &* weight >= EvaluationWatch.interval else {
      // Each comparison of fields that differ in size charges these itself.
      guard run.work(block.count &* weight) == nil else {
        return BlockAnswer(matches: 0, failures: block.candidates)
      }
      return filter.many(block, run)
    }
    return run.answer(block, filter.many) { _ in weight }
  }

  /// Whether the row matches. If the fast path has no answer, the precise evaluator throws the error.
  @inline(__always)
  func matches(
    _ row: Row, _ run: EvaluationContext?, orMake makeRun: () -> EvaluationContext
  ) throws(EvaluationError) -> Bool {
    switch filter.one(row, run) {
    case .yes: return true
    case .no: return false
    case .failed: return try explainFailure(row, run ?? makeRun())
    }
  }

  /// Evaluates a failed row again, for its error.
  @inline(never)
  func explainFailure(_ row: Row, _ run: EvaluationContext) throws(EvaluationError) -> Bool {
    if let end = run.end { throw end }
    run.beginRow()
    return try evaluator.evaluate(row, run)
  }
}

/// The sizes of the state of a run, and what the constant parts have lost.
struct RunLayout: Sendable {
  let variables: [String]
  let placeCount: Int
  private let lostParts: [LostPart]

  init(_ products: borrowing CompilationProducts) {
    variables = products.variables
    placeCount = products.placeCount + 1
    lostParts = products.constants?.lostParts ?? []
  }

  /// A run with the values of its variables. Its time begins now.
  func run(
    bindings: [String: FilterValue], now: Date?, limits: EvaluationLimits
  ) -> EvaluationContext {
    EvaluationContext(
      now: now ?? Date(), variables: variables.map { bindings[$0] }, places: placeCount,
      limits: limits, watch: EvaluationWatch(limits), lostParts: lostParts)
  }
}
