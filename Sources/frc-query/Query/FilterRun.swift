internal import FilterEngine
internal import FilterJSON

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One filter over all inputs.
final class FilterRun {
  private(set) var query: Query
  let sink: ByteSink
  let writer: any RowWriter
  let now = Date()

  /// The predicate for lines of JSON, compiled once for all threads.
  private(set) lazy var linePredicate = JSONLinePredicate(
    query.predicate, bindings: query.bindings, limits: query.limits)

  /// The rows that wait for the last one.
  private(set) var waiting: TopRows

  /// What asks rows that are no lines of JSON.
  private lazy var matcher = FilterMatcher(
    query.predicate, bindings: query.bindings, now: now, limits: query.limits)

  var failures = EvaluationFailures()
  var skipped = SkippedRows()
  var matches = 0
  var taken = 0

  /// The first rows, where notes on unknown key paths are wanted.
  private var sample: RowSample?

  /// The size of the blocks that files are cut into.
  let blockSize: Int

  /// The number of rows of CSV and TSV that decide what columns hold.
  let sampleSize: Int

  /// Notes on key paths that no row has are written if `hasNotes` and nothing matched.
  init(
    _ query: Query, sink: ByteSink, blockSize: Int = FileBlocks.usualSize,
    sampleSize: Int = DelimitedReader.sampleSize, hasNotes: Bool = false
  ) {
    self.query = query
    sample = hasNotes ? RowSample() : nil
    self.blockSize = blockSize
    self.sampleSize = sampleSize
    self.sink = sink
    writer = query.writer(to: sink)
    waiting = TopRows(query.sortKeys, limit: query.wantedCount)
  }

  /// Whether any row matched.
  func run(files: [String]) throws(ToolError) -> Bool {
    for file in files.isEmpty ? ["-"] : files where !isComplete {
      if let database = try query.database(file) {
        try read(database, isAlone: files.count == 1)
        continue
      }
      let source = try ByteSource(path: file)
      // What has been found comes out before a wait for more.
      source.willWait = { [sink] () throws(ToolError) in try sink.flush() }
      source.progress = Progress(size: source.size)
      if sample != nil { source.keptSize = RowSample.size }
      defer { source.progress?.clear() }
      let format = try InputFormat(of: source, asked: query.input)
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

  private func read(_ source: ByteSource, _ format: InputFormat) throws(ToolError) {
    if let separator = format.separator {
      return try readDelimited(source, separator: separator)
    }
    guard query.types.isEmpty else {
      throw .message("\(source.name): --types is for CSV and TSV")
    }
    if format == .json { try readDocument(source) } else { try readLines(source) }
  }

  /// Leaves the order of the rows as they come.
  func rowsComeInOrder() {
    query.sortKeys = []
    waiting = TopRows([], limit: nil)
  }

  /// Whether no further row can change the output.
  var isComplete: Bool {
    guard query.sortKeys.isEmpty, let limit = query.limit else { return false }
    return taken >= limit
  }

  /// Filters the rows of a reader one after another, to the last one or until `isDone`.
  func read(
    _ reader: DelimitedReader, name: String, until isDone: () -> Bool = { false }
  ) throws(ToolError) {
    while !isComplete, !isDone() {
      do throws(ToolError) {
        guard let row = try reader.next() else { return }
        guard try isMatch(row, name, line: reader.line) else { continue }
        matches += 1
        if matches > query.offset || !query.sortKeys.isEmpty { try take(row) }
      } catch {
        guard case .badData = error else { throw error }
        try skip(error, count: 1)
      }
    }
  }

  private func isMatch(
    _ row: FilterValue, _ name: String, line: Int
  ) throws(ToolError) -> Bool {
    do throws(EvaluationError) {
      return try matcher.matches(row) != query.isInverted
    } catch {
      if error.endsCall { throw try stopped(by: error, in: name) }
      failures.add(error, file: name, line: line, hasLimit: error.isLimit)
      return false
    }
  }

  /// Counts a match that comes out, and writes it or keeps it.
  func take(_ row: FilterValue) throws(ToolError) {
    taken += 1
    if query.isCount { return }
    let output = query.selection.output(of: row, WithoutSpelling(), asJSON: query.output.isJSON)
    if query.isStream { return try writer.write(output) }
    waiting.add(
      TakenRow(
        keys: query.sortKeys.map { $0.column.value(of: row) },
        section: query.section?.value(of: row), output: output))
  }

  /// Ends the output where evaluation ended before the last row, and returns the error that says so.
  ///
  /// What has been written stays. Rows that wait for their order, and a number of matches, do not come out.
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
