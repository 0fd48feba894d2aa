internal import EssentialFoundation
internal import FilterEngine
internal import FilterJSON
internal import FilterableResults

/// A test of open rows, which reads the texts that they are in.
///
/// Rows next to each other in a text are tested at once on all processors, about as fast as the text is read.
struct RowTest: BulkTest {
  private enum Condition: Sendable {
    case predicate(JSONLinePredicate)
    case search(String)
  }

  private let condition: Condition

  /// The current date; nil for that of each pass.
  private let now: Date?
  // Unsafe: a filter can be used on any thread. One of open rows is used on the thread of their store.
  nonisolated(unsafe) private let store: RowStore

  init(
    _ condition: RowCondition, of store: RowStore, now: Date = Date(),
    limits: EvaluationLimits = .standard
  ) {
    self.condition =
      switch condition {
      case .predicate(let predicate):
        .predicate(
          store.hasCells
            ? JSONLinePredicate(
              cells: store.converting(predicate), stated: store.types.names, limits: limits)
            : JSONLinePredicate(store.converting(predicate), limits: limits))
      case .search(let text): .search(text)
      }
    self.now = now
    self.store = store
  }

  /// A test by a predicate with the values of its variables.
  init(
    _ predicate: FilterPredicate<FilterValue>, bindings: [String: FilterValue],
    of store: RowStore, limits: EvaluationLimits
  ) {
    condition = .predicate(JSONLinePredicate(predicate, bindings: bindings, limits: limits))
    now = nil
    self.store = store
  }

  func makeWorker(_ limits: EvaluationLimits) -> any RowTestWorker {
    switch condition {
    case .predicate(let lines):
      PredicateWorker(lines, now: now ?? Date(), limits: limits, endsAtLimits: now == nil)
    case .search(let text): SearchWorker(text)
    }
  }

  func implies(_ other: any BulkTest<OpenRow>) -> Bool {
    guard let other = other as? RowTest else { return false }
    switch (condition, other.condition) {
    case (.search(let narrow), .search(let wide)):
      guard let narrow = Self.containing(narrow), let wide = Self.containing(wide) else {
        return false
      }
      return Narrowing.implies(narrow.syntax, wide.syntax)
    case (.predicate(let narrow), .predicate(let wide)):
      return now == nil && other.now == nil && narrow.bindings == wide.bindings
        && Narrowing.implies(narrow.predicate.syntax, wide.predicate.syntax)
    default: return false
    }
  }

  var canFail: Bool {
    guard now == nil, case .predicate(let lines) = condition else { return true }
    return lines.predicate.canFail
  }

  var definition: AnyHashable? {
    guard now == nil, case .predicate(let lines) = condition else {
      return Optional<AnyHashable>.none
    }
    return AnyHashable([AnyHashable(lines.predicate), lines.bindings])
  }

  /// The test of a search for one string.
  private static func containing(_ text: String) -> FilterPredicate<FilterValue>? {
    try? FilterPredicate("SELF CONTAINS[cd] %@", text)
  }

  func passes(_ row: OpenRow, limits: EvaluationLimits) throws(EvaluationError) -> Bool {
    guard now == nil, case .predicate(let lines) = condition else {
      return try makeWorker(limits).matches(row.text, Int(row.index))
    }
    return try lines.predicate.matches(
      store.value(of: row), bindings: lines.bindings, now: now, limits: limits)
  }

