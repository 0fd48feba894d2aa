/// The driver of a comparison with a key of a row that is a value. It tests a small value in place.
///
/// Making values and calling the precise evaluator takes longer than the test, and so does a run for a single row. Large
/// values, and values that the test does not decide, are left to the precise evaluator, which charges them to the
/// limits.
struct ValueFilter: Sendable {
  private let key: String
  private let test: SlotTest.Body

  /// Whether the precise evaluator charges nothing for a value of fewer bytes than count as one value.
  private let isFreeForShortValues: Bool

  /// The greatest depth of objects, and length of texts in bytes, that are tested without a run.
  private static let maximumDepth = 16
  private static let maximumBytes = 1 << 10

  /// The driver of `comparison`, which compares `key` with a constant; nil if its test needs a run.
  init?(_ comparison: DecidedComparison, key: String) {
    guard comparison.quantifier == nil, comparison.subject != nil else { return nil }
    switch comparison.test {
    case .pattern, .values: return nil
    case .always, .nilness, .numbers: isFreeForShortValues = true
    case .text(let text):
      var isPattern = false
      if case .like = text.form { isPattern = true }
      isFreeForShortValues = !isPattern && text.constant.utf8.count < ValueMeasure.bytesOfOne
    case .oneOf(let set): isFreeForShortValues = !set.foldsText
    }
    self.key = key
    test = SlotTest(comparison.test, of: comparison).answer
  }

  /// The test of a row. `evaluator` is used for a row with a run, and for the rows of a block that are not decided.
  func filter(orElse evaluator: PredicateEvaluator) -> RowFilter {
    let precise = RowFilter.precise(evaluator)
    let (preciseOne, preciseMany) = (precise.one, precise.many)
    let one: RowFilter.One = { row, run in
      if run != nil { return preciseOne(row, run) }
      var place = 0
      return answer(row, Self.maximumDepth, Self.maximumBytes, &place) ?? .failed
    }
    guard isFreeForShortValues else {
      return RowFilter(one: one, many: preciseMany, runUse: .largeValues)
    }
    let many: RowFilter.Many = { block, run in
      guard let run else { return preciseMany(block, run) }
      let depth = min(Self.maximumDepth, run.limits.depth)
      var answer = BlockAnswer(matches: 0)
      var undecided: UInt64 = 0
      var place = 0
      var rest = block.candidates
      while rest != 0 {
        let index = rest.trailingZeroBitCount
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
        rest &= rest &- 1
        let row = block.base.advanced(by: index &* block.stride)
        switch self.answer(row, depth, ValueMeasure.bytesOfOne - 1, &place) {
        case .yes: answer.matches |= bit
        case .no: break
        case .failed, nil: undecided |= bit
        }
      }
      guard undecided != 0 else { return answer }
      let others = preciseMany(block.narrowed(to: undecided), run)
      answer.matches |= others.matches
      answer.failures = others.failures
      return answer
    }
    return RowFilter(one: one, many: many, runUse: .largeValues)
  }

  /// The answer for a row that is an object of at most a depth, if its value has at most `bytes` bytes; nil if it is
  /// undecided. `place` is where the previous row has the key.
  @inline(__always)
  private func answer(_ row: Row, _ depth: Int, _ bytes: Int, _ place: inout Int) -> Answer? {
    guard
      case .object(let object) = row.address.assumingMemoryBound(to: FilterValue.self).pointee,
      object.measure.depth <= depth
    else { return nil }
    // Objects that were made separately have the same keys in different shapes.
    if !object.shape.has(key, at: place) {
      guard let slot = object.shape.slot(of: key) else { return test(RowSlot(.missing), nil) }
      place = slot
    }
    return RowSlot.with(object.values[place]) { $0.count <= bytes ? test($0, nil) : nil }
  }
}

extension EvaluationLimits {
  /// Whether a comparison of a small value never exceeds a limit.
  var allowSmallValues: Bool {
    steps >= 1 << 20 && elements >= 1 << 20 && textBytes >= 1 << 16 && bytes >= 1 << 20
      && depth >= 16 && time == nil && deadline == nil && isInterrupted == nil
  }
}
