import FilterSyntax
import Foundation
import Testing

@testable import FilterEngine

/// What each charge takes of the budget of a row, to the step.
@Suite struct EvaluationChargeTests {
  private static func text(_ bytes: Int) -> FilterValue {
    .string(String(repeating: "x", count: bytes))
  }

  /// The number of values in a value: 32 bytes of text are one more.
  private static func size(_ value: FilterValue) -> Int {
    switch value {
    case .list(let list): list.reduce(1) { $0 + size($1) }
    case .set(let set): set.elements.reduce(1) { $0 + size($1) }
    case .object(let object): object.values.reduce(1) { $0 + size($1) }
    case .string(let text): 1 + text.utf8.count / 32
    case .data(let data): 1 + data.count / 32
    default: 1
    }
  }

  private static let values: [FilterValue] = [
    nil, 5, 2.5, true, "", text(31), text(32), text(33), text(63), text(64), [], [1],
    [[1, 2], [], 3],
    [text(32), text(64)], .set(FilterSet([1, 2, [3, 4]])), ["a": 1, "b": [1, 2]],
    .data(Data(repeating: 0, count: 64)), [["a": [text(96)]]],
  ]

  /// The steps that `body` takes of a thousand.
  private static func charge(_ body: (EvaluationContext) throws -> Void) rethrows -> Int {
    let run = LibraryRun.run(steps: 1_000)
    try body(run)
    return 1_000 - run.remainingSteps
  }

  /// The same with what `body` gives.
  private static func charged<Value>(
    _ body: (EvaluationContext) throws -> Value
  ) rethrows -> (value: Value, steps: Int) {
    let run = LibraryRun.run(steps: 1_000)
    let value = try body(run)
    return (value, 1_000 - run.remainingSteps)
  }

  @Test func aVisitTakesWhatIsInside() throws {
    for value in Self.values {
      #expect(try Self.charge { try $0.visit(value) } == Self.size(value) - 1, "\(value)")
      for other in Self.values {
        let inside = Self.size(value) + Self.size(other) - 2
        #expect(try Self.charge { try $0.visit(inside: [value, other]) } == inside)
      }
    }
  }

