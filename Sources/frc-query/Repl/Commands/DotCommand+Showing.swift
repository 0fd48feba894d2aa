internal import FilterEngine

extension DotCommand {
  /// What comes out, and how.
  static let showing: [DotCommand] = [
    DotCommand(
      name: ".show", usage: "[N]",
      summary: "Show the rows that the filters let pass, or N of them.",
      details: "After a predicate, .show N prints N of its matches."
    ) { session, words throws(ToolError) in
      var words = words
      guard !words.isEmpty else { return try session.showRows(limit: ReplSession.shownRows) }
      guard let limit = Int(try words.only(".show")), limit >= 0 else {
        throw ReplWords.misuse(".show")
      }
      if let matches = session.matches {
        return try session.show(matches, limit: limit, of: try session.opened())
      }
      try session.showRows(limit: limit)
    },
    DotCommand(
      name: ".select", usage: "[KEY …]",
      summary: "Show only these key paths; without KEY whole rows.",
      completion: .keys
    ) { session, words throws(ToolError) in
      var words = words
      var columns: [KeyColumn] = []
      while let word = try words.nextKey() {
        for part in KeyColumn.split(word, at: ",") where !part.isEmpty {
          if let key = try session.key(part) { columns.append(key) }
        }
      }
      session.columns = columns.isEmpty ? nil : columns
      try session.hint(at: columns)
    },
    DotCommand(
      name: ".mode", usage: "table|jsonl|json|csv|tsv", summary: "Choose how rows are written.",
      completion: .formats
    ) { session, words throws(ToolError) in
      var words = words
      let name = try words.only(".mode")
      guard let mode = RowFormat.outputs.first(where: { $0.name == name }) else {
        throw ReplWords.misuse(".mode")
      }
      session.mode = mode
    },
    DotCommand(
      name: ".diff", usage: "on|off", summary: "Print what every command changes of what is shown.",
      details: """
        A line for each row that came, went, moved or changed, with its place: section
        and row, counted from 0, of deletions before the change, of insertions after.
        """, completion: .switches
    ) { session, words throws(ToolError) in
      var words = words
      session.showsChanges = try words.isOn(".diff")
    },
    DotCommand(
      name: ".timer", usage: "on|off", summary: "Print how long every line takes.",
      completion: .switches
    ) { session, words throws(ToolError) in
      var words = words
      session.isTiming = try words.isOn(".timer")
    },
    DotCommand(
      name: ".explain", usage: "PREDICATE", summary: "Show how a predicate is evaluated.",
      completion: .predicate
    ) { session, words throws(ToolError) in
      let text = try words.required(".explain")
      let predicate = try session.predicate(text, offset: words.offset)
      try session.say(predicate.explain())
      for note in predicate.notes { try session.say(note.rendered(in: text)) }
    },
  ]
}
