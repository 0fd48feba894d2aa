internal import FilterEngine
internal import FilterJSON

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a part of a delimited input has.
struct DelimitedRows: Sendable {
  /// The places of the part, or of the file, that the records take up; in a file the first was perhaps
  /// guessed.
  var extent: Range<Int>

  var found = FoundRows()

  /// Whether something is wrong behind what was found, or nothing could be: `DelimitedReader` says what.
  var isIrregular = false
}

/// A filter over the records of a delimited input that looks at no more cells than it has to, with the
/// answers and errors of the predicate. Used by one thread.
///
/// Unsafe because cells are read where the input was read to. The memory stays from the beginning of a
/// part to its end, and slots only point into it and into `scratch`.
final class DelimitedFilter {
  let separator: UInt8
  let cells: DelimitedCells

  private let query: Query
  private let inPlace: SlotMatcher
  private let weight: Int
  private let matcher: FilterMatcher
  private let taker: RowTaker
  private let slots: UnsafeMutablePointer<RowSlot>
  private let wanted: [DelimitedCells.Source]

  init(
    _ query: Query, _ program: SlotProgram, _ schema: DelimitedSchema, separator: UInt8, now: Date
  ) {
    self.query = query
    self.separator = separator
    matcher = FilterMatcher(
      query.predicate, bindings: query.bindings, now: now, limits: query.limits)
    inPlace = SlotMatcher(program, in: matcher)
    weight = program.weight
    taker = RowTaker(query)
    cells = DelimitedCells(schema, taken: query.columns.paths)
    wanted = program.paths.map { DelimitedCells.Source($0, schema) }
    slots = .allocate(capacity: max(wanted.count, 1))
    slots.initialize(repeating: RowSlot(.missing), count: max(wanted.count, 1))
  }

  deinit { slots.deallocate() }

  /// The rows of whole records.
  func rows(of text: [UInt8], _ request: JSONLineFilter.Request) -> DelimitedRows {
    var rows = DelimitedRows(extent: 0..<0)
    text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      guard JSONText.isUTF8(UnsafeRawBufferPointer(bytes)) else {
        rows.isIrregular = true
        return
      }
      var scanner = DelimitedScanner(
        base, end: bytes.count, isAtEnd: true, from: 0, separator: separator, cells: cells.places)
      let status = filter(&scanner, base, to: bytes.count, request, &rows.found.matches)
      rows.found.matches.lineCount = scanner.lineFeeds
      rows.extent = 0..<scanner.place
      rows.isIrregular = status == .irregular
    }
    rows.found.rows = takeRows()
    return rows
  }

  /// The rows that were kept since the last call and can still come out.
  func takeRows() -> [TakenRow] { taker.takeRows() }

  /// Filters records as far as there are whole ones.
  func filter(
    _ scanner: inout DelimitedScanner, _ base: UnsafePointer<UInt8>, to end: Int,
    _ request: JSONLineFilter.Request, _ matches: inout JSONLineMatches
  ) -> DelimitedScanner.Status {
    while scanner.place < end, matches.matchCount < request.limit {
      let status = scanner.next()
      guard status == .record else { return status }
      // An empty line is a row only where one missing cell can be meant.
      if scanner.isBlank, cells.places.count != 1 { continue }
      if let reason = matcher.work(
        weight + scanner.cellCount + (scanner.place - scanner.start) / 32)
      {
        matches.end = reason
        return .end
      }
      cells.begin(base, count: scanner.cellCount, size: scanner.place - scanner.start)
      guard cells.areAsStated else {
        scanner.takeBack()
        return .irregular
      }
      for (index, source) in wanted.enumerated() { slots[index] = cells.slot(source) }
      let isMatch =
        inPlace.answer(UnsafeRawPointer(slots)).map { $0 != query.isInverted }
        ?? evaluate(line: scanner.linesBefore + 1, &matches)
      if isMatch {
        matches.matchCount += 1
        if request.keepsLines, matches.matchCount > request.offset {
          taker.take(MatchedRecord(cells: cells), into: &matches.lines)
        }
      } else if matches.end != nil {
        return .end
      }
    }
    return .end
  }

  /// Whether the value of the record matches; what is wrong with it is noted.
  private func evaluate(line: Int, _ matches: inout JSONLineMatches) -> Bool {
    matches.valueCount += 1
    do throws(EvaluationError) {
      return try matcher.matches(cells.row) != query.isInverted
    } catch {
      if error.endsCall {
        matches.end = error
        return false
      }
      if matches.firstLimit == nil, error.isLimit { matches.firstLimit = error }
      matches.failureCount += 1
      if matches.firstFailure == nil { matches.firstFailure = (line, error) }
      return false
    }
  }
}

/// A record that matches.
private struct MatchedRecord: MatchedRow {
  let cells: DelimitedCells

  var value: FilterValue? { cells.row }

  func slot(at column: Int) -> RowSlot { cells.slot(cells.taken[column]) }

  func value(at column: Int) -> FilterValue? { cells.value(cells.taken[column]) }

  func appendJSON(to bytes: inout [UInt8]) { JSONWriter().write(cells.row, to: &bytes) }

  func appendJSON(at column: Int, to bytes: inout [UInt8]) -> Bool {
    guard let value = value(at: column) else { return false }
    JSONWriter().write(value, to: &bytes)
    return true
  }

  func output(_ selection: Selection, asJSON: Bool) -> OutputRow {
    selection.output(of: cells.row, WithoutSpelling(), asJSON: asJSON)
  }
}
