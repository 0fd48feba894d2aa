import FilterSyntax

/// The evaluation of a comparison by the values of its sides.
struct ComparisonEvaluator: Sendable {
  let left: ValueEvaluator
  let right: ValueEvaluator

  /// The answer for two values.
  let body: ComparisonBody
  let quantifier: AST.Comparison.Quantifier?

  /// The steps and the units of work of an evaluation, without those of the elements that a quantifier visits.
  let steps: Int
  let units: Int
  let range: SourceRange

  /// The evaluation as a predicate.
  @inline(never)
  var predicate: PredicateEvaluator {
    guard let quantifier else {
      return PredicateEvaluator { row, run throws(EvaluationError) in
        var observer = NoObserver()
        return try answer(row, run, &observer)
      }
    }
    let rule = ElementQuantifier(quantifier)
    return PredicateEvaluator { row, run throws(EvaluationError) in
      var observer = NoObserver()
      return try answer(quantifier, rule, row, run, &observer)
    }
  }

  /// The answer for a row, with the values that it is made of.
  func answer(
    _ row: Row, _ run: EvaluationContext, observedBy observer: inout some ComparisonObserver
  ) throws(EvaluationError) -> Bool {
    guard let quantifier else { return try answer(row, run, &observer) }
    return try answer(quantifier, ElementQuantifier(quantifier), row, run, &observer)
  }

  @inline(__always)
  private func answer(
    _ row: Row, _ run: EvaluationContext, _ observer: inout some ComparisonObserver
  ) throws(EvaluationError) -> Bool {
    let (a, b) = try sides(row, run, &observer)
    do throws(EvaluationError) {
      return try body(a, b, run)
    } catch {
      throw error.located(at: range)
    }
  }

  /// Applies the operator to each element of the left value, up to the first that decides.
  @inline(__always)
  private func answer(
    _ quantifier: AST.Comparison.Quantifier, _ rule: ElementQuantifier, _ row: Row,
    _ run: EvaluationContext, _ observer: inout some ComparisonObserver
  ) throws(EvaluationError) -> Bool {
    let (a, b) = try sides(row, run, &observer)
    let (body, decisive) = (body, rule.decisive)
    do throws(EvaluationError) {
      for element in try a.elements(for: quantifier) {
        observer.begin(element)
        try run.spend(1)
        if try body(element, b, run) == decisive { return rule.whenDecided }
        observer.pass(element)
      }
      return !rule.whenDecided
    } catch {
      throw error.located(at: range)
    }
  }

  @inline(__always)
  private func sides(
    _ row: Row, _ run: EvaluationContext, _ observer: inout some ComparisonObserver
  ) throws(EvaluationError) -> (left: FilterValue, right: FilterValue) {
    try run.spend(steps, working: units, at: range)
    let a = try left.evaluate(row, run)
    observer.observe(left: a)
    let b = try right.evaluate(row, run)
    observer.observe(right: b)
    return (a, b)
  }
}

/// Receives the values of a comparison while it is evaluated.
protocol ComparisonObserver {
  /// Receives the value of the left side.
  mutating func observe(left value: FilterValue)

  /// Receives the value of the right side.
  mutating func observe(right value: FilterValue)

  /// Receives an element before a quantifier tests it.
  mutating func begin(_ element: FilterValue)

  /// Receives the same element after its test, unless it decided or the test failed.
  mutating func pass(_ element: FilterValue)
}

/// Ignores all values.
private struct NoObserver: ComparisonObserver {
  @inline(__always) func observe(left value: FilterValue) {}
  @inline(__always) func observe(right value: FilterValue) {}
  @inline(__always) func begin(_ element: FilterValue) {}
  @inline(__always) func pass(_ element: FilterValue) {}
}

extension FilterValue {
  /// The elements that a quantifier visits; none for `nil`.
  fileprivate func elements(
    for quantifier: AST.Comparison.Quantifier
  ) throws(EvaluationError) -> [FilterValue] {
    if let elements { return elements }
    guard case .null = self else {
      throw EvaluationError(
        .notElements(quantifier: quantifier.spelling, value: clipped, found: kind))
    }
    return []
  }
}
