package import EssentialFoundation

extension FilterPredicate {
  /// A run for several rows.
  package func makeRun(
    bindings: [String: FilterValue], now: Date?, limits: EvaluationLimits? = nil
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
    let test = AddressTest(program, bindings)
    return { item, limits throws(EvaluationError) in try test.passes(item, limits) }
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

/// A test of single items that is asked often: it keeps what its program is compiled to.
private final class AddressTest {
  private let reference: ProgramReference
  private let bindings: [String: FilterValue]

  /// Nil before it is asked for the first time.
  private var compiled: ProgramReference.Compiled?

  init(_ reference: ProgramReference, _ bindings: [String: FilterValue]) {
    self.reference = reference
    self.bindings = bindings
  }

  // Reads the parts of the program that it needs, each where it is: a copy would count the references of all parts.
  func passes(
    _ item: UnsafeRawPointer, _ limits: EvaluationLimits
  ) throws(EvaluationError) -> Bool {
    // Most predicates have no terms, and the limits of a call are large to copy.
    guard reference.terms == nil else { return try test(item, reference.limits(of: limits)) }
    return try test(item, limits)
  }

  private func test(
    _ item: UnsafeRawPointer, _ limits: EvaluationLimits
  ) throws(EvaluationError) -> Bool {
    let compiled = self.compiled ?? keep()
    let needsRun = compiled.program.needsRun(Row(item), limits)
    let run = needsRun ? makeRun(compiled, limits) : nil
    switch compiled.program.filter.one(Row(item), run) {
    case .yes: return true
    case .no: return false
    case .failed:
      return try compiled.program.explainFailure(Row(item), run ?? makeRun(compiled, limits))
    }
  }

  @inline(never)
  private func keep() -> ProgramReference.Compiled {
    let kept = reference.kept
    compiled = kept
    return kept
  }

  private func makeRun(
    _ compiled: ProgramReference.Compiled, _ limits: EvaluationLimits
  ) -> EvaluationContext {
    compiled.program.environment.run(bindings: bindings, now: nil, limits: limits)
  }
}
