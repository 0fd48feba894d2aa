internal import EssentialFoundation
internal import FilterEngine
internal import FilterJSON

/// The state with which one thread tests rows.
protocol RowTestWorker: AnyObject {
  /// A block is tested as a whole if at least one in `blockShare` of its rows is tested.
  var blockShare: Int { get }

  /// Calls `body` with the verdict of each row of a range, in order, until Ctrl-C is pressed.
  func answers(
    _ text: RowText, _ rows: Range<Int>, _ body: (JSONLineFilter.Answer) -> Void)

  /// Whether one row of a text passes.
  func matches(_ text: RowText, _ row: Int) throws(EvaluationError) -> Bool

  /// Whether one row passes.
  func matches(_ row: UnsafeRawBufferPointer) throws(EvaluationError) -> Bool

  /// The limit that ended the test, if any.
  var end: EvaluationError? { get }

  /// Ends the test where a row that exceeds a limit does: no later row passes.
  func finish(_ error: EvaluationError)
}

extension RowTestWorker {
  func matches(_ text: RowText, _ row: Int) throws(EvaluationError) -> Bool {
    try text.withBytes(text.range(of: row)) { bytes throws(EvaluationError) in try matches(bytes) }
  }

  /// The answer for one row of a text.
  func answer(_ text: RowText, _ row: Int) -> JSONLineFilter.Answer {
    do throws(EvaluationError) {
      return try matches(text, row) ? .yes : .no
    } catch {
      return .failed(error)
    }
  }
}

final class PredicateWorker: RowTestWorker {
  // A row by itself is read as a value, a block is tested as text.
  let blockShare = 8
  private let makeFilter: () -> JSONLineFilter
  // Made for a block: most workers test a single row.
  private lazy var filter = makeFilter()
  private var hasTestedBlocks = false
  private let matcher: FilterMatcher
  private let reader = JSONReader()
  private lazy var taggedReader = JSONReader(tagged: true)
  private let readings: JSONLinePredicate.Readings?

  /// Whether a row that exceeds a limit ends the test.
  private let endsAtLimits: Bool

  init(_ lines: JSONLinePredicate, now: Date, limits: EvaluationLimits, endsAtLimits: Bool) {
    self.endsAtLimits = endsAtLimits
    makeFilter = { JSONLineFilter(lines, now: now, limits: limits) }
    readings = lines.readings
    matcher = FilterMatcher(lines.predicate, bindings: lines.bindings, now: now, limits: limits)
  }

  var end: EvaluationError? { (hasTestedBlocks ? filter.end : nil) ?? matcher.end }

  func finish(_ error: EvaluationError) {
    guard endsAtLimits else { return }
    matcher.finish(error)
    if hasTestedBlocks { filter.finish(error) }
  }

  func answers(
    _ text: RowText, _ rows: Range<Int>, _ body: (JSONLineFilter.Answer) -> Void
  ) {
    guard !text.isTagged else {
      for row in rows where matcher.end == nil {
        if row % RowWork.stepSize == 0, Interrupt.isRaised { return }
        body(answer(text, row))
      }
      return
    }
    hasTestedBlocks = true
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: RowWork.stepSize) {
      if Interrupt.isRaised { return }
      let step = start..<min(rows.upperBound, start + RowWork.stepSize)
      text.withBytes(text.range(of: step)) { filter.answers($0, body) }
    }
  }

  func matches(_ text: RowText, _ row: Int) throws(EvaluationError) -> Bool {
    guard text.isTagged else {
      return try text.withBytes(text.range(of: row)) { bytes throws(EvaluationError) in
        try matches(bytes)
      }
    }
    return try matcher.matches(text.value(of: row, taggedReader))
  }

  func matches(_ row: UnsafeRawBufferPointer) throws(EvaluationError) -> Bool {
    guard let value = readings.map({ $0.row(row, reader) }) ?? (try? reader.read(row)) else {
      return false
    }
    return try matcher.matches(value)
  }
}

final class SearchWorker: RowTestWorker {
  let blockShare = 1
  let end: EvaluationError? = nil

  func finish(_ error: EvaluationError) {}

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
