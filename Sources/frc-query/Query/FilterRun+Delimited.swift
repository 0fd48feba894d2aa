internal import FilterEngine
internal import FilterJSON

extension FilterRun {
  /// Filters CSV or TSV: a file in blocks on all processors, anything else as it comes.
  func readDelimited(_ source: ByteSource, separator: UInt8) throws(ToolError) {
    let reader = try DelimitedReader(
      source, separator: separator, types: query.types, sampleSize: sampleSize)
    let schema: DelimitedSchema?
    do throws(ToolError) {
      schema = try reader.open()
    } catch {
      guard case .badData = error else { throw error }
      try skip(error, count: 1)
      return try read(reader, name: source.name)
    }
    guard let schema else { return }
    var input = DelimitedInput(
      source: source, separator: separator, schema: schema, line: reader.bodyLine,
      program: SlotProgram(query.predicate, bindings: query.bindings, limits: query.limits))
    guard let extent = source.extent else { return try readStream(reader, &input) }
    // Others may go on with the same standard input, and find nothing left as with a pipe.
    defer { SystemCalls.goToEnd(of: source.descriptor) }
    let start = extent.lowerBound + reader.bodyStart
    let blocks = FileBlocks(
      name: source.name, descriptor: source.descriptor, extent: start..<extent.upperBound,
      size: blockSize)
    try readBlocks(blocks, &input)
  }

  // MARK: - Files

  private func readBlocks(
    _ blocks: FileBlocks, _ input: inout DelimitedInput
  ) throws(ToolError) {
    let (worker, request) = (worker(input), request)
    let work = OrderedWork<Int, Result<DelimitedRows, ToolError>>(
      count: blocks.count, threads: blocks.count > 1 ? SystemCalls.processorCount : 0,
      window: Self.maximumWaiting
    ) {
      let filter = DelimitedBlockFilter(worker(), blocks)
      return { index in
        Result { () throws(ToolError) in try filter.rows(inBlock: index, request) }
      }
    }
    defer { work.cancel() }
    var here: DelimitedBlockFilter?
    // The place of the file where the next record begins
    var position = blocks.extent.lowerBound
    for index in 0..<blocks.count where !isComplete {
      let end = blocks.places(index).upperBound
      let found = work.isRunning ? try work.next()?.get() : nil
      // A record may go on through whole blocks.
      if position < end {
        if let found, !found.isIrregular, found.extent.lowerBound == position,
          !isCut(found.found)
        {
          try take(found, &input)
          position = found.extent.upperBound
        } else {
          // A wrong guess, a window, an odd record, or no threads.
          let filter = here ?? DelimitedBlockFilter(worker(), blocks)
          here = filter
          position = try read(from: position, to: end, filter, &input)
        }
      }
      input.source.progress?.add(blocks.places(index).count, isAtEnd: index + 1 == blocks.count)
    }
  }

  /// Filters the records that begin between two places of the file; the place where the next one begins.
  private func read(
    from position: Int, to end: Int, _ filter: DelimitedBlockFilter, _ input: inout DelimitedInput
  ) throws(ToolError) -> Int {
    let rows = try filter.rows(from: position, to: end, windowed(request))
    try take(rows, &input)
    let next = rows.extent.upperBound
    guard rows.isIrregular, !isComplete else { return next }
    let rest = try ByteSource(of: input.source, from: next)
    try read(rest, &input) { next + rest.offset >= end }
    return next + rest.offset
  }

  // MARK: - Streams

  private func readStream(
    _ reader: DelimitedReader, _ input: inout DelimitedInput
  ) throws(ToolError) {
    let source = input.source
    // The first rows have been read to see what columns hold.
    try read(reader, name: source.name) { !reader.hasSample }
    if isComplete { return }
    if source.rest.isEmpty, try !source.fill() { return }
    input.line = reader.nextLine
    let (worker, request) = (worker(input), request)
    var here: DelimitedFilter?
    try readParts(StreamParts(source, separator: input.separator), of: source) {
      let filter = worker()
      return { filter.rows(of: $0.text, request) }
    } take: { part, found throws(ToolError) in
      var rows = found
      if isCut(found.found) {
        let filter = here ?? worker()
        here = filter
        rows = filter.rows(of: part.text, windowed(request))
      }
      try take(rows, &input)
      guard rows.isIrregular, !isComplete else { return }
      let bytes = Array(part.text[rows.extent.upperBound...])
      try read(ByteSource(bytes: bytes, name: source.name), &input)
    }
  }

  // MARK: - Both

  /// What makes what a thread filters with.
  private func worker(_ input: DelimitedInput) -> @Sendable () -> DelimitedFilter {
    let (query, now) = (query, now)
    let (program, schema, separator) = (input.program, input.schema, input.separator)
    return { DelimitedFilter(query, program, schema, separator: separator, now: now) }
  }

  /// Filters records one by one, which says what is wrong with them, to the last one or until `isDone`.
  private func read(
    _ rest: ByteSource, _ input: inout DelimitedInput, until isDone: () -> Bool = { false }
  ) throws(ToolError) {
    let records = try DelimitedRecords(
      rest, separator: input.separator, line: input.line, isBeginning: false)
    try read(
      DelimitedReader(records, input.schema), name: input.source.name, until: isDone)
    input.line = records.nextLine
  }

  private func take(_ rows: DelimitedRows, _ input: inout DelimitedInput) throws(ToolError) {
    let matches = rows.found.matches
    try take(rows.found)
    if let first = matches.firstFailure {
      failures.add(
        first.error, file: input.source.name, line: input.line - 1 + first.line,
        count: matches.failureCount, hasLimit: matches.firstLimit != nil)
    }
    input.line += matches.lineCount
    if let end = matches.end { throw try stopped(by: end, in: input.source.name) }
  }
}

/// CSV or TSV whose columns are known.
private struct DelimitedInput {
  let source: ByteSource
  let separator: UInt8
  let schema: DelimitedSchema

  /// The line that the next record begins on
  var line: Int

  /// The predicate for the slots of records, compiled once for all threads
  let program: SlotProgram
}
