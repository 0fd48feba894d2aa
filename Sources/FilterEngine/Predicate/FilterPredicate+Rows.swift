#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension FilterPredicate {
  /// A run for several rows.
  package func makeRun(
    bindings: [String: FilterValue], now: Date?, limits: EvaluationLimits = .standard
  ) -> EvaluationContext {
    program.run(bindings, now, limits)
  }

  /// Whether one item matches, in a run that goes over many.
  package func matches(_ item: Item, in run: EvaluationContext) throws(EvaluationError) -> Bool {
    try matches(item, run)
  }
}
