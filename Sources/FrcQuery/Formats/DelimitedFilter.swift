internal import FilterEngine
internal import FilterJSON

/// A filter for the records of a delimited input that reads only the cells it needs, with the answers and errors of
/// the predicate. Used by one thread.
///
/// Unsafe because cells are read in the buffer of the input. The memory is valid while a part is filtered; slots
/// point only into it and into the memory of `cells`.
final class DelimitedFilter: RowScanner {
  private let separator: UInt8
  private let cells: DelimitedCells
  private let query: Query
  private let inPlace: SlotMatcher
  private let weight: Int
  private let matcher: FilterMatcher
  let taker: RowTaker
  private let slots: UnsafeMutablePointer<RowSlot>
  private let wanted: [DelimitedCells.Source]

  /// The key paths that the predicate reads, and their cells; nil if it can read the whole row.
  private let projection: (RowProjection, [DelimitedCells.Source])?
  private let blocks: FileBlocks?
  private var buffer: [UInt8] = []

  init(
    _ query: Query, _ program: SlotProgram, _ schema: DelimitedSchema, separator: UInt8,
    _ blocks: FileBlocks? = nil
  ) {
    self.query = query
    self.separator = separator
    self.blocks = blocks
    matcher = FilterMatcher(
      query.predicate, bindings: query.bindings, now: query.now, limits: query.limits)
    inPlace = SlotMatcher(program, in: matcher)
    weight = program.weight
    taker = RowTaker(query)
    cells = DelimitedCells(schema, taken: query.columns.paths)
    wanted = program.paths.map { DelimitedCells.Source($0, schema) }
    projection = RowProjection(query.predicate.syntax).map { projection in
      (projection, projection.paths.map { DelimitedCells.Source($0, schema) })
    }
    slots = .allocate(capacity: max(wanted.count, 1))
    slots.initialize(repeating: RowSlot(.missing), count: max(wanted.count, 1))
  }

  deinit { slots.deallocate() }

  func scan(
    _ part: SourcePart<[UInt8]>, from offset: Int?, _ request: JSONLineFilter.Request
  ) throws(ToolError) -> FoundRows {
    var found = FoundRows()
    switch part {
    case .text(let text):
      text.withUnsafeBufferPointer { bytes in
        var scanner = DelimitedScanner(
          bytes, isAtEnd: true, separator: separator, cells: cells.places)
        let isUTF8 = JSONText.isUTF8(UnsafeRawBufferPointer(bytes))
        _ = filter(&scanner, bytes, to: bytes.count, isUTF8: isUTF8, request, &found)
        found.matches.lineCount = scanner.lineFeeds
      }
    case .block(let number):
      if let blocks { try filter(number, of: blocks, from: offset, request, &found) }
    }
    taker.finish(&found)
    found.lose(matcher.takeLostParts())
    return found
  }

  // MARK: - Files

  /// The part of a file that is in the buffer.
  private struct BufferedText {
    /// The offset of its first byte in the file
    let start: Int
    var count = 0
    var isAtEnd = false

    /// Whether its complete lines are UTF-8, and the number of bytes that have been checked
    var isUTF8 = true
    var checked = 0
  }

  /// Filters the records that start in a block. The first starts at `offset`; if that is nil, its start is guessed.
  private func filter(
    _ number: Int, of blocks: FileBlocks, from offset: Int?, _ request: JSONLineFilter.Request,
    _ found: inout FoundRows
  ) throws(ToolError) {
    let block = blocks.places(number)
    let isGuess = offset == nil && number > 0
    // A record starts at the first byte only if a line end precedes it.
    var text = BufferedText(start: offset ?? (isGuess ? block.lowerBound - 1 : block.lowerBound))
    try read(blocks, to: block.upperBound + 4096, &text)
    var first = 0
    if isGuess {
      let guess = buffer.withUnsafeBufferPointer { bytes in
        DelimitedScanner.guess(
          UnsafeBufferPointer(rebasing: bytes[..<text.count]), isAtEnd: text.isAtEnd,
          separator: separator, cells: cells.places)
      }
      guard let guess else {
        found.extent = -1 ..< -1
        return
      }
      first = guess
    }
    var scanner = DelimitedScanner(from: first, separator: separator, cells: cells.places)
    var step = 1 << 16
    while true {
      let status = buffer.withUnsafeBufferPointer { bytes in
        let bytes = UnsafeBufferPointer(rebasing: bytes[..<text.count])
        scanner.go(on: bytes, isAtEnd: text.isAtEnd)
        return filter(
          &scanner, bytes, to: block.upperBound - text.start, isUTF8: text.isUTF8, request, &found)
      }
      guard status == .incomplete else { break }
      try blocks.checkLine(text.count - scanner.start)
      try read(blocks, to: text.start + text.count + step, &text)
      step = min(step * 2, 1 << 26)
    }
    found.matches.lineCount = scanner.lineFeeds
    found.extent = text.start + first..<text.start + scanner.place
  }

