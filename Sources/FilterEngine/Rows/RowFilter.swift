/// A compiled predicate on the fast path: the same test for one row and for a block of rows.
///
/// This struct keeps the closures unchanged. In an array, an optional or a generic, they would be wrapped in
/// thunks and retained at every call.
struct RowFilter: Sendable {
  /// Without a run, rows fail if their test needs one.
  typealias One = @Sendable (Row, EvaluationContext?) -> Answer
  typealias Many = @Sendable (Block, EvaluationContext?) -> BlockAnswer

  let one: One
  let many: Many

  let runUse: RunUse

  /// Whether a row can fail for another reason than a limit.
  var canFail = true
}

/// The rows for which a filter needs a run. Making a run allocates; testing in place does not.
enum RunUse: Comparable, Sendable {
  /// Nothing
  case never

  /// Values that are too large to be tested in place
  case largeValues

  /// Every row
  case always

  /// Whether the test of one row needs a run with `limits`.
  func needsRun(_ limits: EvaluationLimits) -> Bool {
    switch self {
    case .never: false
    case .largeValues: !limits.allowSmallValues
    case .always: true
    }
  }
}

/// A test of a row's memory, which cannot fail.
protocol StoredTest: Sendable {
  /// The offset that it reads, in bytes.
  var offset: Int { get }

  func holds(_ row: Row) -> Bool

  /// The same as a call, which has its code once. Loops over blocks have it inlined.
  func holdsApart(_ row: Row) -> Bool

  /// The rows of `block` for which it holds.
  func mask(_ block: Block) -> UInt64
}

extension StoredTest {
  @inline(__always)
  func mask(_ block: Block) -> UInt64 { block.mask(at: offset) { holds($0) } }

  @inline(never)
  func holdsApart(_ row: Row) -> Bool { holds(row) }

  /// The rows of `block` for which a test holds that branches.
  @inline(__always)
  func branchingMask(_ block: Block, at offset: Int? = nil) -> UInt64 {
    block.branchingMask(at: offset, { holds($0) }, apart: { holdsApart($0) })
  }
}

extension RowFilter {
  /// A filter of one test.
  @inline(__always)
  static func test<Test: StoredTest>(_ test: Test) -> RowFilter {
    let kept = SharedTest(test)
    return RowFilter(
      one: { row, _ in Answer(kept.test.holdsApart(row)) },
      many: { block, _ in BlockAnswer(matches: kept.test.mask(block)) }, runUse: .never,
      canFail: false)
  }

  /// A filter that uses the precise evaluator.
  ///
  /// A row has one budget for all its comparisons. The caller, which tests a row or a block, starts the budget.
  static func precise(_ evaluator: PredicateEvaluator) -> RowFilter {
    RowFilter(
      one: { row, run in
        guard let run else { return .failed }
        return evaluator.answer(row, run)
      },
      many: { block, run in
        guard let run else { return BlockAnswer(matches: 0, failures: block.candidates) }
        let evaluator = evaluator
        return block.answer { row, lane in
          guard !run.isBlockOver else { return .failed }
          run.beginLane(lane)
          defer { run.endLane(lane) }
          return evaluator.answer(row, run)
        }
      }, runUse: .always)
  }

  /// The block form of a test of one row that can fail.
  static func rowByRow(_ one: @escaping One) -> Many {
    { block, run in block.answer { row, _ in one(row, run) } }
  }

  /// No answer for any row.
  static var failure: RowFilter {
    RowFilter(
      one: { _, _ in .failed },
      many: { block, _ in BlockAnswer(matches: 0, failures: block.candidates) }, runUse: .never)
  }

  /// The same answer for every row.
  static func constant(_ value: Bool) -> RowFilter {
    RowFilter(
      one: { _, _ in Answer(value) },
      many: { block, _ in BlockAnswer(matches: value ? block.candidates : 0) }, runUse: .never,
      canFail: false)
  }
}

extension PredicateEvaluator {
  /// The answer for a row.
  @inline(__always)
  fileprivate func answer(_ row: Row, _ run: EvaluationContext) -> Answer {
    do throws(EvaluationError) {
      return Answer(try evaluate(row, run))
    } catch {
      run.keep(error)
      if error.isLimit { run.isBlockOver = true }
      return .failed
    }
  }
}

extension Block {
  /// The answers for the candidates, one after another, each by its row and its lane.
  @inline(__always)
  fileprivate func answer(_ one: (Row, Int) -> Answer) -> BlockAnswer {
    var answer = BlockAnswer(matches: 0)
    var rest = candidates
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
      switch one(base.advanced(by: index &* stride), index) {
      case .yes: answer.matches |= bit
      case .failed: answer.failures |= bit
      case .no: break
      }
      rest &= rest &- 1
    }
    return answer
  }
}

/// A test that both closures of a filter share.
///
/// A closure that captures a value of a generic type gets a thunk. The compiler moves the whole test into the
/// thunk and does not inline calls there: the prefetch and the search in sixteen bytes would be calls for each
/// row. A reference does not need a thunk.
final class SharedTest<Test: StoredTest>: Sendable {
  let test: Test

  init(_ test: Test) { self.test = test }
}

/// The answer of a predicate for a row in the fast path.
///
/// It only records that there is an error. The precise evaluator then evaluates the row again for the error.
/// Throwing in the hot closures would cost more than half of their time.
enum Answer: UInt8, Sendable {
  case no, yes, failed

  @inline(__always)
  init(_ holds: Bool) { self = holds ? .yes : .no }
}