  @Test func aTextIsReadByThirtyTwoBytes() throws {
    for bytes in [0, 1, 31, 32, 33, 63, 64, 65, 320] {
      let text = String(repeating: "x", count: bytes)
      #expect(try Self.charge { try $0.read(text) } == bytes / 32)
      var units = 0
      #expect(try Self.charge { units = try $0.reading(.string(text)) } == bytes / 32)
      #expect(units == bytes / 32)
      #expect(
        try Self.charge { units = try $0.reading(all: [.string(text), 5, .string(text)]) } == bytes
          / 32 * 2)
      #expect(units == bytes / 32 * 2)
    }
    #expect(try Self.charge { _ = try $0.reading(all: [[Self.text(64)], nil]) } == 0)
  }

  /// Values that can be equal are compared to their end; others are told apart without a step.
  @Test func equalityTakesWhatIsCompared() throws {
    for left in Self.values {
      for right in Self.values {
        var areEqual = false
        let steps = try Self.charge { areEqual = try $0.areEqual(left, right) }
        #expect(areEqual == (left == right), "\(left) and \(right)")
        var expected = 0
        switch (left, right) {
        case (.string(let one), .string(let other)):
          if one.utf8.count == other.utf8.count { expected = one.utf8.count / 32 }
        default:
          if left.isNested, right.isNested, left.measure == right.measure {
            expected = Self.size(left) - 1
          }
        }
        #expect(steps == expected, "\(left) and \(right)")
      }
    }
    let others: [(FilterValue, FilterValue, Int)] = [
      ([1, 2, [3]], [1, 2, [4]], 4), (Self.text(64), .string(String(repeating: "y", count: 64)), 2),
      ([1], .set(FilterSet([1])), 1), ([[1], 2], [[1, 2]], 3), ([[1], 2], [[1, 2, 3]], 0),
    ]
    for (left, right, steps) in others {
      let (areEqual, found) = try Self.charged { try $0.areEqual(left, right) }
      #expect(!areEqual && found == steps, "\(left) and \(right)")
    }
  }

  /// A list of more values than an interval of the watch is compared element by element.
  @Test(arguments: [EvaluationWatch.interval, EvaluationWatch.interval + 1])
  func aLongListIsChargedInParts(_ size: Int) throws {
    let ones = FilterValue.list(FilterList(Array(repeating: 1, count: size - 1)))
    var other = Array(repeating: FilterValue.int(1), count: size - 1)
    other[2] = 2
    let run = LibraryRun.run(steps: 1_000_000)
    #expect(try !run.areEqual(ones, .list(FilterList(other))))
    let isWhole = size == EvaluationWatch.interval
    #expect(1_000_000 - run.remainingSteps == (isWhole ? size - 1 : 3))
    run.beginRow()
    #expect(try run.areEqual(ones, ones))
    #expect(1_000_000 - run.remainingSteps == size - 1)
  }

  /// Scalars of a list in the text are free; what is inside of elements is not.
  @Test func aMadeCollectionTakesWhatItsElementsHold() throws {
    let place = SourceRange(3, 5)
    for value in Self.values {
      for other in Self.values {
        let list = FilterList([value, other])
        let (made, steps) = try Self.charged { try $0.making(list, at: place) }
        #expect(made == .list(list) && steps == Self.size(value) + Self.size(other) - 2)
      }
      // What a function gives is charged by its size, less what it was given.
      let isMade = value.isNested || [FilterKind.string, .data].contains(value.kind)
      for given in [0, 1, 2, 5, 100] {
        let (accepted, steps) = try Self.charged { try $0.accept(value, given: given, at: place) }
        #expect(accepted == value && steps == (isMade ? max(0, Self.size(value) - 1 - given) : 0))
      }
    }
  }

  /// Elements and bytes have budgets of their own: as many as there are pass, and one more fails.
  @Test(arguments: [-3, 0, 1, 3])
  func elementsAndBytesEndWithTheirBudgets(_ most: Int) throws {
    var limits = EvaluationLimits()
    (limits.elements, limits.bytes, limits.steps) = (most, most, most)
    let budget = max(most, 0)
    func run() -> EvaluationContext {
      EvaluationContext(now: Date(), variables: [], places: 0, limits: limits)
    }
    let place = SourceRange(1, 2)
    let charges: [(EvaluationError.Reason, (EvaluationContext, Int) throws -> Void)] = [
      (.tooManySteps(limit: budget), { try $0.spend($1, at: place) }),
      (.tooManyElements(limit: budget), { try $0.make(elements: $1, at: place) }),
      (.tooManyBytes(limit: budget), { try $0.make(bytes: $1, at: place) }),
    ]
    for (reason, charge) in charges {
      #expect(throws: Never.self) { try charge(run(), budget) }
      #expect(throws: Never.self) { try charge(run(), -1) }
      for count in [budget + 1, .max] {
        let error = #expect(throws: EvaluationError.self) { try charge(run(), count) }
        #expect(error?.reason == reason && error?.range == place)
      }
      let spent = run()
      for _ in 0..<budget { try charge(spent, 1) }
      #expect(throws: EvaluationError.self) { try charge(spent, 1) }
      spent.beginRow()
      #expect(throws: Never.self) { try charge(spent, budget) }
    }
    limits.textBytes = most
    let texts = run()
    #expect(throws: Never.self) { try texts.checkText(budget == 0 ? most : budget) }
    let error = #expect(throws: EvaluationError.self) { try texts.checkText(budget + 1) }
    #expect(error?.reason == .stringTooLong(limit: budget))
  }

  /// A made collection takes an element of the budget for each of its own.
  @Test func aMadeValueTakesItsElements() throws {
    for value in Self.values {
      let count =
        switch value {
        case .list(let list): list.count
        case .set(let set): set.elements.count
        case .object(let object): object.values.count
        default: 0
        }
      for most in [count, count - 1] where most >= 0 {
        var limits = EvaluationLimits()
        limits.elements = most
        let run = EvaluationContext(now: Date(), variables: [], places: 0, limits: limits)
        let isEnough = most == count
        #expect(((try? run.made(value, at: .none)) != nil) == isEnough)
        run.beginRow()
        #expect(((try? run.accept(value, at: .none)) != nil) == isEnough)
        run.beginRow()
        if case .list(let list) = value {
          #expect(((try? run.making(list, at: .none)) != nil) == isEnough)
        }
      }
    }
  }

  /// The limit of depth is that of the run, and at most that of values.
  @Test(arguments: [-1, 0, 1, 2, 3, 256, 1_000])
  func aValueIsAsDeepAsTheRunPermits(_ most: Int) throws {
    var limits = EvaluationLimits()
    limits.depth = most
    let run = EvaluationContext(now: Date(), variables: [], places: 0, limits: limits)
    for depth in 0...4 {
      let value = (0..<depth).reduce(FilterValue.int(1)) { value, _ in [value] }
      guard depth > 0, depth > most else {
        #expect(try run.checked(value) == value)
        continue
      }
      let error = #expect(throws: EvaluationError.self) {
        try run.checked(value, at: SourceRange(1, 2))
      }
      #expect(
        error?.reason == .valueTooDeep(limit: max(most, 0)) && error?.range == SourceRange(1, 2))
    }
    let error = #expect(throws: EvaluationError.self) { try run.checked(.tooDeep) }
    #expect(error?.reason == .valueTooDeep(limit: min(max(most, 0), 256)))
  }
}
