internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax
internal import FilterableResults

// Hints for lines that probably mean something else. Those of a script go to standard error.
extension Session {
  /// The number of rows that are read for the known key paths.
  private static let sampleSize = 200

  /// The key paths of the first rows.
  func sampleKeys() -> [String] { sampleEntries().map(\.path) }

  func sampleEntries() -> [RowSchema.Entry] {
    if knownKeys == nil { knownKeys = (try? data?.schema(limit: Self.sampleSize))?.entries }
    return knownKeys ?? []
  }

  /// The completion of filters of the open rows, and the rows that it was made of.
  func completion() -> (completion: FilterCompletion<FilterValue>, rows: [FilterValue]) {
    if let knownCompletion { return knownCompletion }
    let rows = firstRows()
    var completion = FilterCompletion<FilterValue>(sample: rows, options: options)
    if rows.isEmpty {
      // Hidden rows have keys as well.
      let keys = Dictionary(sampleKeys().map { ($0, FilterKind?.none) }) { first, _ in first }
      completion = (try? FilterCompletion(keys: keys, options: options)) ?? completion
    }
    knownCompletion = (completion, rows)
    return (completion, rows)
  }

  /// Some rows, which decide between keys and expressions.
  func firstRows() -> [FilterValue] { (try? data?.sample(Self.sampleSize)) ?? [] }

  /// The hint that a line lacks the dot of a command; nil if its first word names none.
  func commandHint(_ line: String) -> String? {
    let rest = CommandWords(line).rest.unicodeScalars
    let word = String(Substring(rest.prefix { !CommandWords.isBlank($0) && $0 != ";" }))
      .lowercased()
    let name = "." + word
    guard let command = Command.named(Command.foreignNames[name] ?? name) else {
      return nil
    }
    return "hint: a command begins with a dot: \(command.name)"
  }

  /// Tells that a line lacks the dot of a command, if it does.
  func hint(command line: String) throws(ToolError) {
    if let hint = commandHint(line) { try say(hint) }
  }

  /// Tells that quotes around a text that nothing has are part of it.
  func hint(search text: String) throws(ToolError) {
    guard text.utf8.count > 2, text.unquoted(by: "\"") ?? text.unquoted(by: "'") != nil,
      try data?.visibleCount() == 0
    else { return }
    try say("hint: what is searched for is the text with its quotes")
  }

  /// Tells what a predicate probably means: its key paths that lead nowhere in all rows, its comparisons of values of
  /// different kinds, and what it loses of numbers.
  func hint(at predicate: FilterPredicate<FilterValue>) throws(ToolError) {
    guard let data, try data.count() > 0 else { return }
    let rows = try data.unfilteredSample(RowDiagnosis.maximumRows)
    try hint(at: KeyReads(predicate.syntax).paths(), in: data) {
      predicate.syntax.question($0, $1, in: rows)
    }
    for note in predicate.notes where note.isMistake { try hint(note.message) }
    let diagnosis = RowDiagnosis(
      data.converting(predicate), rows: rows,
      form: RowDiagnosis.Form(hasCells: data.hasCells), limits: limits)
    for note in diagnosis.notes { try hint(note) }
    var lost = LostParts(in: predicate.syntax, [])
    lost.add(predicate, try sample(rows, of: data))
    for note in lost.notes { try hint(note) }
  }

  private func sample(
    _ rows: [FilterValue], of data: any SessionRows
  ) throws(ToolError) -> LostParts.Sample {
    LostParts.Sample(rows: rows, isWhole: rows.count == (try data.count()), limits: limits)
  }

  /// Tells which key paths of expressions lead nowhere in all rows, and what the expressions lose of numbers.
  func hint(at expressions: [FilterExpression<FilterValue>]) throws(ToolError) {
    guard let data, try data.count() > 0 else { return }
    let paths = expressions.flatMap { KeyReads($0.syntax).paths() }
    try hint(at: paths, in: data) { _, near in near.map { ", did you mean \($0)?" } ?? "" }
    var lost = LostParts(in: nil, expressions.map(\.syntax))
    guard !lost.isEmpty else { return }
    lost.add(expressions, try sample(data.unfilteredSample(RowDiagnosis.maximumRows), of: data))
    for note in lost.notes { try hint(note) }
  }

  private func hint(_ text: String) throws(ToolError) {
    try say("hint: \(TerminalText.line(text))")
  }

  /// Tells which key paths lead nowhere in all rows, and what they probably mean.
  private func hint(
    at paths: [[String]], in data: any SessionRows, question: ([String], String?) -> String
  ) throws(ToolError) {
    var count = 0
    for path in paths where count < UnknownKeys.maximumCount {
      guard let key = try? KeyColumn(path: path, libraries: libraries),
        try data.leadsNowhere(key)
      else { continue }
      count += 1
      let near = NearestKey.nearest(to: path, in: sampleEntries().map(\.names))
      try hint("no row has a value for \(RowSchema.quoted(path))" + question(path, near))
    }
  }

  /// Tells which columns lead nowhere in all rows; in an order, another word can be the direction.
  func hint(at columns: [KeyColumn], isOrder: Bool = false) throws(ToolError) {
    guard let data, try data.count() > 0 else { return }
    let paths = columns.compactMap(\.path).filter { !$0.isEmpty }
    try hint(at: paths, in: data) { path, near in
      guard isOrder, let word = path.last?.lowercased(), ["asc", "desc"].contains(word) else {
        return near.map { ", did you mean \($0)?" } ?? ""
      }
      return "; write the direction after a colon, as in \(columns[0].name):desc"
    }
    try hint(at: columns.filter { $0.path == nil }.map(\.expression))
  }
}
