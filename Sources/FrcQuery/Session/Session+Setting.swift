internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

// The edit of one field of many rows
extension Session {
  /// `[--add] KEY EXPR [where PREDICATE]`
  func set(_ words: CommandWords) throws(ToolError) {
    var words = words
    let data = try opened()
    let adds = try words.takesOption("--add")
    guard let name = try words.nextKey(), !words.isEmpty, let key = try key(name) else {
      throw .misuse
    }
    let path = try Self.path(of: key, name)
    let (text, condition) = words.parts(at: "where")
    guard !text.rest.isEmpty else { throw .misuse }
    let value = try fieldValue(text.rest, offset: text.offset)
    var predicate: FilterPredicate<FilterValue>?
    if let condition {
      predicate = try self.predicate(condition.rest, offset: condition.offset)
    }
    if try data.lacks(path) { try say(new: [path.joined(separator: ".")], adds: adds) }
    let edit = try data.set(path, to: value, where: predicate)
    if edit.failures + edit.untested.failures > 0 { hasLeftRows = true }
    if let condition, let predicate {
      if let (key, error) = edit.untested.first {
        try say(error.rendered(in: condition.rest))
        try sayLeft(edit.untested.failures, first: key, data)
      }
      try hint(at: predicate)
    }
    if let (key, reason) = edit.first {
      switch reason {
      case .evaluation(let error): try say(error.rendered(in: text.rest))
      case .text(let reason): try say(TerminalText.line(reason))
      }
      try sayLeft(edit.failures, first: key, data)
    }
    if case .expression(let expression) = value, let cut = edit.cut {
      let division = LostParts(in: nil, [expression.syntax]).expression(of: cut, inColumn: 0)
      let form = division?.exactQuotient.map { "; write " + TerminalText.line($0.sourceText) }
      try say(
        "\(edit.cuts) of \(ValueText.count(edit.values, "result")) lost a remainder"
          + (form ?? ""))
    }
    try say(changed: edit.changed, hidden: edit.hidden)
    if case .expression(let expression) = value {
      try hint(at: [expression])
    }
  }

  /// Undoes or redoes a step, and reports the rows that it has changed if some of them are hidden.
  func restore(_ direction: HistoryDirection, _ words: CommandWords) throws(ToolError) {
    try words.end()
    let rows = try opened().restore(direction)
    if rows.hidden > 0 { try say(changed: rows.changed, hidden: rows.hidden) }
    try sayCount()
  }

  private func say(changed: Int, hidden: Int) throws(ToolError) {
    let note = hidden > 0 ? ", \(hidden) of them hidden" : ""
    try say("\(ValueText.count(changed, "row")) changed\(note)")
  }

  /// Reports columns that an edit of rows adds.
  func say(newIn rows: some Sequence<[UInt8]>, adds: Bool) throws(ToolError) {
    try say(new: opened().newColumns(in: rows), adds: adds)
  }

  /// Reports columns that an edit adds. In a script, where nobody would read that in time, they are an error unless the
  /// edit `adds` columns on purpose.
  private func say(new columns: [String], adds: Bool) throws(ToolError) {
    guard !columns.isEmpty else { return }
    let names = columns.map { "'\(TerminalText.line($0))'" }.joined(separator: ", ")
    let near = columns.count == 1 ? NearestKey.nearest(to: columns[0], in: sampleKeys()) : nil
    let question = adds ? nil : near.map { ", did you mean '\(TerminalText.line($0))'?" }
    let isOne = columns.count == 1
    if !isScript || adds {
      return try say("\(isOne ? "a new column" : "new columns"): \(names)\(question ?? "")")
    }
    throw .message(
      "no row has \(isOne ? "a column" : "the columns") \(names)\(question ?? ";") "
        + "--add adds \(isOne ? "it" : "them")")
  }

  /// Reports rows that an edit left as they are.
  private func sayLeft(
    _ count: Int, first key: FilterValue, _ data: any SessionRows
  ) throws(ToolError) {
    try say(
      "\(ValueText.count(count, "row")) \(count == 1 ? "was" : "were") left as "
        + "\(count == 1 ? "it is" : "they are"), the first with the \(data.identityName) "
        + ValueText.text(key))
  }

  /// The names of a key path, which must have nothing else.
  private static func path(of key: KeyColumn, _ text: String) throws(ToolError) -> [String] {
    // A filter reads the row itself by this word, in any case.
    let isSelf = key.path?.contains { $0.lowercased() == "self" } ?? true
    guard let path = key.path, !path.isEmpty, !isSelf || text.has("`") else {
      throw .message("'\(text)' is not a key path of names, such as a or a.b")
    }
    return path
  }

  /// An expression, or a predicate for its verdict, which begins so many bytes into the line.
  private func fieldValue(_ text: String, offset: Int) throws(ToolError) -> FieldValue {
    do throws(SyntaxError) {
      return .expression(
        try FilterExpression(text: text, options: options))
    } catch {
      let predicate = try? FilterPredicate<FilterValue>(text: text, options: options)
      guard let predicate else { throw .syntax(error, offset: offset) }
      return .predicate(predicate)
    }
  }
}
