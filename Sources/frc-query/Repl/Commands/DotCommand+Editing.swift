internal import FilterEngine

extension DotCommand {
  /// Changes of rows.
  static let editing: [DotCommand] = [
    DotCommand(
      name: ".add", usage: "JSON", summary: "Add a row at the end."
    ) { session, words throws(ToolError) in
      try session.opened().add(json: try words.required(".add"))
      try session.sayCount()
    },
    DotCommand(
      name: ".remove", usage: "KEY", summary: "Remove the row of a key.",
      details: "KEY is JSON if it parses as JSON, else text."
    ) { session, words throws(ToolError) in
      try session.opened().remove(ReplValue.value(try words.required(".remove")))
      try session.sayCount()
    },
    DotCommand(
      name: ".replace", usage: "[NUMBER] JSON",
      summary: "Put a row in the place of the one of its key.",
      details: "Where rows are told apart by their numbers, the number comes first."
    ) { session, words throws(ToolError) in
      var words = words
      let data = try session.opened()
      var number: FilterValue?
      if data.settings.identity == nil {
        guard let word = try words.next(), !words.isEmpty, Int(word) != nil else {
          throw .message("rows are told apart by their numbers here: .replace NUMBER JSON")
        }
        number = ReplValue.value(word)
      }
      try data.replace(json: try words.required(".replace"), number: number)
      try session.sayCount()
    },
    DotCommand(
      name: ".merge", usage: "[FILE]",
      summary: "Take in a file's rows: replace those that are known, add the others.",
      details: """
        Without FILE, take in what others wrote to the open file, and keep the edits
        made here. Rows are matched by what tells them apart; by row number, those at
        the ends of both files that are equal are matched first. A row that was edited
        on both sides in different ways is reported, and keeps the edit made here.
        """, completion: .files
    ) { session, words throws(ToolError) in
      var words = words
      let path = words.isEmpty ? nil : ReplSession.expanded(try words.only(".merge"))
      let data = try session.opened()
      guard let path, SystemCalls.resolved(path) != SystemCalls.resolved(data.path) else {
        return try session.mergeFile()
      }
      let merged = try data.merge(try RowTextReader(path: path, format: nil).read().rows)
      try session.say(
        "\(ReplValue.count(merged.replaced, "row")) known, \(ReplValue.count(merged.added, "row")) new"
      )
    },
    DotCommand(
      name: ".begin", usage: "",
      summary: "Begin a batch, whose changes are told as one at its end.",
      details: "Batches nest; a change of the file that .watch follows waits for the end."
    ) { session, words throws(ToolError) in
      try words.end(".begin")
      try session.opened().begin()
    },
    DotCommand(
      name: ".end", usage: "", summary: "End the batch."
    ) { session, words throws(ToolError) in
      try words.end(".end")
      try session.opened().end()
    },
    DotCommand(
      name: ".rollback", usage: "", summary: "End the batch and take back what was changed in it.",
      details: "Edits, filters, order, sections and identity go back to what they were."
    ) { session, words throws(ToolError) in
      try words.end(".rollback")
      try session.opened().rollback()
      try session.sayCount()
    },
  ]
}
