internal import FilterEngine
internal import FilterJSON

extension FilterRun {
  /// What is asked of lines whose neighbours are not known.
  var request: JSONLineFilter.Request {
    var request = JSONLineFilter.Request()
    request.keepsLines = !query.isCount
    request.skipsBad = query.skipsErrors
    return request
  }

  /// The first matches that are still to be left out, and the match that ends the run, if any.
  private var window: (offset: Int, limit: Int?) {
    guard query.sortKeys.isEmpty else { return (0, nil) }
    let offset = max(0, query.offset - matches)
    return (offset, query.limit.map { offset.plus($0 - taken) })
  }

  /// Whether only a part of these matches comes out.
  func isCut(_ found: FoundRows) -> Bool {
    let found = found.matches
    let (offset, limit) = window
    return offset > 0 && found.matchCount > 0 || limit.map { found.matchCount >= $0 } ?? false
  }

  /// The request, with what of the matches that come next is to be kept.
  func windowed(_ request: JSONLineFilter.Request) -> JSONLineFilter.Request {
    let (offset, limit) = window
    var request = request
    request.offset = offset
    request.limit = limit ?? .max
    return request
  }

  /// Filters the lines in a range of `buffer`.
  func filter(
    _ buffer: [UInt8], _ range: Range<Int>, _ input: inout LineInput
  ) throws(ToolError) {
    let request = windowed(request)
    let found = buffer.withUnsafeBytes {
      input.taker.filter(UnsafeRawBufferPointer(rebasing: $0[range]), input.filter, request)
    }
    try take(found, &input)
  }

  /// Hands on what was found.
  func take(_ rows: FoundRows, _ input: inout LineInput) throws(ToolError) {
    let found = rows.matches
    try take(rows)
    if let first = found.firstFailure {
      failures.add(
        first.error, file: input.name, line: input.place(ofRow: first.line),
        count: found.failureCount, hasLimit: found.firstLimit != nil)
    }
    if let first = found.firstBad {
      try skip(input.badData(first.line, first.error), count: found.badCount)
    }
    input.count += found.lineCount
    if let end = found.end { throw try stopped(by: end, in: input.name) }
  }

  /// Counts bad rows, or ends the run.
  func skip(_ error: ToolError, count: Int) throws(ToolError) {
    guard query.skipsErrors else {
      // What stands before the bad row has come out where it is reported.
      try sink.flush()
      throw error
    }
    skipped.add(error, count: count)
  }

  /// Counts matches, writes those that come out now, and keeps those that wait.
  func take(_ found: FoundRows) throws(ToolError) {
    let offset = min(window.offset, found.matches.matchCount)
    matches += found.matches.matchCount
    taken += found.matches.matchCount - offset
    if query.isCount { return }
    if !found.matches.lines.isEmpty { try writer.write(records: found.matches.lines) }
    for row in found.rows { waiting.add(row) }
  }
}

extension RowTaker {
  /// Filters whole lines and makes of those that match what comes out of them.
  func filter(
    _ text: UnsafeRawBufferPointer, _ filter: JSONLineFilter, _ request: JSONLineFilter.Request
  ) -> FoundRows {
    var found = FoundRows()
    if passesLinesThrough {
      filter.filter(text, request, into: &found.matches)
    } else {
      filter.filter(text, request, into: &found.matches) { [self] row, bytes in
        take(MatchedLine(row: row, line: line), into: &bytes)
      }
    }
    found.rows = takeRows()
    return found
  }
}
