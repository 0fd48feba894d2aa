extension Program {
  /// The units of work of a row that is tested in place.
  func work(of row: Row) -> Int {
    var units = 1
    for size in sizes { units += size.units(row) }
    return units
  }

  /// The answer for a block in a run that can end early. It tests a few rows at a time, bounded by their work.
  ///
  /// When the run ends, the remaining rows have no answer.
  @inline(never)
  func watchedAnswer(_ block: Block, _ run: EvaluationContext) -> BlockAnswer {
    var answer = BlockAnswer(matches: 0)
    var part: UInt64 = 0
    var units = 0
    var rest = block.candidates
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      part |= 1 &<< UInt64(truncatingIfNeeded: index)
      rest &= rest &- 1
      units += work(of: block.base.advanced(by: index &* block.stride))
      guard units >= EvaluationWatch.interval || rest == 0 else { continue }
      if run.work(units) != nil {
        answer.failures |= part | rest
        return answer
      }
      let found = filter.many(block.narrowed(to: part), run)
      answer.matches |= found.matches
      answer.failures |= found.failures
      (part, units) = (0, 0)
    }
    return answer
  }
}
