internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// A run of a filter over all inputs.
final class FilterRun {
  /// Results that wait for one before them hold memory, so that there are only so many, and fewer if each can have as
  /// many groups as are allowed.
  private static let maximumWaiting = 64

  var query: Query
  let sink: ByteSink
  private let surroundings: Surroundings

  // Made with the first row, as the first input decides on columns.
  lazy var writer: any RowWriter = {
    hasWriter = true
    return query.explains ? explanations : query.writer(to: sink, run)
  }()
  private var hasWriter = false

  /// Writes the explanations of rows, if these are asked for.
  private lazy var explanations = ExplanationWriter(query, sink)

  /// The rows that wait for the last one.
  lazy var waiting = TopRows(query.sortKeys, limit: query.wantedCount, run)

  /// What the run charges beside the work of threads: merging, sorting and writing.
  private(set) lazy var run = EvaluationContext(of: query.limits)

  var failures = EvaluationFailures()
  var skipped = SkippedRows()
  var matches = 0
  var taken = 0

  /// The number of rows with fewer cells than columns.
  var shortCount = 0

  /// Whether a row did not match.
  var hasMiss = false

  /// Whether an input could not be opened and was passed over.
  private var hasLostInput = false

  /// The numbers of rows of each value of the key that limits them.
  lazy var rowsOfValues = RowsOfValues(limit: query.rowsOfValue)

  /// The first rows of each value of that key, if they wait for their order.
  lazy var firsts = FirstRows(limit: query.rowsOfValue, hasSections: query.section != nil)

  /// The groups of the rows, if they are counted.
  var groupedRows: GroupedRows?

  /// The report on the columns of all rows.
  lazy var columns = ColumnReport(count: query.columns.count)

  /// The first rows, where notes are wanted.
  var sample: RowSample?

  /// The predicate with the conversions of the last input.
  private(set) var converted: FilterPredicate<FilterValue>?

  /// What the filter and the columns have lost of numbers.
  lazy var lostParts = LostParts(in: query.predicate.syntax, query.columnExpressions)

  /// Notes on what the filter and the columns probably mean otherwise are written if `hasNotes`.
  init(_ query: Query, in surroundings: Surroundings, hasNotes: Bool = false) {
    self.query = query
    sample = hasNotes && !query.hasHiddenFilter ? RowSample(policy: query.policy) : nil
    groupedRows = query.counting.map { GroupedRows($0) }
    self.surroundings = surroundings
    sink = surroundings.sink()
  }

  var messages: Messages { surroundings.messages }

  /// Filters files, standard input without any, and writes the output.
  ///
  /// Returns whether any row matched.
  @discardableResult
  func run(files: [String]) throws(ToolError) -> Bool {
    query.isAlone = files.count <= 1
    if !query.isAlone { findKinds(in: files) }
    for file in files.isEmpty ? ["-"] : files where !isComplete {
      let before = taken
      query.location.file = file == "-" ? "standard input" : ServerAddress.withoutPassword(file)
      if let store = try RowFormat.store(file, query) {
        try read(store)
      } else {
        guard let source = try open(file) else { continue }
        try read(source)
      }
      if query.isCount, query.location.hasFile {
        try sink.write(TerminalText.line(query.location.file) + ":\(taken - before)\n")
      }
    }
    try finish()
    return matches > 0
  }

  /// Finds the kinds of columns by the first rows of all files, so that a value is of one kind in all of them. What is
  /// wrong with a file is reported when its rows are read.
  private func findKinds(in files: [String]) {
    for file in files where file != "-" {
      guard query.limits.end == nil,
        let source = try? surroundings.source(file, regularOnly: true)
      else { continue }
      source.limits = query.limits
      guard let format = try? query.form.format(of: source, for: query.output) else { continue }
      for (name, guess) in format.guesses?(source, query) ?? [:] {
        query.guesses[name, default: ColumnKind.Guess()].add(guess)
      }
    }
  }

  /// The exit status after the run, as grep's.
  var status: Int32 {
    let hasNoVerdict = failures.count > 0 && matches == 0 && !hasMiss
    let hasNoGroup = groupedRows?.hasOnlyFailures ?? false
    if failures.hasLimit || hasLostInput || hasNoVerdict || hasNoGroup { return ExitStatus.failure }
    return matches > 0 ? ExitStatus.matched : ExitStatus.nothing
  }

  /// Opens a file; nil if that fails and errors are skipped, which is reported.
  private func open(_ file: String) throws(ToolError) -> ByteSource? {
    do throws(ToolError) {
      return try surroundings.source(file)
    } catch {
      guard query.skipsErrors, !query.isAlone else { throw error }
      hasLostInput = true
      try sink.flush()
      messages.write(error, as: .data)
      return nil
    }
  }