  /// Clears the bits of rows that do not pass.
  ///
  /// All rows that fail get the error of the first one: to find the error of a row may take long. For the pipe, a
  /// row that exceeds a limit ends the test with its error, which refuses the edit.
  func narrow(
    _ words: inout [UInt64], of rows: UnsafeBufferPointer<OpenRow>, limits: EvaluationLimits,
    failed: (Int, EvaluationError) -> Void
  ) {
    let parts = store.parts(of: rows)
    let (asked, limits) = (words, limits.beginning())
    var (error, end): (EvaluationError?, EvaluationError?)
    do throws(ToolError) {
      try RowWork.run(parts: parts.count) {
        let worker = makeWorker(limits)
        return { part in
          Answers(worker, parts[part], asked[(part * RowWork.partWords)...])
        }
      } take: { part, answers throws(ToolError) in
        end = answers.end
        if end != nil { throw .interrupted }
        let start = part * RowWork.partWords
        words.replaceSubrange(start..<start + answers.matches.count, with: answers.matches)
        for (word, failures) in answers.failures.enumerated() {
          var left = failures
          while left != 0 {
            let place = (start + word) * 64 + left.trailingZeroBitCount
            left &= left - 1
            error = error ?? self.error(of: rows[place], limits)
            if let error { failed(place, error) }
          }
        }
      }
    } catch {
      failed(0, end ?? limits.end ?? EvaluationError(.cancelled))
    }
  }

  private func error(of row: OpenRow, _ limits: EvaluationLimits) -> EvaluationError? {
    do throws(EvaluationError) {
      _ = try passes(row, limits: limits)
      return nil
    } catch {
      return error
    }
  }
}

/// The answers of a test for a part of the rows, two bits each.
private struct Answers: Sendable {
  private(set) var matches: [UInt64]
  private(set) var failures: [UInt64]
  private(set) var end: EvaluationError?

  /// Tests those rows of `spans` whose bits are set in `asked`, which begins with the words of the first row.
  init(_ worker: any RowTestWorker, _ spans: [RowStore.Span], _ asked: ArraySlice<UInt64>) {
    let count = spans.reduce(0) { $0 + $1.rows.count }
    matches = Array(repeating: 0, count: (count + 63) / 64)
    failures = matches
    let asked = Array(asked.prefix(matches.count))
    var start = 0
    for span in spans {
      let indices = start..<start + span.rows.count
      if asked.bitCount(in: indices) * worker.blockShare >= indices.count {
        var index = start
        worker.answers(span.text, span.rows) { answer in
          if index < indices.upperBound { record(answer, at: index, asked, worker) }
          index += 1
        }
      } else {
        answerOne(worker, span, at: indices, asked)
      }
      start = indices.upperBound
    }
    for word in asked.indices {
      matches[word] &= asked[word]
      failures[word] &= asked[word]
    }
    end = worker.end
  }

  /// Records the answer for a row. If the row is asked for and exceeds a limit, the test can end.
  private mutating func record(
    _ answer: JSONLineFilter.Answer, at index: Int, _ asked: [UInt64], _ worker: any RowTestWorker
  ) {
    let bit: UInt64 = 1 &<< UInt64(index & 63)
    switch answer {
    case .yes: matches[index >> 6] |= bit
    case .failed(let error):
      failures[index >> 6] |= bit
      if let error, error.isLimit, asked[index >> 6] & bit != 0 { worker.finish(error) }
    case .no: break
    }
  }

  /// Tests one row after another.
  private mutating func answerOne(
    _ worker: any RowTestWorker, _ span: RowStore.Span, at indices: Range<Int>, _ asked: [UInt64]
  ) {
    for (index, row) in zip(indices, span.rows)
    where asked[index >> 6] &>> UInt64(index & 63) & 1 == 1 {
      if index % RowWork.stepSize == 0, Interrupt.isRaised { return }
      record(worker.answer(span.text, row), at: index, asked, worker)
    }
  }
}

extension [UInt64] {
  /// The number of set bits in a range.
  fileprivate func bitCount(in range: Range<Int>) -> Int {
    var count = 0
    var index = range.lowerBound
    while index < range.upperBound {
      let end = Swift.min(range.upperBound, (index | 63) + 1)
      let mask = (~UInt64(0) &>> UInt64(64 - (end - index))) &<< UInt64(index & 63)
      count += (self[index >> 6] & mask).nonzeroBitCount
      index = end
    }
    return count
  }
}
