internal import FilterEngine
internal import FilterJSON
internal import FilterableResults

extension Command {
  /// Changes of rows.
  static let editing: [Command] = [
    Command(
      name: ".add", usage: "[--add] JSON", summary: "Add a row at the end.",
      details: newColumns,
      operations: [
        Operation(
          "add", ["item", "section"], #"{"op":"add","item":{…},"section":0}"#
        ) { session, members throws(ToolError) in
          try session.edit(
            .add(try session.row(members), toSection: try members.optionalNumber("section")))
        },
        Operation("insert", ["item", "at"], #"{"op":"insert","item":{…},"at":[0,2]}"#) {
          session, members throws(ToolError) in
          try session.edit(.insert(try session.row(members), at: try members.position("at")))
        },
      ]
    ) { session, words throws(ToolError) in
      var words = words
      let data = try session.opened()
      let adds = try words.takesOption("--add")
      let json = try words.required()
      try session.say(newIn: rows(json), adds: adds)
      let count = data.filters.isEmpty ? nil : try data.visibleCount()
      try data.add(json: json)
      if let count, try data.visibleCount() == count { try session.say("the new row is hidden") }
      try session.sayCount()
    },
    Command(
      name: ".remove", usage: "KEY", summary: "Remove the row of a key.",
      details: "KEY is JSON if it parses as JSON, else text.",
      operations: [
        Operation(
          "remove", ["key", "at"], #"{"op":"remove","key":7}"#, #"{"op":"remove","at":[0,2]}"#
        ) { session, members throws(ToolError) in try session.remove(members) }
      ]
    ) { session, words throws(ToolError) in
      try session.opened().remove(ValueText.value(try words.required()))
      try session.sayCount()
    },
    Command(
      name: ".replace", usage: "[--add] [NUMBER] JSON",
      summary: "Put a row in the place of the one of its key.",
      details: "Where rows are identified by number, the number comes first.\n" + newColumns,
      operations: [
        Operation(
          "replace", ["item", "at"], #"{"op":"replace","item":{…}}"#,
          #"{"op":"replace","at":[0,2],"item":{…}}"#
        ) { session, members throws(ToolError) in try session.replace(members) }
      ]
    ) { session, words throws(ToolError) in
      var words = words
      let data = try session.opened()
      let adds = try words.takesOption("--add")
      var number: FilterValue?
      if data.isIdentifiedByNumber {
        guard let word = try words.next(), !words.isEmpty, Int(word) != nil else {
          throw .message("rows are identified by number here: .replace NUMBER JSON")
        }
        number = ValueText.value(word)
      }
      let json = try words.required()
      try session.say(newIn: rows(json), adds: adds)
      try data.replace(json: json, number: number)
      try session.sayCount()
    },
    Command(
      name: ".set", usage: "[--add] KEY EXPR [where PREDICATE]",
      summary: "Set a field of the visible rows, or of the rows that match.",
      details: """
        EXPR is an expression of the language, such as price * 1.1 or 'new', with the
        values of each row. KEY is a key path of names; a last key that a row lacks is
        added. As a typed predicate, PREDICATE is run over all rows, hidden ones too.
        A row for which EXPR has no value stays as it is, and a script then exits
        with 1. One line is one edit. A key that no row has is reported; in a script it
        is an error unless --add is there.
        """, completion: .keys
    ) { session, words throws(ToolError) in try session.set(words) },
    Command(
      name: ".undo", usage: "", summary: "Take back the edits of the last line that made any.",
      details: """
        A batch is one step. Filters, order, sections and saves are none, and stay.
        A change of the file that .watch or .merge has read ends what can be undone,
        and the oldest steps are dropped if all of them take more than
        \(EditHistory<RowEdit>.maximumSize >> 20) MiB.
        """
    ) { session, words throws(ToolError) in try session.restore(.undo, words) },
    Command(
      name: ".redo", usage: "", summary: "Make the edits again that .undo took back last.",
      details: "A new edit ends what can be redone."
    ) { session, words throws(ToolError) in try session.restore(.redo, words) },
    Command(operations: Operation.positions),
  ]

  static let newColumns = """
    A column that the file lacks is reported; in a script it is an error unless
    --add is there.
    """

  /// A row that was typed; none if it is not JSON, which its edit reports.
  private static func rows(_ json: String) -> [[UInt8]] {
    let row = Array(json.utf8)
    return (try? JSONReader().check(row)) == nil ? [] : [row]
  }

  /// Edits that belong together.
  static let batches: [Command] = [
    Command(
      name: ".begin", usage: "",
      summary: "Begin a batch, whose changes are told as one at its end.",
      details: "Batches nest; a change of the file that .watch follows waits for the end.",
      operations: [
        Operation("begin") { session, _ throws(ToolError) in try session.edit(.begin) }
      ]
    ) { session, words throws(ToolError) in
      try words.end()
      try session.opened().begin()
    },
    Command(
      name: ".end", usage: "", summary: "End the batch.",
      operations: [Operation("end") { session, _ throws(ToolError) in try session.edit(.end) }]
    ) { session, words throws(ToolError) in
      try words.end()
      try session.opened().end()
    },
    Command(
      name: ".rollback", usage: "", summary: "End the batch and take back what was changed in it.",
      details: "Edits, filters, order, sections and identity go back to what they were.",
      operations: [
        Operation("rollback") { session, _ throws(ToolError) in try session.edit(.rollback) }
      ]
    ) { session, words throws(ToolError) in
      try words.end()
      try session.opened().rollback()
      try session.sayCount()
    },
  ]
}
