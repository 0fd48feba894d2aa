import Synchronization
import Testing

@testable import FilterEngine

/// Time and cancellation end an evaluation, and are looked up after a bounded amount of work.
///
/// Work is counted and not timed: a hook counts how often it is asked.
@Suite struct EvaluationWatchTests {
  /// Counts the looks, and ends the evaluation at one of them.
  private final class Looks: Sendable {
    private let count = Mutex(0)
    private let last: Int

    init(endingAt last: Int = .max) { self.last = last }

    var number: Int { count.withLock { $0 } }

    var limits: EvaluationLimits {
      var limits = EvaluationLimits.standard
      limits.steps = 270_000
      limits.isInterrupted = { [self] in
        count.withLock {
          $0 += 1
          return $0 >= last
        }
      }
      return limits
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var bindings: [String: FilterValue] = [:]

    var testDescription: String { text }
  }

  private static let list = FilterValue.list((0..<2_000).map { .int($0) })
  private static let text = FilterValue.string(String(repeating: "a", count: 100_000))

  /// Each takes more steps than the limit of the tests.
  static let cases = [
    Case(text: "SUBQUERY($l, $x, SUBQUERY($l, $y, $x == $y).@count > 1).@count > 0"),
    Case(text: "SUBQUERY($l, $x, ANY $l == -1).@count > 0"),
    Case(text: "SUBQUERY($l, $x, -1 IN $l).@count > 0"),
    Case(text: "SUBQUERY($l, $x, $l.@sum.#self == -1).@count > 0"),
    Case(text: "SUBQUERY($l, $x, $l.intValue.@sum.#self == -1).@count > 0"),
    Case(text: "SUBQUERY($l, $x, $l != $m AND $l == -1).@count > 0"),
    Case(text: "SUBQUERY($l, $x, $t CONTAINS[cd] 'ac').@count > 0"),
    Case(text: "SUBQUERY($l, $x, $t LIKE[c] '*b?').@count > 0"),
    Case(text: "SUBQUERY($l, $x, $t ENDSWITH[cd] 'ac').@count > 0"),
    Case(text: "SUBQUERY($l, $x, $t ==[c] 'ac').@count > 0"),
    Case(text: "SUBQUERY($l, $x, uppercase($t) == 'A').@count > 0"),
    Case(text: "SUBQUERY($l, $x, $t < 'a').@count > 0"),
    Case(text: "SUBQUERY($l, $x, $t MATCHES 'b').@count > 0"),
    Case(text: "SUBQUERY($l, $x, $t IN {'b'}).@count > 0"),
  ].map { Case(text: $0.text, bindings: ["l": list, "m": list, "t": text]) }

  @Test(arguments: cases)
  func aLookFollowsAtMostAnIntervalOfWork(_ sample: Case) throws {
    let predicate = try FilterPredicate<FilterValue>(text: sample.text)
    let looks = Looks()
    let error = #expect(throws: EvaluationError.self) {
      try predicate.matches(nil, bindings: sample.bindings, limits: looks.limits)
    }
    #expect(error?.kind == .budget)
    #expect(EvaluationWatch.interval <= 1 << 20)
    // A single charge here is 12,500 units at most, and is counted to the look before it.
    let largest = 12_500
    #expect(looks.number >= looks.limits.steps / (EvaluationWatch.interval + largest))
  }

