internal import FilterEngine
internal import FilterJSON

extension FilterRun {
  /// Results that wait for one before them hold memory, so that there are only so many.
  private static let maximumWaiting = 64

  /// Filters JSON Lines: a file in blocks on all processors, anything else as it comes.
  func readLines(_ source: ByteSource) throws(ToolError) {
    var input = LineInput(name: source.name, filter: lineFilter())
    guard let extent = source.extent else { return try readStream(source, &input) }
    let blocks = FileBlocks(name: source.name, descriptor: source.descriptor, extent: extent)
    let work = OrderedWork(
      count: blocks.count, threads: blocks.count > 1 ? SystemCalls.processorCount : 0,
      window: Self.maximumWaiting, worker: worker(blocks))
    defer {
      work.cancel()
      // Others may go on with the same standard input, and find nothing left as with a pipe.
      SystemCalls.goToEnd(of: source.descriptor)
    }
    for index in 0..<blocks.count where !isComplete {
      let found = try work.next()?.get()
      if let found, !isCut(found) {
        try take(found, &input)
      } else {
        // Without threads, and where a window begins or ends, the block is filtered here.
        var buffer: [UInt8] = []
        let range = try blocks.read(index, into: &buffer)
        try filter(buffer, range, &input)
      }
      source.progress?.add(blocks.places(index).count, isAtEnd: index + 1 == blocks.count)
    }
  }

  func lineFilter() -> JSONLineFilter {
    JSONLineFilter(linePredicate, now: now, isInverted: query.isInverted, limits: query.limits)
  }

  /// What a thread does with the blocks that it gets.
  private func worker(
    _ blocks: FileBlocks
  ) -> @Sendable () -> (Int) -> Result<JSONLineMatches, ToolError> {
    let (predicate, isInverted, now, request) = (linePredicate, query.isInverted, now, request)
    let limits = query.limits
    return {
      let filter = JSONLineFilter(predicate, now: now, isInverted: isInverted, limits: limits)
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

  private func readStream(_ source: ByteSource, _ input: inout LineInput) throws(ToolError) {
    while !isComplete, var range = try source.nextLines() {
      if input.count == 0, source.buffer[range].starts(with: ArraySlice.byteOrderMark) {
        range = range.lowerBound + 3..<range.upperBound
      }
      try filter(source.buffer, range, &input)
    }
  }
}
