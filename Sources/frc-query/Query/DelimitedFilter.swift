internal import FilterEngine
internal import FilterJSON

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a part of a delimited file has.
struct DelimitedRows: Sendable {
  /// The places of the file that the records take up, whose first was perhaps guessed.
  var extent: Range<Int>

  var found = FoundRows()

  /// Whether something is wrong behind what was found, or nothing could be: `DelimitedReader` says what.
  var isIrregular = false
}

/// A filter over the records of a delimited file that looks at no more cells than it has to, with the
/// answers and errors of the predicate. Used by one thread.
///
/// Unsafe because cells are read where the file was read to. The memory stays from the reading of a
/// part to its end, and slots only point into it and into `scratch`.
final class DelimitedFilter {
  private let query: Query
  private let blocks: FileBlocks
  private let separator: UInt8
  private let program: SlotProgram
  private let inPlace: SlotMatcher
  private let matcher: FilterMatcher
  private let taker: RowTaker
  private let cells: DelimitedCells
  private let slots: UnsafeMutablePointer<RowSlot>
  private let wanted: [DelimitedCells.Source]
  private var buffer: [UInt8] = []

  init(
    _ query: Query, _ program: SlotProgram, _ schema: DelimitedSchema, _ blocks: FileBlocks,
    separator: UInt8, now: Date
  ) {
    self.query = query
    self.blocks = blocks
    self.separator = separator
    self.program = program
    inPlace = SlotMatcher(program, now: now, limits: query.limits)
    matcher = FilterMatcher(
      query.predicate, bindings: query.bindings, now: now, limits: query.limits)
    taker = RowTaker(query)
    cells = DelimitedCells(schema, filtered: program.paths, taken: query.columns.paths)
    wanted = program.paths.map { DelimitedCells.Source($0, schema) }
    slots = .allocate(capacity: max(wanted.count, 1))
    slots.initialize(repeating: RowSlot(.missing), count: max(wanted.count, 1))
  }

  deinit { slots.deallocate() }

  /// The rows of a block, its beginning guessed.
  func rows(
    inBlock index: Int, _ request: JSONLineFilter.Request
  ) throws(ToolError) -> DelimitedRows {
    let places = blocks.places(index)
    guard index > 0 else {
      return try rows(from: places.lowerBound, to: places.upperBound, request)
    }
    // A record begins at the first place only if a line end is before it.
    return try rows(
      from: places.lowerBound - 1, to: places.upperBound, request, isGuess: true)
  }

  /// The rows whose records begin in a range of the file, at whose beginning a record begins.
  func rows(
    from start: Int, to end: Int, _ request: JSONLineFilter.Request, isGuess: Bool = false
  ) throws(ToolError) -> DelimitedRows {
    var rows = DelimitedRows(extent: start..<start)
    var text = Text(start: start)
    try read(to: end + 4096, &text)
    guard text.isValid else {
      rows.isIrregular = true
      return rows
    }
    var first = 0
    if isGuess {
      let guess = buffer.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.flatMap {
          DelimitedScanner.guess(
            $0, end: text.count, isAtEnd: text.isAtEnd, separator: separator, cells: cells.places)
        }
      }
      guard let guess else {
        rows.isIrregular = true
        return rows
      }
      first = guess
    }
    rows.extent = start + first..<start + first
    try scan(from: first, to: end - start, &text, request, &rows)
    rows.found.rows = taker.takeRows()
    return rows
  }

  /// What of the file is in the buffer.
  private struct Text {
    /// The place of the file
    let start: Int
    var count = 0
    var isAtEnd = false

    /// Whether its whole lines are UTF-8, and how many bytes of it have been looked at
    var isValid = true
    var checked = 0
  }

  /// Reads up to a place of the file or its end.
  private func read(to place: Int, _ text: inout Text) throws(ToolError) {
    let end = min(place, blocks.extent.upperBound)
    if end > text.start + text.count {
      try blocks.fill(
        &buffer, &text.count, to: end - text.start, at: text.start, needsAll: true)
    }
    text.isAtEnd = end == blocks.extent.upperBound
    let lines =
      text.isAtEnd
      ? text.count : (buffer[text.checked..<text.count].lastIndexOfNewline ?? text.checked - 1) + 1
    text.isValid = buffer.withUnsafeBytes {
      JSONText.isUTF8(UnsafeRawBufferPointer(rebasing: $0[text.checked..<lines]))
    }
    text.checked = lines
  }

  /// Filters the records that begin between two places of the buffer.
  private func scan(
    from first: Int, to end: Int, _ text: inout Text, _ request: JSONLineFilter.Request,
    _ rows: inout DelimitedRows
  ) throws(ToolError) {
    var scanner: DelimitedScanner?
    var step = 1 << 16
    while true {
      let status = buffer.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return DelimitedScanner.Status.end }
        var now =
          scanner
          ?? DelimitedScanner(
            base, end: text.count, isAtEnd: text.isAtEnd, from: first, separator: separator,
            cells: cells.places)
        now.go(on: base, end: text.count, isAtEnd: text.isAtEnd)
        let status = filter(&now, base, to: end, request, &rows.found.matches)
        scanner = now
        return status
      }
      guard let scanner else { return }
      rows.found.matches.lineCount = scanner.lineFeeds
      rows.extent = rows.extent.lowerBound..<text.start + scanner.place
      guard status == .incomplete else {
        rows.isIrregular = status == .irregular
        return
      }
      guard text.count - scanner.place <= ByteSource.maximumLine else {
        rows.isIrregular = true
        return
      }
      try read(to: text.start + text.count + step, &text)
      guard text.isValid else {
        rows.isIrregular = true
        return
      }
      step = min(step * 2, 1 << 26)
    }
  }

  /// Filters records as far as there are whole ones.
  private func filter(
    _ scanner: inout DelimitedScanner, _ base: UnsafePointer<UInt8>, to end: Int,
    _ request: JSONLineFilter.Request, _ matches: inout JSONLineMatches
  ) -> DelimitedScanner.Status {
    while scanner.place < end, matches.matchCount < request.limit {
      let status = scanner.next()
      guard status == .record else { return status }
      // An empty line is a row only where one missing cell can be meant.
      if scanner.isBlank, cells.places.count != 1 { continue }
      if let reason = matcher.work(
        1 + scanner.cellCount + (scanner.place - scanner.start) / 32)
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

/// Values of CSV and TSV are written as they are read.
private struct WithoutSpelling: RowSpelling {}
