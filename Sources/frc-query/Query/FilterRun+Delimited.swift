internal import FilterEngine
internal import FilterJSON

extension FilterRun {
  /// Filters CSV or TSV: a file in blocks on all processors, anything else as it comes.
  func readDelimited(_ source: ByteSource, separator: UInt8) throws(ToolError) {
    let reader = try DelimitedReader(source, separator: separator, types: query.types)
    guard let extent = source.extent else { return try read(reader, name: source.name) }
    let schema: DelimitedSchema?
    do throws(ToolError) {
      schema = try reader.open()
    } catch {
      guard case .badData = error else { throw error }
      try skip(error, count: 1)
      return try read(reader, name: source.name)
    }
    guard let schema else { return }
    let start = extent.lowerBound + reader.bodyStart
    // Others may go on with the same standard input, and find nothing left as with a pipe.
    defer { SystemCalls.goToEnd(of: source.descriptor) }
    let blocks = FileBlocks(
      name: source.name, descriptor: source.descriptor, extent: start..<extent.upperBound,
      size: blockSize)
    var input = DelimitedInput(
      source: source, separator: separator, schema: schema, blocks: blocks, position: start,
      line: reader.bodyLine, program: SlotProgram(query.predicate, bindings: query.bindings))
    try readBlocks(&input)
  }

  private func readBlocks(_ input: inout DelimitedInput) throws(ToolError) {
    let (blocks, query, now, request) = (input.blocks, query, now, request)
    let (program, schema, separator) = (input.program, input.schema, input.separator)
    let worker = { @Sendable in
      DelimitedFilter(query, program, schema, blocks, separator: separator, now: now)
    }
    let work = OrderedWork<Int, Result<DelimitedRows, ToolError>>(
      count: blocks.count, threads: blocks.count > 1 ? SystemCalls.processorCount : 0,
      window: Self.maximumWaiting
    ) {
      let filter = worker()
      return { index in
        Result { () throws(ToolError) in try filter.rows(inBlock: index, request) }
      }
    }
    defer { work.cancel() }
    var here: DelimitedFilter?
    for index in 0..<blocks.count where !isComplete {
      let end = blocks.places(index).upperBound
      let found = work.isRunning ? try work.next()?.get() : nil
      // A record may go on through whole blocks.
      if input.position < end {
        if let found, !found.isIrregular, found.extent.lowerBound == input.position,
          !isCut(found.found)
        {
          try take(found, &input)
        } else {
          // A wrong guess, a window, an odd record, or no threads.
          let filter = here ?? worker()
          here = filter
          try read(&input, to: end, filter)
        }
      }
      input.source.progress?.add(blocks.places(index).count, isAtEnd: index + 1 == blocks.count)
    }
  }

  /// Filters the records that begin between the known position and a place of the file.
  private func read(
    _ input: inout DelimitedInput, to end: Int, _ filter: DelimitedFilter
  ) throws(ToolError) {
    let rows = try filter.rows(from: input.position, to: end, windowed(request))
    try take(rows, &input)
    guard rows.isIrregular, !isComplete else { return }
    // What is wrong is said by the reader that reads record by record.
    let rest = try ByteSource(of: input.source, from: input.position)
    let records = try DelimitedRecords(
      rest, separator: input.separator, line: input.line, isBeginning: false)
    let reader = DelimitedReader(records, input.schema)
    let position = input.position
    try read(reader, name: input.source.name) { position + rest.offset >= end }
    input.position += rest.offset
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
    input.position = rows.extent.upperBound
    input.line += matches.lineCount
    if let end = matches.end { throw try stopped(by: end, in: input.source.name) }
  }
}

/// A file of CSV or TSV that is filtered in blocks.
private struct DelimitedInput {
  let source: ByteSource
  let separator: UInt8
  let schema: DelimitedSchema
  let blocks: FileBlocks

  /// The place of the file where the next record begins, and its line
  var position: Int
  var line: Int

  /// The predicate for the slots of records, compiled once for all threads
  let program: SlotProgram
}