  /// Reads up to an offset of the file, but not beyond its end.
  private func read(
    _ blocks: FileBlocks, to offset: Int, _ text: inout BufferedText
  ) throws(ToolError) {
    let end = min(offset, blocks.extent.upperBound)
    if end > text.start + text.count {
      try blocks.fill(
        &buffer, &text.count, to: end - text.start, at: text.start, needsAll: true)
    }
    text.isAtEnd = end == blocks.extent.upperBound
    let lines =
      text.isAtEnd
      ? text.count : (buffer[text.checked..<text.count].lastIndexOfNewline ?? text.checked - 1) + 1
    let isUTF8 = buffer.withUnsafeBytes {
      JSONText.isUTF8(UnsafeRawBufferPointer(rebasing: $0[text.checked..<lines]))
    }
    text.isUTF8 = text.isUTF8 && isUTF8
    text.checked = lines
  }

  // MARK: - Records

  /// Filters the complete records that start before `end`.
  private func filter(
    _ scanner: inout DelimitedScanner, _ bytes: UnsafeBufferPointer<UInt8>, to end: Int,
    isUTF8: Bool, _ request: JSONLineFilter.Request, _ found: inout FoundRows
  ) -> DelimitedScanner.Status {
    while scanner.place < end || scanner.isOpen, found.matches.matchCount < request.limit {
      let status = scanner.next()
      var fault: String?
      switch status {
      case .end, .incomplete: return status
      case .bad(let reason): fault = reason.rawValue
      case .record:
        // An empty line is a row only if there is a single column, whose cell is then missing.
        if scanner.isBlank, cells.schema.header.count != 1 { continue }
        if let reason = matcher.work(
          weight + scanner.cellCount + (scanner.place - scanner.start) / 32)
        {
          found.matches.end = reason
          return .end
        }
        cells.begin(scanner, in: bytes)
        fault = cells.fault(of: scanner, in: bytes, isUTF8: isUTF8) ?? cells.kindFault()
      }
      let line = scanner.linesBefore + 1
      if let fault {
        found.matches.badCount += 1
        if found.bad == nil { found.bad = (.line(line), fault) }
        if request.skipsBad { continue }
        return .end
      }
      if scanner.cellCount < cells.schema.columns.count { found.shortCount += 1 }
      for (index, source) in wanted.enumerated() { slots[index] = cells.slot(source) }
      let isMatch =
        inPlace.answer(UnsafeRawPointer(slots)).map { answer in
          if answer == query.isInverted { found.matches.missCount += 1 }
          return answer != query.isInverted
        } ?? evaluate(line: line, &found)
      if isMatch {
        found.matches.matchCount += 1
        if request.keepsLines, found.matches.matchCount > request.offset {
          taker.take(MatchedRecord(record: cells, line: line), into: &found.matches.lines)
        }
      } else if found.matches.end != nil {
        return .end
      }
    }
    return .end
  }

  /// Whether the record, read as a value, matches. Adds errors to `found`.
  private func evaluate(line: Int, _ found: inout FoundRows) -> Bool {
    do throws(EvaluationError) {
      let part = projection.flatMap { projection, sources in
        projection.row { cells.value(sources[$0]) }
      }
      let isMatch = try matcher.matches(part ?? cells.readings) != query.isInverted
      if !isMatch { found.matches.missCount += 1 }
      return isMatch
    } catch {
      if error.endsCall { found.matches.end = error } else { found.fail(error, .line(line)) }
      return false
    }
  }
}

/// A matching record.
private struct MatchedRecord: MatchedRow {
  let record: DelimitedCells
  let line: Int?

  var value: FilterValue? { record.row }

  var written: FilterValue? { record.writtenRow }

  var cells: FilterValue? { record.textRow }

  var readings: FilterValue? { record.readings }

  func slot(at column: Int) -> RowSlot { record.slot(record.taken[column]) }

  func value(at column: Int) -> FilterValue? { record.value(record.taken[column]) }

  func written(at column: Int) -> FilterValue? { record.writtenValue(record.taken[column]) }

  func appendJSON(to bytes: inout [UInt8]) { record.appendJSON(to: &bytes) }

  func appendJSON(at column: Int, to bytes: inout [UInt8]) -> Bool {
    record.appendJSON(record.taken[column], to: &bytes)
  }

  func appendCell(at column: Int, separator: UInt8?, to bytes: inout [UInt8]) -> Bool {
    record.appendCell(record.taken[column], separator: separator, to: &bytes)
  }
}
