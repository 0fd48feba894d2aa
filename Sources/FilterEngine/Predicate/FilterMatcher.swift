#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A predicate over values, ready for one row after another.
///
/// Holds what a run needs, so that nothing is made for each row. Not for two threads.
package final class FilterMatcher {
  package let predicate: FilterPredicate<FilterValue>

  let run: EvaluationContext

  /// A matcher whose rows all see the same variables and the same time.
  package init(
    _ predicate: FilterPredicate<FilterValue>, bindings: [String: FilterValue], now: Date,
    limits: EvaluationLimits = .standard
  ) {
    self.predicate = predicate
    run = predicate.program.run(bindings, now, limits)
  }

  /// Why the run has ended before its work was done: time or cancellation.
  package var end: EvaluationError? { run.end }

  /// Counts work of the caller, such as the bytes of a line by 32; why the run has to end, if it has.
  package func work(_ units: Int) -> EvaluationError? { run.work(units) }

  /// Whether `value` matches; throws where there is no answer.
  package func matches(_ value: FilterValue) throws(EvaluationError) -> Bool {
    if let end = run.work(1) { throw end }
    run.beginRow()
    return try withUnsafePointer(to: value) { address throws(EvaluationError) in
      try predicate.program.program.matches(Row(address), run, orMake: { run })
    }
  }
}
