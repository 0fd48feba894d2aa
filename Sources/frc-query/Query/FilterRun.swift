internal import FilterEngine
internal import FilterJSON

/// A run of a filter over all inputs.
final class FilterRun {
  /// Results that wait for one before them hold memory, so that there are only so many.
  private static let maximumWaiting = 64

  private(set) var query: Query
  let sink: ByteSink
  let writer: any RowWriter

  /// The rows that wait for the last one.
  private(set) var waiting: TopRows

  private(set) var failures = EvaluationFailures()
  private(set) var skipped = SkippedRows()
  private(set) var matches = 0
  private var taken = 0

  /// The first rows, where notes on unknown key paths are wanted.
  private var sample: RowSample?

  /// Notes on key paths that no row has are written if `hasNotes` and nothing matched.
  init(_ query: Query, sink: ByteSink, hasNotes: Bool = false) {
    self.query = query
    sample = hasNotes ? RowSample() : nil
    self.sink = sink
    writer = query.writer(to: sink)
    waiting = TopRows(query.sortKeys, limit: query.wantedCount)
  }

  /// Whether any row matched.
  func run(files: [String]) throws(ToolError) -> Bool {
    for file in files.isEmpty ? ["-"] : files where !isComplete {
      if let store = try RowFormat.store(file, query) {
        if let end = query.limits.end { throw try stopped(by: end, in: store.path) }
        try read(store.open(files.count == 1))
        continue
      }
      let source = try ByteSource(path: file)
      // Matches are written before the run waits for more input.
      source.willWait = { [sink] () throws(ToolError) in try sink.flush() }
      source.progress = Progress(size: source.size)
      if sample != nil { source.keptSize = RowSample.size }
      defer { source.progress?.clear() }
      let format = try RowFormat(of: source, asked: query.input)
      try read(source, format)
      if matches == 0, !isComplete { sample?.add(source, format) }
    }
    try finish()
    if matches == 0, let sample {
      for note in UnknownKeys(query.predicate, in: sample).notes {
        StandardError.write(note + "\n")
      }
    }
    return matches > 0
  }

  private func read(_ source: ByteSource, _ format: RowFormat) throws(ToolError) {
    let input: (any RowInput)?
    do throws(ToolError) {
      input = try format.input(source, query)
    } catch {
      guard case .badData = error else { throw error }
      return try skip(error, count: 1)
    }
    do throws(ToolError) {
      if let input { try read(input) }
    } catch {
      // The rows before the end of damaged data are written before its error.
      try sink.flush()
      throw error
    }
  }

  /// Filters the rows of an input, part by part on all processors, until no further row can change the output.
  func read<Input: RowInput>(_ input: Input) throws(ToolError) {
    if input.isOrdered {
      query.sortKeys = []
      waiting = TopRows([], limit: nil)
    }
    if let fault = input.fault { try skip(fault, count: 1) }
    // Output is written by this thread, which looks after it itself.
    input.source?.willWait = nil
    let mayBlock = input.source.map { !$0.isRegularFile } ?? false
    let (parts, scanner, request) = (input.parts(), input.scanner(), request)
    let threads = input.threads
    typealias Scanned = (part: Input.Part, found: FoundRows?)
    let work = OrderedWork<Result<Input.Part, ToolError>, Result<Scanned, ToolError>>(
      threads: threads, window: Self.maximumWaiting, part: parts
    ) {
      // Without threads, parts are filtered below, once the window within them is known.
      let scanner = threads > 0 ? scanner() : nil
      return { part in
        Result { () throws(ToolError) in
          let part = try part.get()
          return (part, try scanner?.scan(part, from: nil, request))
        }
      }
    }
    defer {
      work.cancel(isBlocking: mayBlock)
      input.end()
    }
    var here: Input.Scanner?
    var (offset, line) = input.start
    while !isComplete,
      let scanned = try work.next({ [sink] () throws(ToolError) in
        if mayBlock { try sink.flush() }
      })
    {
      var (part, found) = try scanned.get()
      if let rows = found, isCut(rows) || rows.extent.map({ $0.lowerBound != offset }) ?? false {
        found = nil
      }
      // Without threads, where a window begins or ends, and where a row was guessed wrong.
      if found == nil {
        let scanner = here ?? scanner()
        here = scanner
        found = try scanner.scan(part, from: offset, windowed(request))
      }
      if let found {
        try take(found, input.name, line)
        line += found.matches.lineCount
        offset = found.extent?.upperBound ?? offset
      }
      input.pass(part)
    }
  }

