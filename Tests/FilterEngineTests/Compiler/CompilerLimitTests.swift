import FilterSyntax
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FilterEngine

/// Making a predicate is under limits, too: time, cancellation, and what its constant parts keep.
@Suite struct CompilerLimitTests {
  private static let long = WorkForm.texts[0].text(200_000)

  @Test func timeEndsTheCompiler() throws {
    var limits = EvaluationLimits.standard
    limits.time = .zero
    let error = #expect(throws: SyntaxError.self) {
      try FilterPredicate<FilterValue>(text: Self.long, options: FilterOptions(limits: limits))
    }
    #expect(error?.kind == .tookTooLong(limit: .zero) && error?.code == "took-too-long")
    #expect(error.map { $0.range.count > 0 } == true)
    // A short text takes less than what time is looked at for.
    _ = try FilterPredicate<FilterValue>(text: "a == 1", options: FilterOptions(limits: limits))
    _ = try FilterExpression<FilterValue>(text: "a + 1", options: FilterOptions(limits: limits))
    limits.time = .seconds(Int64.max)
    _ = try FilterPredicate<FilterValue>(text: Self.long, options: FilterOptions(limits: limits))
  }

  @Test func aCancelledTaskEndsTheCompiler() async throws {
    let task = Task { () -> SyntaxError.Kind? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(SyntaxError) {
        _ = try FilterPredicate<FilterValue>(text: Self.long)
        return nil
      } catch {
        return error.kind
      }
    }
    #expect(await task.value == .cancelled)
  }

  /// The parser and the compiler ask at each interval of work, and end where they are told to.
  @Test func theCompilerLooksAtItsWatch() throws {
    let tree = try FilterPredicate<FilterValue>(text: Self.long).syntax
    let makers: [(EvaluationLimits) throws -> Void] = [
      { _ = try FilterPredicate<FilterValue>(text: Self.long, options: FilterOptions(limits: $0)) },
      { _ = try FilterPredicate<FilterValue>(tree, options: FilterOptions(limits: $0)) },
      {
        var policy = try FilterPolicy(keyPaths: ["n"])
        (policy.maximumLength, policy.maximumNodes) = (.max, .max)
        _ = try FilterPredicate<FilterValue>(
          text: Self.long, options: FilterOptions(limits: $0, policy: policy))
      },
    ]
    for make in makers {
      let looks = Mutex(0)
      var limits = EvaluationLimits.standard
      limits.isInterrupted = {
        looks.withLock {
          $0 += 1
          return $0 == 3
        }
      }
      let error = #expect(throws: SyntaxError.self) { try make(limits) }
      #expect(error?.kind == .cancelled)
      #expect(looks.withLock { $0 } == 3)
    }
  }

  // MARK: - Constants

  /// A text of a hundred bytes that makes ten to the power of `power` letters.
  private static func letters(_ power: Int) -> String {
    var text = "'a'"
    for _ in 0..<power {
      text =
        "FUNCTION(\(text), 'stringByReplacingOccurrencesOfString:withString:', 'a', 'aaaaaaaaaa')"
    }
    return text
  }

  @Test func largeConstantTextsAreNotKept() throws {
    let text = (0..<20).map { "\(Self.letters(6)) == 'x\($0)'" }.joined(separator: " OR ")
    let before = try #require(ResidentMemory.bytes)
    let predicate = try FilterPredicate<FilterValue>(text: text)
    #expect(try #require(ResidentMemory.bytes) - before < 24 << 20)
    #expect(try !predicate.matches(nil))
    #expect(predicate.notes.isEmpty)
    #expect(predicate.explain().contains("compares values"))
  }

  @Test func largeConstantListsAreNotKept() throws {
    let parts = "FUNCTION(\(Self.letters(4)), 'componentsSeparatedByString:', 'a')"
    let predicate = try FilterPredicate<FilterValue>(text: "\(parts)[SIZE] == 10001")
    #expect(try predicate.matches(nil))
    #expect(predicate.explain().contains("compares values"))
    let union = try FilterPredicate<FilterValue>(text: "({1, 2} UNION {2, 3})[SIZE] == 3")
    #expect(union.explain().contains("constant, true"))
  }

  /// A list that is written out is as long as its text.
  @Test func writtenListsAreConstants() throws {
    let numbers = (0..<20_000).map(String.init).joined(separator: ", ")
    let text = "1 IN {\(numbers)} AND SELF IN {\(numbers)} AND -1 IN {\(numbers), 1 - 2}"
    let predicate = try FilterPredicate<FilterValue>(text: text)
    #expect(try predicate.matches(19_999) && !predicate.matches(20_000))
    let plan = predicate.explain()
    #expect(plan.contains("20000 hashed values"))
    #expect(plan.components(separatedBy: "constant, true").count == 3)
  }

  @Test func constantsThatFailWithinTheirStepsAreErrorsForEachRow() throws {
    let predicate = try FilterPredicate<FilterValue>(text: "1 / 0 == 1 OR SELF == 1")
    #expect(throws: EvaluationError.self) { try predicate.matches(1) }
    #expect(predicate.notes.count == 1)
  }

  // MARK: - Growth

  /// A filter eight times as long takes at most three times as long for each byte.
  ///
  /// The square would take eight times as long. Processor time of this thread, as a ratio in one run: there is nothing
  /// to count that all forms share. `work-limits --growth` measures it in a release build.
  @Test(arguments: RandomSearch.sample(WorkForm.growing, oneOf: 3))
  func compileTimeGrowsWithTheText(_ form: WorkForm) {
    func seconds(_ size: Int) -> Double {
      let text = form.text(size)
      return (0..<3).map { _ in
        let start = Self.threadTime
        _ = try? FilterPredicate<FilterValue>(text: text)
        return Self.threadTime - start
      }.min() ?? 0
    }
    let (short, long) = (seconds(4_000), seconds(32_000))
    #expect(long <= 24 * short + 0.001, "\(short) s, \(long) s")
  }

  private static var threadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// More key paths than a line has slots for.
  @Test func aLineHasABoundedNumberOfSlots() throws {
    let text = (0..<1_000).map { "k\($0) == \($0)" }.joined(separator: " OR ")
    let predicate = try FilterPredicate<FilterValue>(text: text)
    let program = SlotProgram(predicate)
    #expect(program.paths.count == 256)
    #expect(program.comparisons.count == 256)
  }
}
