import EssentialFoundation
import FilterSyntax

/// The evaluation of a predicate for one row that keeps what it finds.
///
/// It evaluates the comparisons in the order of the program, in one run. It does not recurse, so that deep trees fit any
/// stack.
struct ExplanationRun {
  private let parts: [ExplainedPart]

  /// The keys that are shown of each comparison; nil for all.
  private let keys: [ShownKeys]?
  private let row: Row
  private let run: EvaluationContext

  private let makeFreeRun: () -> EvaluationContext

  /// A run for values that the program does not read.
  private lazy var freeRun = makeFreeRun()

  /// The number of comparisons so far.
  private var comparisonCount = 0

  init(
    _ parts: [ExplainedPart], _ keys: [ShownKeys]?, _ row: Row, in run: EvaluationContext,
    makeFreeRun: @escaping () -> EvaluationContext
  ) {
    self.parts = parts
    self.keys = keys
    self.row = row
    self.run = run
    self.makeFreeRun = makeFreeRun
  }

  /// A connective with the operands that have been explained.
  private struct Frame {
    let part: ExplainedPart
    let isEvaluated: Bool
    var operands: [FilterExplanation] = []

    /// The verdict that an operand has decided.
    var decided: FilterExplanation.Verdict?

    /// Whether the next operand is evaluated.
    var isOpen: Bool { isEvaluated && decided == nil }

    mutating func add(_ operand: FilterExplanation) {
      if isOpen { decided = verdict(deciding: operand.verdict) }
      operands.append(operand)
    }

    private func verdict(
      deciding operand: FilterExplanation.Verdict
    ) -> FilterExplanation.Verdict? {
      guard let answer = operand.answer else { return operand }
      switch part.form {
      case .negation: return FilterExplanation.Verdict(!answer)
      case .compound(let decisive, _) where answer != decisive: return nil
      default: return operand
      }
    }

    /// The explanation of the connective.
    var explanation: FilterExplanation {
      var verdict = FilterExplanation.Verdict.notEvaluated
      if isEvaluated {
        verdict = decided ?? verdict
        // No operand has decided.
        if decided == nil, case .compound(let decisive, _) = part.form {
          verdict = .init(!decisive)
        }
      }
      return FilterExplanation(part.predicate, verdict, parts: operands)
    }
  }

  /// The explanation of the whole predicate; nil without parts.
  mutating func explanation() -> FilterExplanation? {
    var frames: [Frame] = []
    for part in parts {
      let isEvaluated = frames.last?.isOpen ?? true
      var frame = Frame(part: part, isEvaluated: isEvaluated)
      var finished: FilterExplanation
      if part.operandCount > 0 {
        frames.append(frame)
        continue
      } else if case .compound = part.form {
        finished = frame.explanation
      } else {
        finished = leaf(part, isEvaluated: isEvaluated)
      }
      while true {
        guard let last = frames.popLast() else { return finished }
        frame = last
        frame.add(finished)
        guard frame.operands.count == frame.part.operandCount else {
          frames.append(frame)
          break
        }
        finished = frame.explanation
      }
    }
    return nil
  }

  /// The explanations of all comparisons, whatever the parts before them decide; nil if a limit ends the call.
  mutating func comparisons() -> [FilterExplanation]? {
    var explanations: [FilterExplanation] = []
    for part in parts {
      guard case .comparison = part.form else { continue }
      let explanation = leaf(part, isEvaluated: true)
      if case .failed(let error) = explanation.verdict, error.endsCall { return nil }
      explanations.append(explanation)
    }
    return explanations
  }

  /// The explanation of a literal or a comparison.
  private mutating func leaf(_ part: ExplainedPart, isEvaluated: Bool) -> FilterExplanation {
    guard case .comparison(let comparison, let test) = part.form else {
      guard isEvaluated, case .literal(let value) = part.form else {
        return FilterExplanation(part.predicate, .notEvaluated)
      }
      return FilterExplanation(part.predicate, .init(value))
    }
    let keys = keys.map { comparisonCount < $0.count ? $0[comparisonCount] : .none } ?? .all
    comparisonCount += 1
    guard isEvaluated else { return FilterExplanation(part.predicate, .notEvaluated) }
    // The values beside a test in place are read in a run of their own.
    let run = test == nil ? run : freeRun
    var record = ComparisonRecord(hasQuantifier: comparison.quantifier != nil)
    run.passed = nil
    var verdict = FilterExplanation.Verdict(of: { () throws(EvaluationError) in
      try comparison.answer(row, run, observedBy: &record)
    })
    if let test {
      verdict = .init(of: { () throws(EvaluationError) in try test.evaluate(row, self.run) })
    }
    record.passed = run.passed?.elements
    return FilterExplanation(part.predicate, verdict, record.shown(by: ShownValues(), keys))
  }
}

extension FilterExplanation.Verdict {
  /// The outcome of a test.
  init(of test: () throws(EvaluationError) -> Bool) {
    do throws(EvaluationError) {
      self.init(try test())
    } catch {
      self = .failed(error)
    }
  }
}
