import FilterSyntax
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FilterEngine

/// The budgets of the rows of a block, and the checks of what ends a run.
@Suite struct EvaluationRunTests {
  /// Each row of a block continues with what it had left, whatever the order of the comparisons.
  @Test func theRowsOfABlockHaveTheirOwnBudgets() throws {
    for seed in RandomSearch.seeds(20) {
      var random = SeededGenerator(seed: seed)
      let run = LibraryRun.run(steps: 1_000)
      for _ in 0..<3 {
        run.beginBlock()
        var left: [Int: Int] = [:]
        for _ in 0..<40 {
          let lane = Int.random(in: 0..<64, using: &random)
          run.beginLane(lane)
          #expect(run.remainingSteps == left[lane] ?? 1_000, "FRC_SEED=\(seed)")
          let count = [0, 0, 1, 5].randomElement(using: &random) ?? 0
          try run.spend(count)
          run.endLane(lane)
          left[lane, default: 1_000] -= count
        }
      }
    }
  }

  /// A run that counts how often it is asked whether it has to end.
  private final class Looks: Sendable {
    let count = Mutex(0)
    let last: Int

    /// The run ends at the look of this number.
    init(endingAt last: Int = .max) { self.last = last }

    func run(steps: Int = .max) -> EvaluationContext {
      var limits = EvaluationLimits()
      limits.steps = steps
      limits.isInterrupted = { [self] in
        count.withLock { count in
          count += 1
          return count >= last
        }
      }
      return EvaluationContext(
        now: Date(), variables: [], places: 0, limits: limits, watch: EvaluationWatch(limits))
    }

    var made: Int { count.withLock { $0 } }
  }

  /// A look follows as soon as more than an interval of work is done.
  @Test(arguments: [1, 7, 1_000, 1 << 16, (1 << 16) + 1, 1 << 20])
  func aLookFollowsAnInterval(_ part: Int) throws {
    let looks = Looks()
    let run = looks.run()
    #expect(run.isWatched)
    var (rest, expected) = (1 << 16, 0)
    for index in 0..<min(300_000 / part + 3, 3_000) {
      if index.isMultiple(of: 2) { try run.spend(part) } else { #expect(run.work(part) == nil) }
      rest -= part
      if rest < 0 { (rest, expected) = (1 << 16, expected + 1) }
      #expect(looks.made == expected)
    }
    #expect(run.work(-1 << 40) == nil && looks.made == expected)
  }

  /// After the look that ends a run, everything fails in the same way, and the place of the first charge stays.
  @Test func whatEndedStaysEnded() throws {
    let looks = Looks(endingAt: 2)
    let run = looks.run()
    try run.spend(1 << 16)
    try run.spend(1)
    try run.spend(1 << 16)
    let first = #expect(throws: EvaluationError.self) { try run.spend(1, at: SourceRange(1, 2)) }
    #expect(first?.kind == .cancelled && first?.range == SourceRange(1, 2))
    for count in [0, 1, 5] {
      let next = #expect(throws: EvaluationError.self) {
        try run.spend(count, at: SourceRange(3, 4))
      }
      #expect(next == first)
      #expect(throws: EvaluationError.self) { try run.make(elements: count) }
      #expect(run.work(count) == first)
    }
    #expect(looks.made == 2)
    run.keep(EvaluationError(.cancelled, at: SourceRange(5, 6)))
    #expect(run.end == first)
  }

  /// An end without a place takes that of the error that is kept, if it ends the call as well.
  @Test func theEndTakesThePlaceOfItsError() {
    let place = SourceRange(5, 6)
    let fresh = Looks().run()
    fresh.keep(EvaluationError(.cancelled, at: place))
    #expect(fresh.end == nil && fresh.work(1) == nil)
    let run = Looks().run()
    run.finish(EvaluationError(.cancelled))
    #expect(run.end?.kind == .cancelled && run.work(0)?.range == nil)
    run.keep(EvaluationError(.tooManySteps(limit: 1), at: place))
    #expect(run.end?.kind == .cancelled && run.end?.range == nil)
    run.keep(EvaluationError(.cancelled, at: place))
    #expect(run.end?.range == place && run.work(1)?.range == place)
    run.finish(EvaluationError(.tooLong(limit: nil)))
    #expect(run.end?.kind == .cancelled)
  }

