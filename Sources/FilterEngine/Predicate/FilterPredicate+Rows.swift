package import FoundationEssentials

extension FilterPredicate {
  /// A run for several rows.
  package func makeRun(bindings: [String: FilterValue], now: Date?) -> EvaluationRun {
    program.run(bindings, now)
  }

  /// Whether one item matches, in a run that goes over many.
  package func matches(_ item: Item, in run: EvaluationRun) throws(EvaluationError) -> Bool {
    try matches(item, run)
  }

  /// Tests up to 64 items that lie next to each other: those of `mask`, a bit an item, that match.
  ///
  /// An item without an answer does not match, and `failed` is told.
  package func narrow(
    _ mask: UInt64, of items: UnsafeBufferPointer<Item>, in run: EvaluationRun,
    failed: (EvaluationError) -> Void
  ) -> UInt64 {
    guard let base = items.baseAddress else { return 0 }
    let row = Row(base)
    let stride = MemoryLayout<Item>.stride
    let answer = program.program.filter.many(
      Block(base: row, stride: stride, count: items.count, candidates: mask), run)
    var failures = answer.failures & mask
    while failures != 0 {
      let place = failures.trailingZeroBitCount
      do throws(EvaluationError) {
        _ = try program.program.explainFailure(row.advanced(by: place &* stride), run)
        // Only a function that answers differently each time comes here.
        failed(EvaluationError(.custom, "the evaluation failed and then did not"))
      } catch {
        failed(error)
      }
      failures &= failures &- 1
    }
    return mask & answer.matches & ~answer.failures
  }
}
