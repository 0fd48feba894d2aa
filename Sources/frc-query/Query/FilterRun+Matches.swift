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
    return (offset, query.limit.map { offset + ($0 - taken) })
  }

  /// Whether only a part of these matches comes out.
  func isCut(_ found: JSONLineMatches) -> Bool {
    let (offset, limit) = window
    return offset > 0 && found.matchCount > 0 || limit.map { found.matchCount >= $0 } ?? false
  }

  /// Filters the lines in a range of `buffer`.
  func filter(
    _ buffer: [UInt8], _ range: Range<Int>, _ input: inout LineInput
  ) throws(ToolError) {
    let (offset, limit) = window
    var request = request
    request.offset = offset
    request.limit = limit ?? .max
    var found = JSONLineMatches()
    buffer.withUnsafeBytes {
      input.filter.filter(UnsafeRawBufferPointer(rebasing: $0[range]), request, into: &found)
    }
    try take(found, &input)
  }

  /// Hands on what was found.
  func take(_ found: JSONLineMatches, _ input: inout LineInput) throws(ToolError) {
    let offset = min(window.offset, found.matchCount)
    matches += found.matchCount
    if query.isCount {
      taken += found.matchCount - offset
    } else if query.passesLinesThrough, input.elements == nil {
      taken += found.matchCount - offset
      try sink.write(block: found.lines)
    } else {
      try takeRows(found.lines, input.line)
    }
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

  /// Takes matching lines one by one, for output that is not the lines themselves.
  private func takeRows(_ lines: [UInt8], _ reader: JSONLine) throws(ToolError) {
    var start = 0
    while start < lines.count {
      let end = lines[start...].firstIndexOfNewline ?? lines.count
      defer { start = end + 1 }
      if query.passesLinesThrough {
        taken += 1
        try sink.write(JSONText.minified(lines[start..<end]))
        try sink.write("\n".utf8)
        continue
      }
      // The line was read before, and is what it was.
      if let row = try? reader.read(lines[start..<end]) { try take(row, reader) }
    }
  }
}
