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

  /// Whether one item matches, in a run for several items.
  package func matches(_ item: Item, in run: EvaluationContext) throws(EvaluationError) -> Bool {
    try matches(item, run)
  }
}

// Unsafe: an item is passed by its address. Its owner keeps it alive and unchanged during the call.
extension FilterPredicate {
  /// A test of single items by their addresses, for a caller that does not know their type.
  package func testOfAddresses(
    bindings: [String: FilterValue]
  ) -> (UnsafeRawPointer, EvaluationLimits) throws(EvaluationError) -> Bool {
    { [program] item, limits throws(EvaluationError) in
      try program.matches(item, bindings, limits)
    }
  }

  /// A test of single items by their addresses, in a run for several items.
  package func testOfAddresses(
    in run: EvaluationContext
  ) -> (UnsafeRawPointer) throws(EvaluationError) -> Bool {
    { [program] item throws(EvaluationError) in
      try program.program.matches(Row(item), run) { run }
    }
  }
}

extension ProgramReference {
  fileprivate func matches(
    _ item: UnsafeRawPointer, _ bindings: [String: FilterValue], _ limits: EvaluationLimits
  ) throws(EvaluationError) -> Bool {
    try withProgram { program throws(EvaluationError) in
      func makeRun() -> EvaluationContext {
        program.environment.run(bindings: bindings, now: nil, limits: limits)
      }
      let run = program.filter.runUse.needsRun(limits) ? makeRun() : nil
      return try program.matches(Row(item), run, orMake: makeRun)
    }
  }
}
