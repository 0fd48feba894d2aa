/// The driver of a comparison over a key of a row that is a value: tests a small value where it is.
///
/// One row needs no run for that. A run allocates, which takes longer than the test. Large values, and what
/// the test does not decide, are left to the precise evaluator, which charges them to the limits.
struct ValueFilter {
  private let key: String
  private let test: SlotTest.Body

  /// The deepest objects, and the longest texts in bytes, that are tested without a run.
  private static let maximumDepth = 16
  private static let maximumBytes = 1 << 10

  /// The driver of `comparison`, which compares `key` with a constant; nil where a test needs a run.
  init?(_ comparison: DecidedComparison, key: String) {
    guard comparison.quantifier == nil, comparison.subject != nil else { return nil }
    switch comparison.test {
    case .pattern, .values: return nil
    case .always, .nilness, .numbers, .text, .oneOf: break
    }
    self.key = key
    test = SlotTest(comparison.test, of: comparison).answer
  }

  /// The test of a row; with a run, and of blocks, it is that of `evaluator`.
  func filter(orElse evaluator: PredicateEvaluator) -> RowFilter {
    let precise = RowFilter.precise(evaluator)
    let (preciseOne, key, test) = (precise.one, key, test)
    let one: RowFilter.One = { row, run in
      if run != nil { return preciseOne(row, run) }
      guard
        case .object(let object) = row.address.assumingMemoryBound(to: FilterValue.self).pointee,
        object.measure.depth <= Self.maximumDepth
      else { return .failed }
      guard let slot = object.shape.slot(of: key) else {
        return test(RowSlot(.missing), nil) ?? .failed
      }
      let answer = RowSlot.with(object.values[slot]) { value in
        value.count <= Self.maximumBytes ? test(value, nil) : nil
      }
      return answer ?? .failed
    }
    return RowFilter(one: one, many: precise.many, runUse: .largeValues)
  }
}

extension EvaluationLimits {
  /// Whether no comparison of a small value can hit a limit.
  var allowSmallValues: Bool {
    steps >= 1 << 20 && elements >= 1 << 20 && textBytes >= 1 << 16 && bytes >= 1 << 20
      && depth >= 16 && time == nil && deadline == nil && isInterrupted == nil
  }
}