  @Test func aRunWithoutAWatchIsNotEnded() throws {
    let run = EvaluationContext(now: Date(), variables: [], places: 0, limits: .standard)
    #expect(!run.isWatched)
    for _ in 0..<4 { #expect(run.work(.max >> 1) == nil) }
    #expect(run.end == nil)
  }

  /// Outside of a task only a deadline or the caller can end a run.
  @Test func aRunIsWatchedIfSomethingCanEndIt() {
    #expect(EvaluationWatch(.standard) != nil)
    var timed = EvaluationLimits()
    timed.time = .seconds(100)
    var interrupted = EvaluationLimits()
    interrupted.isInterrupted = { false }
    let limits = [EvaluationLimits.standard, timed, interrupted]
    let watched = Mutex<[Bool]>([])
    let done = DispatchSemaphore(value: 0)
    Thread {
      watched.withLock { $0 = limits.map { EvaluationWatch($0) != nil } }
      done.signal()
    }.start()
    done.wait()
    #expect(watched.withLock { $0 } == [false, true, true])
  }

  /// The time of a call begins once, and what has passed ends it.
  @Test func theTimeBeginsOnce() throws {
    var limits = EvaluationLimits()
    #expect(limits.beginning().deadline == nil && limits.end == nil)
    limits.time = .zero
    let begun = limits.beginning()
    #expect(begun.deadline?.hasPassed == true)
    limits.time = .seconds(1 << 30)
    #expect(limits.beginning().deadline?.hasPassed == false)
    limits.deadline = begun.deadline
    #expect(limits.beginning().deadline?.hasPassed == true)
    #expect(limits.end?.reason == .tooLong(limit: .seconds(1 << 30)))
    for time in [Duration.seconds(-5), .nanoseconds(-1)] {
      #expect(EvaluationDeadline(after: time).hasPassed)
    }
    #expect(!EvaluationDeadline(after: .seconds(Int64.max)).hasPassed)
  }

  /// An error keeps the first place and the first part that it is given.
  @Test func anErrorKeepsItsFirstPlace() throws {
    let error = EvaluationError(.cancelled)
    #expect(error.range == nil && error.part == nil)
    let placed = error.located(at: SourceRange(1, 2))
    #expect(placed.range == SourceRange(1, 2))
    #expect(placed.located(at: SourceRange(3, 4)).range == SourceRange(1, 2))
    #expect(
      placed.about(.receiver).part == .receiver
        && placed.about(.receiver).range == SourceRange(1, 2))
    #expect(error.about(.argument(1)).about(.receiver).part == .argument(1))
    #expect(error.about(.receiver).located(at: SourceRange(1, 2)).part == .receiver)
    guard case .message(let message) = try AST.Expression(parsing: "FUNCTION(a, 'f:', b, c)") else {
      Issue.record("no message")
      return
    }
    for (part, range) in [
      (EvaluationError.Part.receiver, message.receiver.range),
      (.argument(0), message.arguments[0].range),
      (.argument(1), message.arguments[1].range), (.argument(2), message.range),
      (.argument(-1), message.range),
    ] {
      #expect(error.about(part).located(in: message).range == range)
      #expect(placed.about(part).located(in: message).range == SourceRange(1, 2))
    }
    #expect(error.located(in: message).range == message.range)
  }

  /// Errors are equal by what they say and where.
  @Test func errorsAreEqualByKindMessageAndPlace() {
    let errors = [
      EvaluationError(.cancelled), EvaluationError(.cancelled, at: SourceRange(1, 2)),
      EvaluationError(.cancelled, at: SourceRange(1, 3)), EvaluationError(.tooManySteps(limit: 1)),
      EvaluationError(.tooManySteps(limit: 2)), EvaluationError(.custom, "words"),
      EvaluationError(.index, "words"),
    ]
    for (index, error) in errors.enumerated() {
      let copy =
        error.range.map { EvaluationError(error.reason, at: $0) } ?? EvaluationError(error.reason)
      #expect(copy == error && copy.hashValue == error.hashValue)
      #expect(errors.indices.filter { errors[$0] == copy } == [index])
    }
  }
}
