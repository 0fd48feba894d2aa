internal import FilterEngine
internal import FilterJSON
internal import FilterableResults

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What is asked of rows.
protocol RowTest: Sendable {
  /// What one thread asks with.
  func makeWorker() -> any RowTestWorker

  /// Whether every row that it lets pass, `other` lets pass too; false where that is not plain to see.
  func narrows(_ other: any RowTest) -> Bool
}

extension RowTest {
  func narrows(_ other: any RowTest) -> Bool { false }
}

/// What one thread asks rows with.
protocol RowTestWorker: AnyObject {
  /// Calls `body` with the answers of rows next to each other, in order; not to the end where Ctrl-C
  /// was pressed.
  func answers(
    _ text: RowText, _ rows: Range<Int>, _ body: (JSONLineFilter.Answer) -> Void)

  /// Whether one row matches; throws where there is no answer.
  func matches(_ row: UnsafeRawBufferPointer) throws(EvaluationError) -> Bool

  /// Why rows without an answer were not asked: the line that runs has to end.
  var end: EvaluationError? { get }
}

extension RowTestWorker {
  var end: EvaluationError? { nil }
}

/// Whether a predicate holds.
struct PredicateTest: RowTest {
  private let lines: JSONLinePredicate
  private let now: Date
  private let limits: LineLimits

  init(
    predicate: FilterPredicate<FilterValue>, limits: LineLimits = LineLimits(.standard),
    now: Date = Date()
  ) {
    lines = JSONLinePredicate(predicate, limits: limits.ofLine.limits)
    self.limits = limits
    self.now = now
  }

  func makeWorker() -> any RowTestWorker { PredicateWorker(lines, limits, now: now) }
}

private final class PredicateWorker: RowTestWorker {
  private typealias Made = (line: Int, filter: JSONLineFilter, matcher: FilterMatcher)

  private let lines: JSONLinePredicate
  private let limits: LineLimits
  private let now: Date
  private let reader = JSONReader()

  /// What rows are asked with while a line runs.
  private var made: Made?

  init(_ lines: JSONLinePredicate, _ limits: LineLimits, now: Date) {
    self.lines = lines
    self.limits = limits
    self.now = now
  }

  private var current: Made {
    let (line, limits) = limits.ofLine
    if let made, made.line == line { return made }
    let new = (
      line, JSONLineFilter(lines, now: now, limits: limits),
      FilterMatcher(lines.predicate, bindings: lines.bindings, now: now, limits: limits)
    )
    made = new
    return new
  }

  var end: EvaluationError? { made?.filter.end ?? made?.matcher.end }

  func answers(
    _ text: RowText, _ rows: Range<Int>, _ body: (JSONLineFilter.Answer) -> Void
  ) {
    let filter = current.filter
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: RowWork.stepSize) {
      if Interrupt.isRaised { return }
      let step = start..<min(rows.upperBound, start + RowWork.stepSize)
      text.withBytes(text.range(of: step)) { filter.answers($0, body) }
    }
  }

  func matches(_ row: UnsafeRawBufferPointer) throws(EvaluationError) -> Bool {
    guard let value = try? reader.read(row) else { return false }
    return try current.matcher.matches(value)
  }
}

/// Whether any string holds a text, in any case and with any accents.
struct SearchTest: RowTest {
  let text: String

  func makeWorker() -> any RowTestWorker { SearchWorker(text) }

  func narrows(_ other: any RowTest) -> Bool {
    guard let new = predicate, let old = (other as? SearchTest)?.predicate else { return false }
    return Narrowing.implies(new.syntax, old.syntax)
  }

  /// What is asked of each text.
  private var predicate: FilterPredicate<FilterValue>? {
    try? FilterPredicate("SELF CONTAINS[cd] %@", text)
  }
}

private final class SearchWorker: RowTestWorker {
  private let search: JSONTextSearch

  init(_ text: String) { search = JSONTextSearch(text) }

  func answers(
    _ text: RowText, _ rows: Range<Int>, _ body: (JSONLineFilter.Answer) -> Void
  ) {
    for row in rows {
      if row % RowWork.stepSize == 0, Interrupt.isRaised { return }
      body(text.withBytes(text.range(of: row)) { search.finds(in: $0) } ? .yes : .no)
    }
  }

  func matches(_ row: UnsafeRawBufferPointer) throws(EvaluationError) -> Bool {
    search.finds(in: row)
  }
}