  @Test(arguments: cases)
  func theEvaluationEndsAtTheLookThatSaysSo(_ sample: Case) throws {
    let predicate = try FilterPredicate<FilterValue>(text: sample.text)
    let looks = Looks(endingAt: 3)
    let error = #expect(throws: EvaluationError.self) {
      try predicate.matches(nil, bindings: sample.bindings, limits: looks.limits)
    }
    #expect(error?.kind == .cancelled)
    #expect(error?.message == "cancelled")
    #expect(error?.range != nil)
    #expect(looks.number == 3)
  }

  @Test func oneMatchOfARegularExpressionEnds() throws {
    let predicate = try FilterPredicate<FilterValue>(text: "SELF MATCHES '.*.*.*.*[^a]'")
    let text = FilterValue.string(String(repeating: "a", count: 1_000_000))
    let looks = Looks(endingAt: 2)
    let error = #expect(throws: EvaluationError.self) {
      try predicate.matches(text, limits: looks.limits)
    }
    #expect(error?.kind == .cancelled)
    #expect(looks.number == 2)
  }

  /// The deepest that fits 326 bytes.
  @Test func nestedSubqueriesEnd() throws {
    var text = "1 == 1"
    for level in 0..<9 { text = "SUBQUERY(SELF, $x\(level), \(text)).@count > 0" }
    #expect(text.utf8.count < 326)
    let predicate = try FilterPredicate<FilterValue>(text: text)
    let item = FilterValue.list(Array(repeating: 1, count: 100))
    let looks = Looks(endingAt: 5)
    #expect(
      (#expect(throws: EvaluationError.self) { try predicate.matches(item, limits: looks.limits) })?
        .kind == .cancelled)
    #expect(looks.number == 5)
  }

  @Test func aSearchThroughALongTextInLoopsEnds() throws {
    let predicate = try FilterPredicate<FilterValue>(
      text: "SUBQUERY(l, $a, SUBQUERY(l, $b, s CONTAINS[cd] 'ac').@count > 9000).@count > 0")
    let item: FilterValue = [
      "l": .list(Array(repeating: 1, count: 1_000)),
      "s": .string(String(repeating: "ab", count: 500_000)),
    ]
    #expect(
      (#expect(throws: EvaluationError.self) {
        try predicate.matches(item, limits: Looks().limits)
      })?.kind == .budget)
    let looks = Looks(endingAt: 4)
    #expect(
      (#expect(throws: EvaluationError.self) { try predicate.matches(item, limits: looks.limits) })?
        .kind == .cancelled)
    #expect(looks.number == 4)
  }

  // MARK: - Rows

  private struct Row: Filterable {
    var number: Int
    var text: String
    var numbers: [Int]

    static let filterFields = FilterFields<Row>(
      FilterField("number", \.number), FilterField("text", \.text),
      FilterField("numbers", \.numbers))
  }

  @Test(arguments: [
    "number == 7", "text CONTAINS 'b'", "ANY numbers == 7", "number + 1 == 7", "text MATCHES 'b+'",
    "numbers.@count == 2 OR text LIKE '*b?'",
  ])
  func rowsThatAreTestedInPlaceEnd(_ text: String) throws {
    let predicate = try FilterPredicate<Row>(text: text)
    let rows = Array(repeating: Row(number: 1, text: "a", numbers: [1]), count: 140_000)
    let looks = Looks()
    #expect(try rows.count(where: predicate, limits: looks.limits) == 0)
    #expect(looks.number >= rows.count / (2 * EvaluationWatch.interval))
    let first = Looks(endingAt: 1)
    let calls: [(EvaluationLimits) throws -> Void] = [
      { _ = try rows.count(where: predicate, limits: $0) },
      { _ = try rows.filter(predicate, limits: $0) },
      { _ = try rows.first(where: predicate, limits: $0) },
      { _ = try rows.lazy.map { $0 }.filter(predicate, limits: $0) },
    ]
    for call in calls {
      let error = #expect(throws: EvaluationError.self) { try call(first.limits) }
      #expect(error?.kind == .cancelled)
    }
    var errors: Set<EvaluationError.Kind> = []
    _ = rows.filter(predicate, limits: first.limits) { errors.insert($1.kind) }
    #expect(errors == [.cancelled])
  }

  @Test(arguments: ["text CONTAINS 'b'", "text LIKE '*b?'", "text == 'b'", "length(text) == 1"])
  func longTextsInPlaceAreWork(_ text: String) throws {
    let predicate = try FilterPredicate<Row>(text: text)
    let long = String(repeating: "a", count: 1 << 20)
    let rows = Array(repeating: Row(number: 1, text: long, numbers: []), count: 16)
    let looks = Looks()
    #expect(try rows.count(where: predicate, limits: looks.limits) == 0)
    #expect(looks.number >= rows.count * (1 << 15) / (2 * EvaluationWatch.interval))
  }

  @Test func aWatchedRunAnswersLikeAnother() throws {
    let rows = (0..<1_000).map {
      Row(number: $0, text: String(repeating: "ab", count: $0 % 97), numbers: [$0 % 5])
    }
    for text in ["number > 500 AND text CONTAINS 'ba'", "ANY numbers == 3", "text MATCHES '(ab)+'"]
    {
      let predicate = try FilterPredicate<Row>(text: text)
      let expected = try rows.filter(predicate).map(\.number)
      #expect(!expected.isEmpty)
      #expect(try rows.filter(predicate, limits: Looks().limits).map(\.number) == expected)
    }
  }

  // MARK: - Time and tasks

  /// More steps than two intervals have.
  private static let shortList = FilterValue.list((0..<400).map { .int($0) })

  private let endless = "SUBQUERY(SELF, $x, SUBQUERY(SELF, $y, $x == -1).@count > 0).@count > 0"

  @Test func timeEndsACall() throws {
    let predicate = try FilterPredicate<FilterValue>(text: endless)
    var limits = EvaluationLimits.standard
    limits.time = .zero
    let error = #expect(throws: EvaluationError.self) {
      try predicate.matches(Self.shortList, limits: limits)
    }
    #expect(error?.kind == .time)
    #expect(error?.message == "gave up after 0 seconds")
    #expect(error?.range != nil)
    limits.time = .seconds(Int64.max)
    #expect(try !predicate.matches(Self.shortList, limits: limits))
    limits.time = .seconds(-1)
    #expect(throws: EvaluationError.self) { try predicate.matches(Self.shortList, limits: limits) }
  }

  @Test func theTimeIsThatOfAllItems() throws {
    let predicate = try FilterPredicate<FilterValue>(text: "ANY SELF == -1")
    var limits = EvaluationLimits.standard
    limits.time = .zero
    let items = Array(repeating: Self.list, count: 100)
    var kinds: [EvaluationError.Kind] = []
    _ = items.filter(predicate, limits: limits) { kinds.append($1.kind) }
    // The first items take less work than an interval; no item after the end is evaluated.
    #expect(kinds.count > 60)
    #expect(Set(kinds) == [.time])
  }

  @Test func aCancelledTaskEndsItsEvaluation() async throws {
    let predicate = try FilterPredicate<FilterValue>(text: endless)
    let task = Task { () -> EvaluationError.Kind? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(EvaluationError) {
        _ = try predicate.matches(Self.shortList)
        return nil
      } catch {
        return error.kind
      }
    }
    #expect(await task.value == .cancelled)
    let other = Task { try predicate.matches(Self.shortList) }
    #expect(try await !other.value)
  }

  @Test func constantsAreNotEnded() async throws {
    let numbers = (0..<400).map(String.init).joined(separator: ", ")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try FilterPredicate<FilterValue>(
        text: "SUBQUERY({\(numbers)}, $x, -1 IN {\(numbers)})[SIZE] == 0")
    }
    #expect(try await task.value.matches(nil))
  }
}