  // MARK: - Windows

  /// Whether no further row can change the output.
  private var isComplete: Bool {
    guard query.sortKeys.isEmpty, let limit = query.limit else { return false }
    return taken >= limit
  }

  /// The request for the rows of a part before the number of earlier matches is known.
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
    return (offset, query.limit.map { offset.plus($0 - taken) })
  }

  /// Whether only some of these matches are written.
  private func isCut(_ found: FoundRows) -> Bool {
    let count = found.matches.matchCount
    let (offset, limit) = window
    return offset > 0 && count > 0 || limit.map { count >= $0 } ?? false
  }

  /// The request, with the part of the next matches that is kept.
  private func windowed(_ request: JSONLineFilter.Request) -> JSONLineFilter.Request {
    let (offset, limit) = window
    var request = request
    request.offset = offset
    request.limit = limit ?? .max
    return request
  }

  // MARK: - Output

  /// Counts the matches of a part, writes those that can be written now, and keeps the others.
  private func take(_ found: FoundRows, _ name: String, _ line: Int) throws(ToolError) {
    let counts = found.matches
    let offset = min(window.offset, counts.matchCount)
    matches += counts.matchCount
    taken += counts.matchCount - offset
    if !query.isCount {
      if !counts.lines.isEmpty { try writer.write(records: counts.lines) }
      for row in found.rows { waiting.add(row) }
    }
    if let failed = found.failed {
      failures.add(
        failed.error, place: failed.place.text(in: name, line: line), count: counts.failureCount,
        hasLimit: counts.firstLimit != nil)
    }
    if let bad = found.bad {
      try skip(bad.place.error(bad.reason, in: name, line: line), count: counts.badCount)
    }
    if let end = counts.end { throw try stopped(by: end, in: name) }
    guard let failure = found.failure, !isComplete else { return }
    guard case .badData = failure else {
      try sink.flush()
      throw failure
    }
    try skip(failure, count: 1)
  }

  /// Counts bad rows, or ends the run.
  private func skip(_ error: ToolError, count: Int) throws(ToolError) {
    guard query.skipsErrors else {
      // The rows before a bad row are written before its error.
      try sink.flush()
      throw error
    }
    skipped.add(error, count: count)
  }

  /// Ends the output where evaluation ended before the last row, and returns the error that says so.
  ///
  /// Written rows stay. Rows that wait to be sorted, and the number of matches, are not written.
  func stopped(by end: EvaluationError, in name: String) throws(ToolError) -> ToolError {
    if !query.isCount, query.sortKeys.isEmpty, query.section == nil { try writer.end() }
    try sink.flush()
    if let report = failures.report(filter: query.text) { StandardError.write(report) }
    if let report = skipped.report { StandardError.write(report) }
    return .diagnostic(end.rendered(in: query.text, label: "frc-query: \(name)"))
  }

  private func finish() throws(ToolError) {
    if query.isCount {
      let count = query.sortKeys.isEmpty ? taken : query.window(of: taken).count
      try sink.write("\(count)\n")
    } else {
      let rows = waiting.sorted()
      let window = query.sortKeys.isEmpty ? 0..<rows.count : query.window(of: rows.count)
      try write(rows[window])
      try writer.end()
    }
    try sink.flush()
    if let report = failures.report(filter: query.text) { StandardError.write(report) }
    if let report = skipped.report { StandardError.write(report) }
  }

  private func write(_ rows: ArraySlice<TakenRow>) throws(ToolError) {
    guard query.section != nil else {
      for row in rows { try writer.write(row.output) }
      return
    }
    var sections: [OutputSection] = []
    var places: [FilterValue: Int] = [:]
    for row in rows {
      let name = row.section ?? .null
      let place = places[name] ?? sections.count
      if place == sections.count {
        places[name] = place
        sections.append(OutputSection(name: name))
      }
      sections[place].rows.append(row.output)
    }
    for section in sections { try writer.write(section) }
  }
}
