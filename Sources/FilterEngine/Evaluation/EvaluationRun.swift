public import FilterSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What one run needs beside the row: one evaluation, or one pass over a list.
///
/// Made once a run and confined to it; nothing is kept for a thread or globally.
public final class EvaluationRun {
  /// The current time, the same for the whole run.
  public let now: Date

  /// The values of the predicate's variables, by slot; nil where none is bound.
  var variables: [FilterValue?]

  /// The variables as the run found them; rows that assign begin from these.
  private let given: [FilterValue?]

  /// How many more steps the row may take where work can multiply.
  private(set) var remainingSteps: Int

  /// How many steps a row may take.
  private let budget: Int

  /// What PCRE2 needs for a match.
  private(set) lazy var regexScratch = RegexScratch()

  /// The last pattern of each place whose pattern is not constant, by slot.
  var patterns: [Int: RunPattern] = [:]

  /// Where each key was found last, by the slot of the step that reads it.
  var places: [ObjectPlace]

  /// What memory is asked for ahead of the rows that are going to be copied.
  var copies: ReferencePlaces?

  init(
    now: Date, variables: [FilterValue?], places: Int, steps: Int = EvaluationLimits.maximumSteps
  ) {
    self.now = now
    budget = steps
    remainingSteps = steps
    self.variables = variables
    self.given = variables
    self.places = Array(repeating: ObjectPlace(), count: places)
  }

  /// Gives the next row its budget.
  func beginRow() {
    remainingSteps = budget
  }

  /// Takes back what a row bound with `:=`.
  func resetVariables() {
    variables = given
  }

  /// Takes `count` steps of the row's budget, at a part of the filter's text.
  ///
  /// What visits elements or makes them takes a step for each, before it does. An error without a
  /// range gets that of the call.
  ///
  /// - Throws: `budget` where the row has fewer steps left.
  public func spend(_ count: Int, at range: SourceRange? = nil) throws(EvaluationError) {
    remainingSteps -= min(max(count, 0), remainingSteps + 1)
    guard remainingSteps >= 0 else {
      throw EvaluationError(.tooManySteps(limit: budget), at: range)
    }
  }
}

/// Where a key stands among the values of objects of one shape.
struct ObjectPlace {
  var shape: FilterObject.Shape?
  var slot: Int?
}

/// The pattern that a place used last in a run.
struct RunPattern {
  let pattern: String
  let expression: RegularExpression
}
