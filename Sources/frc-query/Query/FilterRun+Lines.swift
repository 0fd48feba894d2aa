internal import FilterEngine
internal import FilterJSON

extension FilterRun {
  /// Results that wait for one before them hold memory, so that there are only so many.
  static let maximumWaiting = 64

  /// Filters JSON Lines: a file in blocks on all processors, anything else as it comes.
  func readLines(_ source: ByteSource) throws(ToolError) {
    var input = LineInput(name: source.name, query: query, filter: lineFilter())
    guard let extent = source.extent else { return try readStream(source, &input) }
    let blocks = FileBlocks(
      name: source.name, descriptor: source.descriptor, extent: extent, size: blockSize)
    let work = OrderedWork<Int, Result<FoundRows, ToolError>>(
      count: blocks.count, threads: blocks.count > 1 ? SystemCalls.processorCount : 0,
      window: Self.maximumWaiting, worker: worker(blocks))
    defer {
      work.cancel()
      // Others may go on with the same standard input, and find nothing left as with a pipe.
      SystemCalls.goToEnd(of: source.descriptor)
    }
    for index in 0..<blocks.count where !isComplete {
      let found = work.isRunning ? try work.next()?.get() : nil
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
    JSONLineFilter(
      linePredicate, columns: query.columns.paths, now: now, isInverted: query.isInverted,
      limits: query.limits)
  }

  /// What a thread does with the blocks that it gets.
  private func worker(
    _ blocks: FileBlocks
  ) -> @Sendable () -> (Int) -> Result<FoundRows, ToolError> {
    let (predicate, query, now, request) = (linePredicate, query, now, request)
    let paths = query.columns.paths
    return {
      let filter = JSONLineFilter(
        predicate, columns: paths, now: now, isInverted: query.isInverted, limits: query.limits)
      let taker = RowTaker(query)
      var buffer: [UInt8] = []
      return { index in
        Result { () throws(ToolError) in
          let range = try blocks.read(index, into: &buffer)
          return buffer.withUnsafeBytes {
            taker.filter(UnsafeRawBufferPointer(rebasing: $0[range]), filter, request)
          }
        }
      }
    }
  }

  /// Filters lines of JSON, or what are made to be lines, as they come.
  func readStream(_ source: ByteSource, _ input: inout LineInput) throws(ToolError) {
    let isElement = input.elements != nil
    let (predicate, query, now, request) = (linePredicate, query, now, request)
    let paths = query.columns.paths
    try readParts(StreamParts(source, elements: input.elements), of: source) {
      let filter = JSONLineFilter(
        predicate, columns: paths, now: now, isInverted: query.isInverted, limits: query.limits)
      let taker = RowTaker(query, isElement: isElement)
      return { part in
        part.text.withUnsafeBytes {
          taker.filter(UnsafeRawBufferPointer(rebasing: $0[part.range]), filter, request)
        }
      }
    } take: { part, rows throws(ToolError) in
      input.elements = part.elements
      if isCut(rows) {
        try filter(part.text, part.range, &input)
      } else {
        try take(rows, &input)
      }
      if let failure = part.failure, !isComplete { try skip(failure, count: 1) }
    }
  }
}
