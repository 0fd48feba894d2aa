import EssentialFoundation
import FilterSyntax

// Constant parts are evaluated once, when the predicate is made. A predicate keeps their values, and a short text can
// ask for large ones. So all of them together have a budget, and a part that exceeds it is evaluated for each row.
extension Compiler {
  /// The values and the bytes of text that the constant parts of a predicate may make. Lists that are written out take
  /// none, because their text is as long.
  private static let constantElements = 1 << 12
  private static let constantBytes = 1 << 16

  /// Evaluates the expression now if all of its parts are constant. An error is kept until evaluation reaches
  /// it.
  mutating func folded(
    _ expression: CompiledExpression, _ parts: [CompiledExpression], isPure: Bool = true
  ) -> CompiledExpression {
    guard isPure, parts.allSatisfy(\.isConstant) else { return expression }
    let run = constantRun()
    let hasAllSteps = run.hasAllSteps
    do throws(EvaluationError) {
      let value = try withoutRow { row throws(EvaluationError) in
        try expression.evaluator.evaluate(row, run)
      }
      var result = CompiledExpression(constant: value)
      if value.kind == .null { result.type = expression.type }
      return result
    } catch {
      if isLeftToRows(error, hasAllSteps) { return expression }
      if let range = error.range {
        products.note(FilterNote(.alwaysFails, "always an error: \(error)", at: range))
      }
      return CompiledExpression(failure: error, type: expression.type)
    }
  }

  /// A list that is written out, as a constant if all of its elements are.
  mutating func folded(
    _ list: CompiledExpression, listing elements: [CompiledExpression]
  ) -> CompiledExpression {
    var values: [FilterValue] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      guard let value = element.constant else { return folded(list, elements) }
      values.append(value)
    }
    let value = FilterValue.list(FilterList(values))
    guard !value.isTooDeep else { return folded(list, elements) }
    return CompiledExpression(constant: value)
  }

  /// The truth of a comparison of constants; nil if it is left to the rows.
  mutating func constantValue(
    _ evaluator: PredicateEvaluator
  ) throws(EvaluationError) -> Bool? {
    let run = constantRun()
    let hasAllSteps = run.hasAllSteps
    do throws(EvaluationError) {
      return try withoutRow { row throws(EvaluationError) in try evaluator.evaluate(row, run) }
    } catch {
      if isLeftToRows(error, hasAllSteps) { return nil }
      throw error
    }
  }

  /// Whether the rows may have an answer for a constant part that failed: other constants have used up the steps, the
  /// values are larger than a predicate keeps, or the compiler must end.
  private func isLeftToRows(_ error: EvaluationError, _ hasAllSteps: Bool) -> Bool {
    switch error.kind {
    case .budget: !hasAllSteps
    case .elements, .bytes, .time, .cancelled: true
    default: false
    }
  }

  /// The run of all constant parts.
  private mutating func constantRun() -> EvaluationContext {
    if let constants = products.constants {
      constants.makePlaces(products.placeCount + 1)
      return constants
    }
    var limits = options.limits?.limits ?? .standard
    limits.elements = min(limits.elements, Self.constantElements)
    limits.bytes = min(limits.bytes, Self.constantBytes)
    limits.textBytes = min(limits.textBytes, Self.constantBytes)
    let run = EvaluationContext(
      now: Date(timeIntervalSinceReferenceDate: 0), variables: [], places: products.placeCount + 1,
      limits: limits, watch: options.limits == nil ? nil : EvaluationWatch(limits))
    products.constants = run
    return run
  }

  // MARK: - Time and cancellation

  /// Counts work, and checks time and cancellation when that is due.
  @inline(__always)
  mutating func work(_ units: Int, at range: SourceRange) throws(SyntaxError) {
    cost.untilLook -= units
    if cost.untilLook < 0 { try look(at: range) }
  }

  @inline(never)
  private mutating func look(at range: SourceRange) throws(SyntaxError) {
    cost.untilLook = EvaluationWatch.interval
    if let kind = options.limits?.end { throw options.error(kind, at: range) }
  }
}
