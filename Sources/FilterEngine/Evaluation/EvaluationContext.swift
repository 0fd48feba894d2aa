public import EssentialFoundation
public import FilterSyntax

/// The state of a run: one evaluation, or one pass over a list.
///
/// It is made once for each run and used only there. No state is kept per thread or globally.
public final class EvaluationContext {
  /// The current time, the same for the whole run.
  public let now: Date

  /// The values of the predicate's variables, by slot; nil for unbound ones.
  var variables: [FilterValue?]

  /// The initial variables. A row that assigns variables starts with these.
  private let given: [FilterValue?]

  /// The limits of the run.
  package let limits: EvaluationLimits

  /// The budget of a row.
  private let budget: EvaluationBudget

  /// The rest of the budget of the current row.
  private var left: EvaluationBudget

  /// The rest of the budget of each row of a block, while several comparisons test them in turn. Rows from
  /// `laneCount` on have the whole budget.
  private var lanes: [EvaluationBudget] = []
  private var laneCount = 0

  /// Whether a row of the current block has exceeded a limit. The rows that are not decided by then are
  /// evaluated one by one, in order, because a caller that throws needs none after the first that fails.
  var isBlockOver = false

  /// Ends the run from outside; nil if nothing can end it.
  private let watch: EvaluationWatch?

  /// The units of work before the next check of the watch.
  private var untilLook: Int

  /// Why the run has ended before its work was done. Nothing is evaluated after it.
  package private(set) var end: EvaluationError?

  /// The memory that regular expressions need for a match.
  private(set) lazy var regexScratch = RegexScratch(
    limits.regularExpressions, isWatched: isWatched, charge: { [unowned self] in charge($0) },
    work: { [unowned self] in work($0) })

  /// The patterns of `MATCHES` and `capture` that are not constant.
  lazy var patterns = PatternCache(limit: limits.regularExpressions.compiledBytes)

  /// The slot in which each key was last found, by the step that reads it.
  var places: [ObjectPlace]

  /// The elements that passed a subquery of the current comparison, and the number of the subquery; nil unless the
  /// run records them.
  var passed: (number: Int, elements: [FilterValue])?

  /// The parts of the text that have lost a part of a value, each once.
  var lostParts: [LostPart]

  /// The memory to prefetch for the rows that will be copied.
  var copies: ReferencePlaces?

  /// A run. Without a watch, only the limits of a row can end it.
  init(
    now: Date, variables: [FilterValue?], places: Int, limits: EvaluationLimits = .standard,
    watch: EvaluationWatch? = nil, lostParts: [LostPart] = []
  ) {
    self.now = now
    self.lostParts = lostParts
    self.limits = limits
    self.watch = watch
    untilLook = watch == nil ? .max : EvaluationWatch.interval
    budget = EvaluationBudget(limits)
    left = budget
    self.variables = variables
    self.given = variables
    self.places = Array(repeating: ObjectPlace(), count: places)
  }

  /// Makes room for the slots of more steps of key paths.
  func makePlaces(_ count: Int) {
    while places.count < count { places.append(ObjectPlace()) }
  }

  /// Whether the row has taken no step yet.
  var hasAllSteps: Bool { left.steps == budget.steps }

  /// The steps that the row has left.
  package var remainingSteps: Int { left.steps }

  /// Gives the next row its budget.
  package func beginRow() { left = budget }

  /// Gives the rows of the next block their budgets.
  func beginBlock() {
    laneCount = 0
    isBlockOver = false
  }

  /// Continues with the budget that the previous comparison left for a row of the block.
  @inline(__always)
  func beginLane(_ lane: Int) {
    left = lane < laneCount ? lanes[lane] : budget
  }

  /// Stores the budget that a row of the block has left.
  @inline(__always)
  func endLane(_ lane: Int) {
    // Most comparisons charge nothing.
    if lane < laneCount || left != budget { keepLane(lane) }
  }

  @inline(never)
  private func keepLane(_ lane: Int) {
    while laneCount <= lane {
      if laneCount < lanes.count { lanes[laneCount] = budget } else { lanes.append(budget) }
      laneCount += 1
    }
    lanes[lane] = left
  }

