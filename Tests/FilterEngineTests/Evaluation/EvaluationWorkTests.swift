import FilterSyntax
import Synchronization
import TestSupport
import Testing

@testable import FilterEngine

/// Work is charged while it is done: each form that takes more than a few intervals of work ends at its third look.
///
/// The forms and the least work of each come from `WorkForm`; `work-limits` measures them all by the clock.
@Suite struct EvaluationWorkTests {
  struct Part: Filterable, Sendable {
    var n: Int
    var s: String

    static let filterFields = FilterFields<Part>(FilterField("n", \.n), FilterField("s", \.s))
  }

  struct Item: Filterable, Sendable {
    var n = 1
    var s: String
    var l: [Int]
    var t: [String]
    var o: [Part]

    static let filterFields = FilterFields<Item>(
      FilterField("n", \.n), FilterField("s", \.s), FilterField("l", \.l), FilterField("t", \.t),
      FilterField("o", \.o))

    init(_ size: (elements: Int, units: Int)) {
      s = String(repeating: "ab", count: size.units / 2)
      l = Array(0..<size.elements)
      t = l.map { "tag\($0)" }
      o = l.map { Part(n: $0, s: "part") }
    }

    var value: FilterValue {
      let shape = FilterObject.Shape(["n", "s"])
      let parts = o.map { part -> FilterValue in
        .object(FilterObject(shape: shape, values: [.int(Int64(part.n)), .string(part.s)]))
      }
      return .object(
        FilterObject([
          ("n", .int(Int64(n))), ("s", .string(s)), ("l", .list(l.map { .int(Int64($0)) })),
          ("t", .list(t.map { .string($0) })), ("o", .list(parts)),
        ]))
    }
  }

  /// The looks of one run, the third of which ends it.
  private final class Looks: Sendable {
    private let count = Mutex(0)
    var number: Int { count.withLock { $0 } }

    var limits: EvaluationLimits {
      var limits = EvaluationLimits.standard
      (limits.steps, limits.elements) = (.max, .max)
      limits.isInterrupted = { [self] in
        count.withLock {
          $0 += 1
          return $0 >= 3
        }
      }
      return limits
    }
  }

  /// The size of an item, and the number of such items, that take some intervals of work.
  ///
  /// One text is read without a look at the watch, and charged by its length.
  private static func amount(_ form: WorkForm) -> (size: Int, rows: Int)? {
    let enough = 4 * EvaluationWatch.interval
    guard form.size == .units else {
      return [600, 20_000, 120_000, 280_000].first { form.work($0) >= enough }.map { ($0, 1) }
    }
    let (size, work) = (120_000, form.work(120_000))
    return work > 0 ? (size, enough / work + 1) : nil
  }

  private static let forms = RandomSearch.sample(
    WorkForm.all.filter { amount($0) != nil }, oneOf: 24)

  @Test(arguments: forms)
  func aFormEndsWhileItWorks(_ form: WorkForm) throws {
    let (size, rows) = try #require(Self.amount(form))
    let (text, item) = (form.text(size), Item(form.item(size)))
    let value = item.value
    try expectEnd("value") { limits in
      let predicate = try FilterPredicate<FilterValue>(
        text: text, options: FilterOptions(limits: limits))
      guard rows == 1 else {
        _ = try Array(repeating: value, count: rows).count(where: predicate, limits: limits)
        return
      }
      let bindings = Dictionary(
        predicate.usedVariables.prefix(100).map { ($0, FilterValue.int(2)) },
        uniquingKeysWith: { $1 })
      _ = try predicate.matches(value, bindings: bindings, limits: limits)
    }
    try expectEnd("typed") { limits in
      let predicate = try FilterPredicate<Item>(
        text: text, options: FilterOptions(rules: .lenient, limits: limits))
      // In place the elements of one item take a fraction of their units.
      let items = Array(repeating: item, count: form.size == .text ? 1 : max(rows, 8))
      _ = try items.count(where: predicate, limits: limits)
    }
  }

