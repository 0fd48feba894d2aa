import CMemoryHints
public import EssentialFoundation

/// The rows that match: one bit for each row, in words of 64.
@usableFromInline
struct RowMasks {
  /// The number of rows that are tested before matching rows are copied. They must still be in the cache.
  @usableFromInline static let chunk = 1024

  /// The matching rows, lowest bit first.
  @usableFromInline var masks: [UInt64] = []

  /// The number of matching rows.
  @usableFromInline var count = 0

  /// The error of the first row without an answer.
  @usableFromInline var failure: EvaluationError?
}

/// Asks for huge pages for large results.
@usableFromInline
enum LargeResult {
  /// With fewer bytes than this, large pages gain nothing.
  private static let minimum = 4 << 20

  /// Announces that `count` bytes of new memory will be filled.
  ///
  /// The system clears each page at the first write, which takes longer than copying rows into it. There are a
  /// few hundred times fewer large pages.
  @usableFromInline
  static func willFill(_ address: UnsafeMutableRawPointer?, _ count: Int) {
    if count >= minimum { memory_will_fill(address, count) }
  }
}

extension ProgramReference {
  /// Tests `count` rows from `base` on, up to the first row without an answer.
  @usableFromInline
  func select(
    _ base: UnsafeRawPointer, stride: Int, count: Int, _ run: EvaluationContext, keepsMasks: Bool
  ) -> RowMasks {
    var selection = RowMasks()
    if keepsMasks {
      selection.masks.reserveCapacity((count + Block.capacity - 1) / Block.capacity)
    }
    let many = program.filter.many
    let (isWatched, needsRun) = (run.isWatched, program.filter.runUse != .never)
    var start = 0
    while start < count {
      let size = min(Block.capacity, count &- start)
      let row = Row(base + start &* stride)
      let block = Block(
        base: row, stride: stride, count: size,
        candidates: size == Block.capacity ? .max : (1 &<< UInt64(size)) &- 1)
      if needsRun { run.beginBlock() }
      var answer = isWatched ? program.watchedAnswer(block, run) : many(block, run)
      if answer.failures != 0 {
        selection.failure = resolve(&answer, row, stride: stride, run)
        if selection.failure != nil { return selection }
      }
      selection.count &+= answer.matches.nonzeroBitCount
      if keepsMasks {
        selection.masks.append(answer.matches)
        run.copies?.prepare(row, stride: stride, answer.matches)
      }
      start &+= size
    }
    return selection
  }

  /// Evaluates rows without an answer precisely, in order.
  ///
  /// Returns the first error. The answers of the rows before it are then complete.
  @inline(never)
  private func resolve(
    _ answer: inout BlockAnswer, _ base: Row, stride: Int, _ run: EvaluationContext
  ) -> EvaluationError? {
    while answer.failures != 0 {
      let index = answer.failures.trailingZeroBitCount
      do throws(EvaluationError) {
        let row = base.advanced(by: index &* stride)
        if try program.explainFailure(row, run) {
          answer.matches |= 1 &<< UInt64(truncatingIfNeeded: index)
        }
      } catch {
        return error
      }
      answer.failures &= answer.failures &- 1
    }
    return nil
  }

  /// A run of this program.
  @usableFromInline
  func run(
    _ bindings: [String: any FilterValueConvertible], _ now: Date?, _ limits: EvaluationLimits?
  ) -> EvaluationContext {
    program.environment.run(
      bindings: bindings.filterValues, now: now, limits: self.limits(of: limits))
  }
}