  /// Keeps the elements that passed a subquery, if it is the first in the text so far.
  func record(passed elements: [FilterValue], _ number: Int) {
    if let passed, passed.number < number { return }
    passed = (number, elements)
  }

  /// Restores variables that a row bound with `:=`.
  func resetVariables() {
    variables = given
  }

  /// Charges `count` steps to the row's budget, for a part of the filter's text.
  ///
  /// Code that visits or makes elements charges a step for each element in advance. An error without a range
  /// gets the range of the call.
  ///
  /// - Throws: `budget` where the row has fewer steps left; `time` or `cancelled` where the run must end.
  public func spend(_ count: Int, at range: SourceRange? = nil) throws(EvaluationError) {
    guard EvaluationBudget.take(count, of: &left.steps) else {
      throw EvaluationError(.tooManySteps(limit: max(limits.steps, 0)), at: range)
    }
    if let end = work(count, at: range) { throw end }
  }

  /// Charges `count` steps for a library that cannot throw. Returns the error if the evaluation must end.
  func charge(_ count: Int) -> EvaluationError? {
    do throws(EvaluationError) {
      try spend(count)
      return nil
    } catch {
      return error
    }
  }

  /// Charges `steps` to the row's budget, and counts `units` of work.
  @inline(__always)
  func spend(
    _ steps: Int, working units: Int, at range: SourceRange
  ) throws(EvaluationError) {
    // Neither is negative, and both are far from overflow.
    left.steps -= steps
    guard left.steps >= 0 else { throw overspent(at: range) }
    if let end = work(units, at: range) { throw end }
  }

  @inline(never)
  private func overspent(at range: SourceRange) -> EvaluationError {
    left.steps = 0
    return EvaluationError(.tooManySteps(limit: max(limits.steps, 0)), at: range)
  }

  /// Charges `count` values before they are added to a collection.
  func make(elements count: Int, at range: SourceRange? = nil) throws(EvaluationError) {
    guard EvaluationBudget.take(count, of: &left.elements) else {
      throw EvaluationError(.tooManyElements(limit: max(limits.elements, 0)), at: range)
    }
    if let end = work(count, at: range) { throw end }
  }

  /// Charges `count` bytes of a text that is made.
  func make(bytes count: Int, at range: SourceRange? = nil) throws(EvaluationError) {
    guard EvaluationBudget.take(count, of: &left.bytes) else {
      throw EvaluationError(.tooManyBytes(limit: max(limits.bytes, 0)), at: range)
    }
  }

  // MARK: - The end from outside

  /// Whether something can end the run before its work is done.
  var isWatched: Bool { watch != nil }

  /// Counts work that is not a step, and checks the watch when it is due. Returns the error if the run has to
  /// end.
  @inline(__always)
  package func work(_ units: Int, at range: SourceRange? = nil) -> EvaluationError? {
    untilLook -= max(units, 0)
    return untilLook < 0 ? look(at: range) : nil
  }

  /// The same for a loop over what has been charged: one call for each pass.
  ///
  /// A loop that takes longer than an interval of work in all calls it, so that the run ends within the loop.
  @inline(__always)
  package func pass(_ units: Int = 1) throws(EvaluationError) {
    if let end = work(units) { throw end }
  }

  @inline(never)
  private func look(at range: SourceRange?) -> EvaluationError? {
    if let end { return end }
    guard let watch else {
      untilLook = .max
      return nil
    }
    untilLook = EvaluationWatch.interval
    end = watch.reason(at: range)
    // Every later charge gets the same answer.
    if end != nil { untilLook = -1 }
    return end
  }

  /// Continues with what another run of the same limits has left.
  func take(from other: EvaluationContext) {
    left = other.left
    guard isWatched, other.isWatched else { return }
    (untilLook, end) = (other.untilLook, other.end)
  }

  /// Ends the run: every later evaluation fails with `error`.
  func finish(_ error: EvaluationError) { (end, untilLook) = (end ?? error, -1) }

  /// Keeps the error with the range where it was first thrown.
  func keep(_ error: EvaluationError) {
    if end != nil, end?.range == nil, error.endsCall { end = error }
  }
}

/// The slot of a key in objects of one shape.
struct ObjectPlace {
  var shape: FilterObject.Shape?
  var slot: Int?
}
