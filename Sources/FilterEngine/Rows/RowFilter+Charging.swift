extension RowFilter {
  /// The same filter, which charges the fields that it reads to a run that can end early.
  ///
  /// `sizes` are the fields whose values differ in size. A block is tested in parts of at most an interval of work,
  /// so that the run ends between two long texts. When it ends, the remaining rows have no answer.
  func charging(_ sizes: ArraySlice<FieldSize>) -> RowFilter {
    guard let first = sizes.first else { return self }
    let charged = ChargedFilter(self, FieldSizes(first: first, others: Array(sizes.dropFirst())))
    return RowFilter(
      one: { row, run in charged.one(row, run) }, many: { block, run in charged.many(block, run) },
      runUse: runUse, canFail: canFail)
  }
}

/// A filter and the fields that it reads. One object, because each closure that captures several values makes its own.
private final class ChargedFilter: Sendable {
  private let filter: RowFilter
  private let sizes: FieldSizes

  init(_ filter: RowFilter, _ sizes: FieldSizes) {
    self.filter = filter
    self.sizes = sizes
  }

  @inline(__always)
  func one(_ row: Row, _ run: EvaluationContext?) -> Answer {
    if let run, run.isWatched, run.work(sizes.units(row)) != nil { return .failed }
    return filter.one(row, run)
  }

  @inline(__always)
  func many(_ block: Block, _ run: EvaluationContext?) -> BlockAnswer {
    guard let run, run.isWatched else { return filter.many(block, run) }
    return run.answer(block, filter.many) { sizes.units($0) }
  }
}

/// The fields of a comparison whose values differ in size. Most comparisons read one.
private struct FieldSizes: Sendable {
  let first: FieldSize
  let others: [FieldSize]

  /// The units of work of reading the fields of a row.
  func units(_ row: Row) -> Int { first.units(row) + others.units(row) }
}

extension EvaluationContext {
  /// The answer of `many` for a block, in parts whose rows together are at most an interval of work.
  func answer(
    _ block: Block, _ many: RowFilter.Many, units: (Row) -> Int
  ) -> BlockAnswer {
    var answer = BlockAnswer(matches: 0)
    var part: UInt64 = 0
    var sum = 0
    var rest = block.candidates
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      part |= 1 &<< UInt64(truncatingIfNeeded: index)
      rest &= rest &- 1
      sum += units(block.base.advanced(by: index &* block.stride))
      guard sum >= EvaluationWatch.interval || rest == 0 else { continue }
      if work(sum) != nil {
        answer.failures |= part | rest
        return answer
      }
      let found = many(block.narrowed(to: part), self)
      answer.matches |= found.matches
      answer.failures |= found.failures
      (part, sum) = (0, 0)
    }
    return answer
  }
}

extension [FieldSize] {
  /// The units of work of reading the fields of a row.
  func units(_ row: Row) -> Int {
    var units = 0
    for size in self { units += size.units(row) }
    return units
  }
}
