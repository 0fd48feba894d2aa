/// The driver of a comparison with a key of a row that is a value. It tests a small value in place.
///
/// A single row does not need a run for this. A run allocates, which takes longer than the test. Large values,
/// and values that the test does not decide, are left to the precise evaluator, which charges them to the
/// limits.
struct ValueFilter {
  private let key: String
  private let test: SlotTest.Body

  /// The greatest depth of objects, and length of texts in bytes, that are tested without a run.
  private static let maximumDepth = 16
  private static let maximumBytes = 1 << 10

  /// The driver of `comparison`, which compares `key` with a constant; nil if its test needs a run.
  init?(_ comparison: DecidedComparison, key: String) {
    guard comparison.quantifier == nil, comparison.subject != nil else { return nil }
    switch comparison.test {
    case .pattern, .values: return nil
    case .always, .nilness, .numbers, .text, .oneOf: break
    }
    self.key = key
    test = SlotTest(comparison.test, of: comparison).answer
  }

  /// The test of a row. With a run, and for blocks, `evaluator` is used.
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
  /// Whether a comparison of a small value never exceeds a limit.
  var allowSmallValues: Bool {
    steps >= 1 << 20 && elements >= 1 << 20 && textBytes >= 1 << 16 && bytes >= 1 << 20
      && depth >= 16 && time == nil && deadline == nil && isInterrupted == nil
  }
}
