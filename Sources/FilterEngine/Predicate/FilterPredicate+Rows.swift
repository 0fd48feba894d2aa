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

  /// Tests items that lie next to each other: narrows `masks`, a bit an item, to those that match.
  ///
  /// An item without an answer does not match, and `failed` is told.
  package func narrow(
    _ masks: inout [UInt64], of items: UnsafeBufferPointer<Item>, in run: EvaluationRun,
    failed: (EvaluationError) -> Void
  ) {
    guard let base = items.baseAddress else { return }
    let stride = MemoryLayout<Item>.stride
    let many = program.program.filter.many
    for word in masks.indices where masks[word] != 0 {
      let start = word &* Block.capacity
      let row = Row(UnsafeRawPointer(base) + start &* stride)
      let size = min(Block.capacity, items.count &- start)
      let answer = many(
        Block(base: row, stride: stride, count: size, candidates: masks[word]), run)
      var failures = answer.failures & masks[word]
      while failures != 0 {
        let place = failures.trailingZeroBitCount
        do throws(EvaluationError) {
          _ = try program.program.explainFailure(row.advanced(by: place &* stride), run)
          failed(EvaluationError(.custom, "the evaluation failed and then did not"))
        } catch {
          failed(error)
        }
        failures &= failures &- 1
      }
      masks[word] &= answer.matches & ~answer.failures
    }
  }
}
