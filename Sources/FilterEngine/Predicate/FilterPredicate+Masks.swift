extension FilterPredicate {
  /// Whether the evaluation of an item can fail for another reason than a limit; true if that is not known.
  package var canFail: Bool { program.program.filter.canFail }

  /// Tests those adjacent items whose bits in `masks` are set, lowest bit first, and clears the bits of items
  /// that do not match.
  ///
  /// An item without an answer does not match. `failed` is called with its index and the error.
  package func narrow(
    _ masks: inout [UInt64], of items: UnsafeBufferPointer<Item>, in run: EvaluationContext,
    failed: (Int, EvaluationError) -> Void
  ) {
    guard let base = items.baseAddress else { return }
    let rows = Rows(base: base, stride: MemoryLayout<Item>.stride, count: items.count)
    program.narrow(&masks, of: rows, run, failed)
  }
}

/// Rows at equal distances, without the type of their items.
private struct Rows {
  let base: UnsafeRawPointer
  let stride: Int
  let count: Int

  /// Prefetch distance in blocks, about one memory latency.
  static let distance = 2

  /// With fewer rows of a block than this, rows are too far apart for the hardware prefetcher.
  private static let sparseLimit = 24

  /// The block of a mask.
  func block(_ word: Int, _ mask: UInt64) -> Block {
    let start = word &* Block.capacity
    return Block(
      base: Row(base + start &* stride), stride: stride,
      count: min(Block.capacity, count &- start), candidates: mask)
  }

  /// Prefetches the first two cache lines of the rows of a mask.
  func prepare(_ word: Int, _ mask: UInt64) {
    guard mask.nonzeroBitCount < Self.sparseLimit else { return }
    let start = Row(base + word &* Block.capacity &* stride)
    let second = min(64, stride &- 1)
    var rest = mask
    while rest != 0 {
      let row = start.advanced(by: rest.trailingZeroBitCount &* stride)
      row.willRead(at: 0)
      row.willRead(at: second)
      rest &= rest &- 1
    }
  }
}

extension ProgramReference {
  fileprivate func narrow(
    _ masks: inout [UInt64], of rows: Rows, _ run: EvaluationContext,
    _ failed: (Int, EvaluationError) -> Void
  ) {
    let many = program.filter.many
    let (isWatched, needsRun) = (run.isWatched, program.filter.runUse != .never)
    let words = min(masks.count, (rows.count + Block.capacity - 1) / Block.capacity)
    for word in 0..<words {
      if word &+ Rows.distance < words {
        rows.prepare(word &+ Rows.distance, masks[word &+ Rows.distance])
      }
      let mask = masks[word]
      guard mask != 0 else { continue }
      let block = rows.block(word, mask)
      if needsRun { run.beginBlock() }
      let answer = isWatched ? program.watchedAnswer(block, run) : many(block, run)
      masks[word] = mask & answer.matches & ~answer.failures
      let failures = mask & answer.failures
      if failures != 0 {
        masks[word] |= resolve(failures, of: block, run) { index, error in
          failed(word &* Block.capacity &+ index, error)
        }
      }
    }
  }

  /// Evaluates rows without an answer precisely, and returns those that match.
  private func resolve(
    _ failures: UInt64, of block: Block, _ run: EvaluationContext,
    _ failed: (Int, EvaluationError) -> Void
  ) -> UInt64 {
    var matches: UInt64 = 0
    var rest = failures
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      do throws(EvaluationError) {
        if try program.explainFailure(block.base.advanced(by: index &* block.stride), run) {
          matches |= 1 &<< UInt64(truncatingIfNeeded: index)
        }
      } catch {
        // No later row is evaluated, because an edit that exceeds a limit ends.
        if error.isLimit { run.finish(error) }
        failed(index, error)
      }
    }
    return matches
  }
}
