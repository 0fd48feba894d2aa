public import FilterSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The state of one run besides its rows: one evaluation, or one pass over a list.
///
/// Made once a run and confined to it; nothing is kept for a thread or globally.
public final class EvaluationContext {
  /// The current time, the same for the whole run.
  public let now: Date

  /// The values of the predicate's variables, by slot; nil where none is bound.
  var variables: [FilterValue?]

  /// The variables as the run found them; rows that assign begin from these.
  private let given: [FilterValue?]

  /// The limits of the run.
  let limits: EvaluationLimits

  /// The budget of a row.
  private let budget: EvaluationBudget

  /// The rest of the budget of the current row.
  private var left: EvaluationBudget

  /// The rest of the budget of each row of a block, while one comparison after another tests all of them.
  private var lanes: [EvaluationBudget] = []

  /// Ends the run from outside; nil where nothing can.
  private let watch: EvaluationWatch?

  /// The units of work until the watch is asked again.
  private var untilLook: Int

  /// Why the run has ended before its work was done. Nothing is evaluated after it.
  private(set) var end: EvaluationError?

  /// The memory that regular expressions need for a match.
  private(set) lazy var regexScratch = RegexScratch(limits.regularExpressions, isWatched: isWatched)
  {
    [unowned self] units in self.error { () throws(EvaluationError) in try self.spend(units) }
  }

  /// The last pattern of each place whose pattern is not constant, by slot.
  var patterns: [Int: RunPattern] = [:]

  /// The slot at which each key was found last, by the step that reads it.
  var places: [ObjectPlace]

  /// The memory to prefetch for the rows that will be copied.
  var copies: ReferencePlaces?

  /// A run; without a watch nothing but the limits of a row ends it.
  init(
    now: Date, variables: [FilterValue?], places: Int, limits: EvaluationLimits = .standard,
    watch: EvaluationWatch? = nil
  ) {
    self.now = now
    self.limits = limits
    self.watch = watch
    untilLook = watch == nil ? .max : EvaluationWatch.interval
    budget = EvaluationBudget(limits)
    left = budget
    self.variables = variables
    self.given = variables
    self.places = Array(repeating: ObjectPlace(), count: places)
  }

  /// How many more steps the row may take.
  var remainingSteps: Int { left.steps }

  /// Gives the next row its budget.
  func beginRow() { left = budget }

  /// Gives the rows of the next block their budgets.
  func beginBlock() { lanes.removeAll(keepingCapacity: true) }

  /// Goes on with a row of the block where the comparison before left it.
  func beginLane(_ lane: Int) {
    left = lane < lanes.count ? lanes[lane] : budget
  }

  /// Keeps what a row of the block may still take.
  func endLane(_ lane: Int) {
    // Most comparisons charge nothing.
    if lane >= lanes.count {
      guard left != budget else { return }
      while lanes.count <= lane { lanes.append(budget) }
    }
    lanes[lane] = left
  }

  /// Takes back what a row bound with `:=`.
  func resetVariables() {
    variables = given
  }

  /// Takes `count` steps of the row's budget, at a part of the filter's text.
  ///
  /// Code that visits or makes elements takes a step for each, before it does. An error without a
  /// range gets that of the call.
  ///
  /// - Throws: `budget` where the row has fewer steps left; `time` or `cancelled` where the run has to end.
  public func spend(_ count: Int, at range: SourceRange? = nil) throws(EvaluationError) {
    guard EvaluationBudget.take(count, of: &left.steps) else {
      throw EvaluationError(.tooManySteps(limit: max(limits.steps, 0)), at: range)
    }
    if let end = work(count, at: range) { throw end }
  }

  /// Takes `count` values that are put into a collection, before they are.
  func make(elements count: Int, at range: SourceRange? = nil) throws(EvaluationError) {
    guard EvaluationBudget.take(count, of: &left.elements) else {
      throw EvaluationError(.tooManyElements(limit: max(limits.elements, 0)), at: range)
    }
    if let end = work(count, at: range) { throw end }
  }

  /// Takes `count` bytes of a text that is made.
  func make(bytes count: Int, at range: SourceRange? = nil) throws(EvaluationError) {
    guard EvaluationBudget.take(count, of: &left.bytes) else {
      throw EvaluationError(.tooManyBytes(limit: max(limits.bytes, 0)), at: range)
    }
  }

  // MARK: - The end from outside

  /// Whether something can end the run before its work is done.
  var isWatched: Bool { watch != nil }

  /// Counts work that is not a step, and asks the watch where it is time; why the run has to end, if it has.
  @inline(__always)
  func work(_ units: Int, at range: SourceRange? = nil) -> EvaluationError? {
    untilLook -= max(units, 0)
    return untilLook < 0 ? look(at: range) : nil
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

  /// Ends the run: what is evaluated from now on fails with `error`.
  func finish(_ error: EvaluationError) { (end, untilLook) = (end ?? error, -1) }

  /// Keeps the end with the place where it was met first.
  func keep(_ error: EvaluationError) {
    if end != nil, end?.range == nil, error.endsCall { end = error }
  }

  /// The error that `body` throws.
  private func error(_ body: () throws(EvaluationError) -> Void) -> EvaluationError? {
    do throws(EvaluationError) {
      try body()
      return nil
    } catch {
      return error
    }
  }
}

/// The slot of a key in objects of one shape.
struct ObjectPlace {
  var shape: FilterObject.Shape?
  var slot: Int?
}

/// The pattern that a place used last in a run.
struct RunPattern {
  let pattern: String
  let expression: any RegularExpression
}
