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
        note(FilterNote(.alwaysFails, "always an error: \(error)", at: range))
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
  /// values are larger than a predicate keeps, or the compiler has to end.
  private func isLeftToRows(_ error: EvaluationError, _ hasAllSteps: Bool) -> Bool {
    switch error.kind {
    case .budget: !hasAllSteps
    case .elements, .bytes, .time, .cancelled: true
    default: false
    }
  }

  /// The run of all constant parts.
  private mutating func constantRun() -> EvaluationContext {
    if let constants {
      constants.makePlaces(placeCount + 1)
      return constants
    }
    var limits = self.limits?.limits ?? .standard
    limits.elements = min(limits.elements, Self.constantElements)
    limits.bytes = min(limits.bytes, Self.constantBytes)
    limits.textBytes = min(limits.textBytes, Self.constantBytes)
    let run = EvaluationContext(
      now: Date(timeIntervalSinceReferenceDate: 0), variables: [], places: placeCount + 1,
      limits: limits, watch: self.limits == nil ? nil : EvaluationWatch(limits))
    constants = run
    return run
  }

  // MARK: - Time and cancellation

  /// Counts work, and checks time and cancellation when that is due.
  @inline(__always)
  mutating func work(_ units: Int, at range: SourceRange) throws(SyntaxError) {
    untilLook -= units
    if untilLook < 0 { try look(at: range) }
  }

  @inline(never)
  private mutating func look(at range: SourceRange) throws(SyntaxError) {
    untilLook = EvaluationWatch.interval
    if let kind = limits?.end { throw error(kind, at: range) }
  }
}

/// The limits of parsing and compiling one text. Their time begins when they are made.
///
/// A reference, because limits are large, and most texts are short.
final class CompilationLimits: ParserWatch, Sendable {
  let limits: EvaluationLimits

  private init(_ limits: EvaluationLimits) { self.limits = limits }

  private static let standard = CompilationLimits(.standard)

  /// The limits of a text whose time begins now. Most texts have the standard limits, and share them.
  static func beginning(_ limits: EvaluationLimits?) -> CompilationLimits {
    guard let limits, !limits.isStandard else { return standard }
    return CompilationLimits(limits.beginning())
  }

  /// The same bounds with the time of a call that has begun, for a tree that has been compiled within them.
  func renewed(within call: EvaluationLimits) -> CompilationLimits {
    let isTimed = call.deadline != nil || call.isInterrupted != nil
    guard isTimed || self !== Self.standard else { return self }
    var limits = limits
    (limits.time, limits.deadline) = (call.time, call.deadline)
    limits.isInterrupted = call.isInterrupted
    return CompilationLimits(limits)
  }

  /// The error if parsing or compiling the text has to end; nil if it continues.
  var end: SyntaxError.Kind? {
    switch limits.end?.kind {
    case nil: nil
    case .cancelled: .cancelled
    default: .tookTooLong(limit: limits.time)
    }
  }
}