  private func read(_ store: RowFormat.Store) throws(ToolError) {
    if let end = query.limits.end { throw try stopped(by: end, in: store.path) }
    let (policy, run) = (query.policy, run)
    try query.resolveColumns(run) { () throws(ToolError) in
      let row = FilterValue.object(
        FilterObject(try store.columns().map { (key: $0, value: .null) }))
      return [policy?.permitted(row) ?? row]
    }
    if query.explains { explanations.begin(try store.converted(query)) }
    try read(store.open(query))
    // What stores tables has tested rows that are not read.
    guard var sample, !query.explains, matches == 0 || !lostParts.hasWholeFilter else { return }
    let tested = try store.converted(query).predicate
    converted = tested
    let rows = sample.add(store, table: query.table, lockTimeout: query.lockTimeout)
    self.sample = sample
    lostParts.add(
      tested, LostParts.Sample(rows: rows, isWhole: sample.isWhole, limits: query.limits),
      bindings: query.bindings, now: query.now)
  }

  private func read(_ source: ByteSource) throws(ToolError) {
    // Matches are written before the run waits for more input.
    source.willWait = { [unowned self] () throws(ToolError) in try pause() }
    source.progress = surroundings.progress(size: source.size)
    source.limits = query.limits
    if sample != nil { source.keptSize = RowSample.size }
    defer { source.progress?.clear() }
    let format = try query.form.format(of: source, for: query.output)
    // The query must not be read while it changes.
    let (form, policy, run) = (query.form, query.policy, run)
    try query.resolveColumns(run) { () throws(ToolError) in
      try RowSample.firstRows(of: source, format, form, policy: policy)
    }
    try read(source, format)
    let isWanted = !isComplete && matches == 0 || !columns.hasSeenAll || !form.types.isEmpty
    guard isWanted || hasMatchedAll else { return }
    sample?.add(
      source, format, form, size: isWanted ? RowSample.size : RowSample.smallSize)
  }

  /// Whether a filter with comparisons has matched all rows so far.
  var hasMatchedAll: Bool {
    matches > 0 && !hasMiss && failures.count == 0 && query.hasComparisons
  }

  /// Writes what is known before a wait for more input.
  private func pause() throws(ToolError) {
    if hasWriter { try writer.pause() }
    try sink.flush()
  }

  private func read(_ source: ByteSource, _ format: RowFormat) throws(ToolError) {
    let input: (any RowInput)?
    do throws(ToolError) {
      let query =
        format.records != nil
        ? query.readingCells()
        : query.form.types.isEmpty ? query : try query.form.types.converting(query)
      if query.explains { explanations.begin(query) }
      converted = query.predicate
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
    if input.isOrdered { query.sortKeys = [] }
    if let selection = input.selection { query.selection = selection }
    if !query.isAlone {
      var known = Set(query.header.map(Exact.init))
      query.header += input.header.filter { name in
        query.policy?.permitsWhole(name) ?? true
          && known.insert(Exact(wrappedValue: name)).inserted
      }
    }
    if let fault = input.fault { try skip(fault, count: 1) }
    let mayBlock = input.source.map { !$0.isRegularFile } ?? false
    let wait = mayBlock ? input.source.flatMap { InputWait(for: $0.descriptor) } : nil
    // Output is written by this thread, which looks after it itself.
    input.source?.willWait = nil
    input.source?.ending = wait
    let (parts, scanner, request) = (input.parts(), input.scanner(), request)
    // The line of a row is known once the lines before it are. A thread that cannot be woken is not begun.
    let threads = query.location.hasLine || mayBlock && wait == nil ? 0 : input.threads
    typealias Scanned = (part: Input.Part, found: FoundRows?)
    let work = OrderedWork<Result<Input.Part, ToolError>, Result<Scanned, ToolError>>(
      threads: threads, window: query.counting == nil ? Self.maximumWaiting : 2 + 2 * threads,
      part: parts
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
      wait?.end()
      work.cancel()
      input.end()
    }
    var here: Input.Scanner?
    var (offset, line) = input.start
    while !isComplete,
      let scanned = try work.next({ () throws(ToolError) in
        if mayBlock { try self.pause() }
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
        scanner.taker.begin(atLine: line)
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
  var isComplete: Bool {
    guard query.writesInOrder || query.limit == 0 && query.sortKeys.isEmpty, let limit = query.limit
    else {
      return false
    }
    // Without a row that is written, one that matches decides about the exit status.
    return taken >= limit && (limit > 0 || matches > 0)
  }

  /// The request for the rows of a part before the number of earlier matches is known.
  private var request: JSONLineFilter.Request {
    var request = JSONLineFilter.Request()
    request.keepsLines = !query.isCount || query.keepsCountedRows
    request.skipsBad = query.skipsErrors
    return request
  }

  /// The first matches that are still to be left out, and the match that ends the run, if any.
  var window: (offset: Int, limit: Int?) {
    guard query.writesInOrder, query.limitKey == nil else { return (0, nil) }
    if query.limit == 0 { return (1, 1) }
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
}
