internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax
internal import FilterableResults

// Hints for lines without effect. They are shown at a terminal, not in scripts.
extension Session {
  /// The number of rows that are read for the known key paths.
  private static let sampleSize = 200

  /// More key paths that lead nowhere are not told.
  private static let maximumHints = 3

  /// The key paths of the first rows.
  func sampleKeys() -> [String] {
    if knownKeys == nil {
      knownKeys = (try? data?.schema(limit: Self.sampleSize))?.entries.map(\.path)
    }
    return knownKeys ?? []
  }

  /// The completion of filters of the open rows, and the rows that it was made of.
  func completion() -> (completion: FilterCompletion<FilterValue>, rows: [FilterValue]) {
    if let knownCompletion { return knownCompletion }
    let rows = firstRows()
    var completion = FilterCompletion<FilterValue>(sample: rows, libraries: libraries)
    if rows.isEmpty {
      // Hidden rows have keys as well.
      let keys = Dictionary(sampleKeys().map { ($0, FilterKind?.none) }) { first, _ in first }
      completion = (try? FilterCompletion(keys: keys, libraries: libraries)) ?? completion
    }
    knownCompletion = (completion, rows)
    return (completion, rows)
  }

  /// Some rows, which decide between keys and expressions.
  func firstRows() -> [FilterValue] { (try? data?.sample(Self.sampleSize)) ?? [] }

  /// Tells that a line lacks the dot of a command; whether it does.
  @discardableResult
  func hint(command line: String) throws(ToolError) -> Bool {
    let rest = CommandWords(line).rest.unicodeScalars
    let word = String(Substring(rest.prefix { !CommandWords.isBlank($0) && $0 != ";" }))
      .lowercased()
    let names = ["exit": ".quit", "q": ".quit", "h": ".help", "?": ".help"]
    guard isTerminal, let command = Command.named(names[word] ?? "." + word) else {
      return false
    }
    try say("hint: a command begins with a dot: \(command.name)")
    return true
  }

  /// Tells that quotes around a text that nothing has are part of it.
  func hint(search text: String) throws(ToolError) {
    guard isTerminal, text.utf8.count > 2, text.unquoted(by: "\"") ?? text.unquoted(by: "'") != nil,
      try data?.visibleCount() == 0
    else { return }
    try say("hint: what is searched for is the text with its quotes")
  }

  /// Tells which key paths of a predicate lead nowhere in all rows.
  func hint(at predicate: FilterPredicate<FilterValue>) throws(ToolError) {
    guard isTerminal else { return }
    let keys = predicate.syntax.usedKeyPaths.filter { $0 != "SELF" }
    try hint(at: keys.compactMap { try? KeyColumn($0, libraries: libraries) }, isValue: true)
  }

  /// Tells which key paths lead nowhere in all rows; what else they can be is a text without quotes, or
  /// the direction of an order.
  func hint(
    at keys: [KeyColumn], isValue: Bool = false, isOrder: Bool = false
  ) throws(ToolError) {
    guard isTerminal, let data, try data.count() > 0 else { return }
    var count = 0
    for key in keys where count < Self.maximumHints {
      guard try data.leadsNowhere(key) else { continue }
      count += 1
      var text = "hint: no row has a value for '\(TerminalText.line(key.name))'"
      if isOrder, ["asc", "desc"].contains(key.name.lowercased()) {
        let example = TerminalText.line(keys[0].name) + ":desc"
        text += "; write the direction after a colon, as in \(example)"
      } else if let near = NearestKey.nearest(to: key.name, in: sampleKeys()) {
        text += ", did you mean '\(TerminalText.line(near))'?"
      } else if isValue {
        text += "; put text in quotes"
      }
      try say(text)
    }
  }
}
