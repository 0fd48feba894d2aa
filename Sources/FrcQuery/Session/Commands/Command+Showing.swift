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
        columns.append(key.isPlain ? key : session.store?.converting(key) ?? key)
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
      name: ".explain", usage: "PREDICATE", summary: "Show how a predicate is evaluated.",
      completion: .predicate
    ) { session, words throws(ToolError) in
      let text = try words.required()
      let predicate = try session.predicate(text, offset: words.offset)
      let explanation = try session.data?.explanation(of: predicate, hasPlan: true)
      try session.answer(explanation ?? predicate.explain())
      for note in predicate.notes { try session.answer(note.rendered(in: text)) }
    },
    Command(
      name: ".sql", usage: "PREDICATE",
      summary: "Print a predicate as the statement that reads its rows.",
      details: "The statement is not run. It is followed by its values and its parts.",
      completion: .predicate,
      operations: [
        Operation(
          "sql", ["filter", "args", "variables", "strict"],
          """
          {"op":"sql","filter":"age > 30"}
          {"sql":"SELECT …"}
          """
        ) { session, members throws(ToolError) in try session.statement(members) }
      ]
    ) { session, words throws(ToolError) in
      let data = try session.opened()
      let predicate = try session.predicate(try words.required(), offset: words.offset)
      guard let statement = try data.explanation(of: predicate, hasPlan: false) else {
        throw .message("\(data.path) has no tables; its rows are tested here, see .explain")
      }
      try session.answer(statement)
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
