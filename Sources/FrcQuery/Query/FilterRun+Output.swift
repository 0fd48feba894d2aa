internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

// The output of a run: what is written of found rows, and the reports at its end.
extension FilterRun {
  /// Counts the matches of a part, writes those that can be written now, and keeps the others.
  func take(_ found: FoundRows, _ name: String, _ line: Int) throws(ToolError) {
    let counts = found.matches
    let offset = min(window.offset, counts.matchCount)
    matches += counts.matchCount
    shortCount += found.shortCount
    if counts.missCount > 0 { hasMiss = true }
    if let report = found.columns { columns.add(report) }
    for (column, part) in found.lost { lostParts.add(part, ofColumn: column) }
    if let groups = found.groups { try groupedRows?.add(groups, run) }
    if query.limitKey == nil {
      taken += counts.matchCount - offset
      if !counts.lines.isEmpty { try writer.write(records: counts.lines) }
      for row in found.rows {
        if query.writesInOrder, !query.isCount {
          try write(row.output)
        } else {
          waiting.add(row)
        }
      }
    } else {
      for row in found.rows {
        let isFirst = rowsOfValues.admit(row.identity ?? .null)
        if !query.writesInOrder {
          firsts.add(row, waiting)
        } else if isFirst {
          try takeFirst(row)
        }
      }
    }
    if let failed = found.failed {
      failures.add(
        failed.error, place: failed.place.text(in: name, line: line), count: counts.failureCount,
        hasLimit: counts.firstLimit != nil)
    }
    if let bad = found.bad {
      try skip(bad.place.error(bad.reason, in: name, line: line), count: counts.badCount)
    }
    let end =
      counts.end ?? run.work(found.rows.count * (1 + query.sortKeys.count))
      ?? run.move(bytes: counts.lines.count)
    if let end { throw try stopped(by: end, in: name) }
    guard let failure = found.failure, !isComplete else { return }
    guard case .badData = failure else {
      try sink.flush()
      throw failure
    }
    try skip(failure, count: 1)
  }

  /// Takes one of the first rows of its value.
  private func takeFirst(_ row: TakenRow) throws(ToolError) {
    guard rowsOfValues.total > query.offset, !isComplete, query.limit != 0 else { return }
    taken += 1
    if !query.isCount { try writer.write(row.output) }
  }

  /// Counts bad rows, or ends the run.
  func skip(_ error: ToolError, count: Int) throws(ToolError) {
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
    if !query.isCount, query.sortKeys.isEmpty, query.section == nil, query.counting == nil {
      try writer.end()
    }
    try sink.flush()
    reportLostRows()
    return .diagnostic(
      end.rendered(in: query.text, label: "frc-query: \(name)"), end.diagnostic(in: query.text))
  }

  func finish() throws(ToolError) {
    if query.isCount {
      if !query.location.hasFile {
        let waits = !query.sortKeys.isEmpty
        let found = query.limitKey == nil ? taken : rowsOfValues.total
        let count = waits ? query.window(of: found).count : taken
        try sink.write("\(count)\n")
      }
    } else if let groupedRows {
      try write(groupedRows)
    } else {
      firsts.rows(waiting).forEach(waiting.add)
      var rows = waiting.sorted()
      if query.limitKey != nil, query.section != nil {
        rows = try FirstRows.ofOutput(rows, limit: query.rowsOfValue, run)
      }
      try run.check(run.end)
      try write(rows)
      try writer.end()
    }
    try sink.flush()
    reportLostRows()
    for note in groupedRows?.notes ?? [] { messages.report(note) }
    guard let sample else { return }
    if matches == 0 || hasMatchedAll, query.text != "" {
      for note in query.predicate.notes where note.isMistake || matches == 0 {
        messages.write(note, in: query.text)
      }
    }
    for note in try notes(on: sample) { messages.write("note: \(TerminalText.line(note))\n") }
    let notes = query.form.types.notes(on: sample.rows) + columns.notes
    for note in notes + [ShortRows.note(shortCount)].compactMap({ $0 }) {
      messages.write(TerminalText.line(note) + "\n")
    }
  }

  /// Reports the rows that could not be evaluated, and those that could not be read.
  private func reportLostRows() {
    if !query.hasHiddenFilter, let error = failures.error(inFilter: query.text, end: remedy) {
      messages.write(error)
    }
    if failures.count > 0 { messages.report(failures.countReport) }
    skipped.report(to: messages)
  }

  private func remedy(of error: EvaluationError) -> String {
    KindRemedy.end(of: error, in: query.predicate.syntax, RowDiagnosis.Form(hasTypes: true))
  }

  /// Notes on what the filter and the columns probably mean otherwise, by the first rows.
  private func notes(on sample: RowSample) throws(ToolError) -> [String] {
    let tree = query.predicate.syntax
    let unknown = UnknownKeys(
      rows: sample.rows, isWhole: sample.isWhole, run: run, libraries: query.predicate.libraries)
    var paths: [[String]] = []
    if matches == 0 {
      paths = tree.ownReads.paths()
      // The error says what the keys are probably meant to be.
      if case .nilDifference? = failures.reason { paths = [] }
    } else if hasMatchedAll {
      paths = tree.ownReads.paths(hasNilTests: false)
    }
    let unseen = query.columnKeys(unseenIn: columns) + (try query.form.types.keys())
    paths += unseen.flatMap { $0.expression.syntax.ownReads.paths() }
    var notes = unknown.notes(on: paths) { path, near in
      query.meaning(of: path) ?? tree.question(path, near, in: sample.rows)
    }
    let read = [KeyReads(tree.written)] + query.columnExpressions.map { KeyReads($0.written) }
    for lookup in query.lookups {
      notes += lookup.notes(on: read.flatMap { $0.paths() }, run, query.predicate.libraries)
    }
    guard matches == 0 || hasMatchedAll else { return notes + lostParts.notes }
    let diagnosis = RowDiagnosis(
      converted ?? query.predicate, of: tree, bindings: query.bindings, rows: sample.rows,
      form: RowDiagnosis.Form(hasTypes: true, hasCells: sample.hasCells), limits: query.limits)
    return notes + diagnosis.notes + lostParts.notes
  }

  private func write(_ row: OutputRow) throws(ToolError) {
    try charge(row)
    try writer.write(row)
  }

  /// Counts the work of writing a row.
  private func charge(_ row: OutputRow) throws(ToolError) {
    try run.check(
      run.loop(over: row.value) ?? run.move(bytes: row.json.count + (row.record?.count ?? 0)))
  }

  private func write(_ rows: [TakenRow]) throws(ToolError) {
    let window = query.writesInOrder ? 0..<rows.count : query.window(of: rows.count)
    guard query.section != nil else {
      for row in rows[window] { try write(row.output) }
      return
    }
    var sections: [OutputSection] = []
    var places: [FilterValue: Int] = [:]
    for row in rows[window] {
      try run.check(run.loop(over: row.section ?? .null))
      let name = row.section ?? .null
      let place = places[name] ?? sections.count
      if place == sections.count {
        places[name] = place
        sections.append(OutputSection(name: query.section?.written(name) ?? name))
      }
      sections[place].rows.append(row.output)
    }
    for row in rows {
      if let place = places[row.section ?? .null] { sections[place].count += 1 }
    }
    for section in sections {
      for row in section.rows { try charge(row) }
      try writer.write(section)
    }
  }
}
