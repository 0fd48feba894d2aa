internal import FilterEngine
internal import FilterableResults

extension Command {
  /// Commands for the output.
  static let showing: [Command] = [
    Command(
      name: ".show", usage: "[N]",
      summary: "Show the rows that the filters let pass, or N of them.",
      details: "After a predicate, .show N prints N of its matches.",
      operations: [
        Operation(
          "snapshot", ["from", "count", "checksum"],
          """
          {"op":"snapshot"}
          {"sections":[{"name":"A","items":[…]}]}
          """,
          """
          {"op":"snapshot","from":100,"count":50,"checksum":true}
          {"sections":[…],"total":48211,"checksum":"c6bb9aef6a1c5c2b"}
          """
        ) { session, members throws(ToolError) in try session.snapshot(members) }
      ]
    ) { session, words throws(ToolError) in
      var words = words
      guard !words.isEmpty else { return try session.showRows(limit: Session.shownRows) }
      guard let limit = Int(try words.only()), limit >= 0 else {
        throw .misuse
      }
      if let predicate = session.previousPredicate {
        return try session.show(matching: predicate, limit: limit)
      }
      try session.showRows(limit: limit)
    },
    Command(
      name: ".select", usage: "[KEY …]",
      summary: "Show only these key paths; without KEY whole rows.",
      details: """
        KEY is a key path or an expression, such as seconds=ms / 1000.0; commas or
        blanks separate several.
        """, completion: .keys
    ) { session, words throws(ToolError) in
      var columns: [KeyColumn] = []
      for text in try words.keys() {
        guard let key = try session.key(text) else { continue }
        columns.append(key.isPlain ? key : session.data?.converting(key) ?? key)
      }
      session.columns = columns.isEmpty ? nil : columns
      try session.hint(at: columns)
    },
    Command(
      name: ".mode", usage: RowFormat.outputs.map(\.name).joined(separator: "|"),
      summary: "Choose how rows are written.",
      completion: .formats
    ) { session, words throws(ToolError) in
      var words = words
      let name = try words.only()
      guard let mode = RowFormat.outputs.first(where: { $0.name == name }) else {
        throw .misuse
      }
      session.mode = mode
    },
    Command(
      name: ".diff", usage: "on|off", summary: "Print what every command changes of what is shown.",
      details: """
        A line for each row that came, went, moved or changed, with its place: section
        and row, counted from 0, of deletions before the change, of insertions after.
        """, completion: .switches
    ) { session, words throws(ToolError) in
      var words = words
      session.showsChanges = try words.isOn()
    },
    Command(
      name: ".explain", usage: "PREDICATE | sql PREDICATE | row KEY",
      summary: "Explain a predicate, its statement, or why a row is hidden.",
      details: """
        sql prints the statement that reads the rows of a table, with its values and
        its parts, and does not run it. row names the filters that hide the row with a
        key, which is JSON if it parses as JSON, else text. A line for each part of a
        filter begins with ✓ if the part is true, ✗ if it is false, ! if it fails, and
        · if an earlier part decided; it ends with the values that were compared. In a
        predicate that begins with a key of such a name the key is in backquotes.
        """,
      completion: .explanation,
      operations: [
        Operation(
          "sql", ["filter", "args", "variables", "strict"],
          """
          {"op":"sql","filter":"age > 30"}
          {"sql":"SELECT …"}
          """
        ) { session, members throws(ToolError) in try session.statement(members) },
        Operation(
          "why", ["key"],
          """
          {"op":"why","key":7}
          {"hiddenBy":["Adults"]}
          """
        ) { session, members throws(ToolError) in
          let key = try members.value("key")
          do throws(ResultsError) {
            let names = try session.controller.filtersHidingRow(ofKey: key)
            return .member("hiddenBy", .list(names.map { .string($0) }))
          } catch {
            throw .refused(error)
          }
        },
      ]
    ) { session, words throws(ToolError) in
      var words = words
      if try words.takesOption("row") {
        return try session.explain(row: ValueText.value(try words.required()))
      }
      let isStatement = try words.takesOption("sql")
      try session.explain(try words.required(), offset: words.offset, isStatement: isStatement)
    },
    Command(
      name: ".timer", usage: "on|off", summary: "Print how long every line takes.",
      completion: .switches
    ) { session, words throws(ToolError) in
      var words = words
      session.isTiming = try words.isOn()
    },
  ]
}

extension Session {
  /// Shows how a predicate is evaluated, or the statement for it.
  fileprivate func explain(
    _ text: String, offset: Int, isStatement: Bool
  ) throws(ToolError) {
    if isStatement { _ = try opened() }
    let predicate = try predicate(text, offset: offset)
    let explanation = try data?.explanation(of: predicate, hasPlan: !isStatement)
    guard !isStatement || explanation != nil else {
      throw .message("\(data?.path ?? "") has no tables; its rows are tested here, see .explain")
    }
    try answer(explanation ?? predicate.explain())
    guard !isStatement else { return }
    for note in predicate.notes { try answer(note.rendered(in: text)) }
  }

  /// Names the filters that hide the row with a key, and shows why each does.
  fileprivate func explain(row key: FilterValue) throws(ToolError) {
    let data = try opened()
    let filters = try data.filters(hiding: key)
    let names = filters.map { "\($0.title)  \($0.text)" }
    try answer(names.isEmpty ? "shown" : "hidden by " + names.joined(separator: "\n          "))
    for filter in filters {
      guard let explanation = try data.explanation(of: filter, for: key) else { continue }
      if filters.count > 1 { try answer("\(filter.title):") }
      for line in explanation.description.split(separator: "\n") { try answer("  " + line) }
    }
  }
}