  private func expectEnd(
    _ way: String, _ body: (EvaluationLimits) throws -> Void
  ) throws {
    let looks = Looks()
    do {
      try body(looks.limits)
      Issue.record("\(way): it did not end, after \(looks.number) looks")
    } catch let error as EvaluationError {
      #expect(error.kind == .cancelled, "\(way): \(error)")
    } catch let error as SyntaxError {
      // A key or a kind that typed items do not have.
      if looks.number > 0 { #expect(error.kind == .cancelled, "\(way): \(error)") }
    }
  }

  // MARK: - The first failure of a block

  /// Counts how often its number is read.
  private struct Counted: Filterable, Sendable {
    let reads: Reads
    var numbers: [Int]

    final class Reads: Sendable {
      let count = Mutex(0)
    }

    var number: Int {
      reads.count.withLock { $0 += 1 }
      return numbers.count
    }

    static let filterFields = FilterFields<Counted>(
      FilterField("number", \.number), FilterField("numbers", \.numbers))
  }

  /// A row that exceeds its steps ends a call that throws; of the rows after it none is evaluated.
  @Test(arguments: [
    "SUBQUERY(numbers, $x, number == $x).@count > 0",
    "number < 0 OR SUBQUERY(numbers, $x, number == $x).@count > 0 OR number > 1000",
    "number > 0 AND NOT SUBQUERY(numbers, $x, number == $x).@count > 0",
  ])
  func aBlockEndsAtTheFirstRowThatExceedsItsSteps(_ text: String) throws {
    let predicate = try FilterPredicate<Counted>(text: text)
    let reads = Counted.Reads()
    var rows = Array(repeating: Counted(reads: reads, numbers: [1, 2]), count: 200)
    for index in 3..<200 { rows[index].numbers = Array(0..<10_000) }
    var limits = EvaluationLimits.standard
    limits.steps = 2_000
    let calls: [() throws -> Void] = [
      { _ = try rows.filter(predicate, limits: limits) },
      { _ = try rows.count(where: predicate, limits: limits) },
    ]
    for call in calls {
      reads.count.withLock { $0 = 0 }
      let error = #expect(throws: EvaluationError.self) { try call() }
      #expect(error?.kind == .budget)
      // The row is evaluated once in its block, and once for its error.
      #expect(reads.count.withLock { $0 } < 2 * limits.steps + 1_000)
    }
    var failures = 0
    let kept = rows.filter(predicate, limits: limits) { _, error in
      #expect(error.kind == .budget)
      failures += 1
    }
    #expect(failures == 197)
    #expect(kept.count == (try rows[..<3].filter(predicate, limits: limits).count))
  }

  /// The rows before the one that exceeds its steps are evaluated: an earlier error is the one that is thrown.
  @Test func anEarlierErrorIsThrownBeforeALimit() throws {
    let predicate = try FilterPredicate<Counted>(
      text: "SUBQUERY(numbers, $x, number == -1).@count > 0 OR 1 / (number - 3) == 7")
    let reads = Counted.Reads()
    var rows = Array(repeating: Counted(reads: reads, numbers: [1]), count: 64)
    rows[2].numbers = [1, 2, 3]
    rows[9].numbers = Array(0..<10_000)
    var limits = EvaluationLimits.standard
    limits.steps = 2_000
    let error = #expect(throws: EvaluationError.self) {
      try rows.filter(predicate, limits: limits)
    }
    #expect(error?.kind == .arithmetic)
    rows[2].numbers = [1]
    #expect(
      (#expect(throws: EvaluationError.self) { try rows.filter(predicate, limits: limits) })?.kind
        == .budget)
  }

  // MARK: - Bodies

  /// An element of a subquery takes a step, and so does each comparison of its predicate that is evaluated.
  @Test(arguments: [
    ("SUBQUERY(SELF, $x, $x == -1).@count > 0", 200),
    ("SUBQUERY(SELF, $x, $x == -1 OR $x == -2).@count > 0", 300),
    ("SUBQUERY(SELF, $x, $x != -1 OR $x == -2).@count > 0", 200),
    ("SUBQUERY(SELF, $x, TRUEPREDICATE).@count > 0", 100),
    ("SUBQUERY(SELF, $x, $x + $x + $x + $x + $x == -1).@count > 0", 400),
    ("SUBQUERY(SELF, $x, SUBQUERY(SELF, $y, $y == -1).@count > 0).@count > 0", 20_200),
    ("ANY SELF == -1", 100), ("SELF[0] == -1 OR SELF[1] == -1", 0),
  ])
  func bodiesTakeTheirComparisons(_ text: String, _ steps: Int) throws {
    let predicate = try FilterPredicate<FilterValue>(text: text)
    let run = predicate.makeRun(bindings: [:], now: nil)
    _ = try predicate.matches(.list((0..<100).map { .int($0) }), in: run)
    // A collection operator visits the elements that are left.
    let taken = EvaluationLimits.standard.steps - run.remainingSteps
    #expect(taken >= steps && taken <= steps + steps / 10 + 101, "\(taken)")
  }
}
