internal import FilterEngine
internal import FilterJSON

extension FilterRun {
  /// What one input of JSON Lines is read with.
  private struct Lines {
    let name: String
    let filter: JSONLineFilter
    /// Reads a line again where more of it comes out than itself
    let line = JSONLine()
    /// The number of lines read so far
    var count = 0
  }

  /// Filters JSON Lines: a file in blocks on all processors, anything else as it comes.
  func readLines(_ source: ByteSource) throws(ToolError) {
    var lines = Lines(name: source.name, filter: lineFilter())
    guard let extent = source.extent else { return try readStream(source, &lines) }
    let blocks = FileBlocks(name: source.name, descriptor: source.descriptor, extent: extent)
    let work = OrderedWork(
      count: blocks.count, threads: blocks.count > 1 ? SystemCalls.processorCount : 0, window: 64,
      worker: worker(blocks))
    defer { work.cancel() }
    guard work.isRunning else {
      var buffer: [UInt8] = []
      for index in 0..<blocks.count where !isComplete {
        let range = try blocks.read(index, into: &buffer)
        try take(buffer, range, &lines)
        source.progress?.add(blocks.places(index).count, isAtEnd: index + 1 == blocks.count)
      }
      return
    }
    var index = 0
    while !isComplete, let result = work.next() {
      let found = try result.get()
      if isCut(found) {
        var buffer: [UInt8] = []
        let range = try blocks.read(index, into: &buffer)
        try take(buffer, range, &lines)
      } else {
        try take(found, &lines)
      }
      source.progress?.add(blocks.places(index).count, isAtEnd: index + 1 == blocks.count)
      index += 1
    }
  }

  /// What a thread does with the blocks that it gets.
  private func worker(
    _ blocks: FileBlocks
  ) -> @Sendable () -> (Int) -> Result<JSONLineMatches, ToolError> {
    let (query, now, request) = (query, now, request)
    return {
      let filter = JSONLineFilter(
        query.predicate, bindings: query.bindings, now: now, isInverted: query.isInverted)
      var buffer: [UInt8] = []
      return { index in
        Result { () throws(ToolError) in
          let range = try blocks.read(index, into: &buffer)
          var matches = JSONLineMatches()
          buffer.withUnsafeBytes {
            filter.filter(UnsafeRawBufferPointer(rebasing: $0[range]), request, into: &matches)
          }
          return matches
        }
      }
    }
  }

  private func readStream(_ source: ByteSource, _ lines: inout Lines) throws(ToolError) {
    while !isComplete, var range = try source.nextLines() {
      if lines.count == 0, source.buffer[range].starts(with: ArraySlice.byteOrderMark) {
        range = range.lowerBound + 3..<range.upperBound
      }
      try take(source.buffer, range, &lines)
    }
  }

  // MARK: - Matches

  private func lineFilter() -> JSONLineFilter {
    JSONLineFilter(
      query.predicate, bindings: query.bindings, now: now, isInverted: query.isInverted)
  }

  /// What is asked of a block whose neighbours are not known.
  private var request: JSONLineFilter.Request {
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

  /// Whether only a part of the matches of a block comes out.
  private func isCut(_ found: JSONLineMatches) -> Bool {
    let (offset, limit) = window
    return offset > 0 && found.matchCount > 0
      || limit.map { found.matchCount >= $0 } ?? false
  }

  /// Filters the lines in a range of `buffer`.
  private func take(
    _ buffer: [UInt8], _ range: Range<Int>, _ lines: inout Lines
  ) throws(ToolError) {
    let (offset, limit) = window
    var request = request
    request.offset = offset
    request.limit = limit ?? .max
    var found = JSONLineMatches()
    buffer.withUnsafeBytes {
      lines.filter.filter(UnsafeRawBufferPointer(rebasing: $0[range]), request, into: &found)
    }
    try take(found, &lines)
  }

  /// Hands on what was found in a block.
  private func take(_ found: JSONLineMatches, _ lines: inout Lines) throws(ToolError) {
    let isWindowed = query.sortKeys.isEmpty
    let kept = found.matchCount - (isWindowed ? min(window.offset, found.matchCount) : 0)
    matches += found.matchCount
    if query.isCount {
      taken += kept
    } else if query.passesLinesThrough {
      taken += kept
      try sink.write(block: found.lines)
    } else {
      try takeValues(found.lines, lines.line)
    }
    if let first = found.firstFailure {
      failures.add(
        first.error, file: lines.name, line: lines.count + first.line, count: found.failureCount)
    }
    if let first = found.firstBad {
      let error = ToolError.badData(
        file: lines.name, line: lines.count + first.line, first.error.description)
      guard query.skipsErrors else {
        // What stands before the bad line has come out where it is reported.
        try sink.flush()
        throw error
      }
      skipped.add(error, count: found.badCount)
    }
    lines.count += found.lineCount
  }

  /// Takes matching lines as values, for output that is not the lines themselves.
  private func takeValues(_ lines: [UInt8], _ reader: JSONLine) throws(ToolError) {
    var start = 0
    while start < lines.count {
      let end = lines[start...].firstIndexOfNewline ?? lines.count
      // The line was read before, and is what it was.
      if let row = try? reader.read(lines[start..<end]) { try take(row, reader) }
      start = end + 1
    }
  }
}
