internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

extension DotCommand {
  /// Files and what they hold.
  static let data: [DotCommand] = [
    DotCommand(
      name: ".open", usage: "FILE", summary: "Open a file; filters, order and sections begin anew.",
      details: """
        JSON, JSON Lines, CSV or TSV, by name or else by content. The file is read
        into memory once, and has to be free of errors.
        """, completion: .files
    ) { session, words throws(ReplError) in
      var words = words
      try session.open(try words.only(".open"))
    },
    DotCommand(
      name: ".schema", usage: "", summary: "List the key paths, with types and example values."
    ) { session, words throws(ReplError) in
      try words.end(".schema")
      try session.showSchema()
    },
    DotCommand(
      name: ".identity", usage: "[KEY]", summary: "Tell rows apart by a key path.",
      details: """
        Without KEY: by id if every row has its own, else by the row's number.
        """, completion: .keys
    ) { session, words throws(ReplError) in
      let data = try session.opened()
      let key = try session.key(try words.onlyKey())
      try data.setIdentity(key)
      try session.say("rows are told apart by \(data.identityName)")
    },
    DotCommand(
      name: ".watch", usage: "on|off", summary: "Follow the changes of the file on disk.",
      details: """
        Whenever the file changes, its rows take the place of all rows, edits that
        were not saved among them, and what changed is printed. Inside a batch the
        file waits for the end of the batch.
        """, completion: .switches
    ) { session, words throws(ReplError) in
      var words = words
      let isOn = try words.isOn(".watch")
      session.watch = isOn ? FileWatch(path: try session.opened().path) : nil
    },
    DotCommand(
      name: ".save", usage: "FILE", summary: "Write all rows to a file, hidden ones too.",
      details: """
        In the format that the name ends with, else as JSON Lines. The file is
        replaced as a whole, or not at all.
        """, completion: .files
    ) { session, words throws(ReplError) in
      var words = words
      try session.save(to: try words.only(".save"))
    },
  ]
}

extension ReplSession {
  /// Opens a file.
  func open(_ path: String, format: InputFormat? = nil) throws(ReplError) {
    let path = Self.expanded(path)
    guard path != "-" else { throw .message("standard input cannot be opened, name a file") }
    let data = try OpenData(path: path, format: format)
    self.data = data
    watch = nil
    matches = nil
    knownKeys = nil
    try say("\(ReplValue.count(data.count, "row")), told apart by \(data.identityName)")
  }

  /// `~/file` in the home folder
  static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = SystemCalls.environment("HOME") else { return path }
    return home + path.dropFirst(1)
  }

  /// A key path, nil for no text.
  func key(_ text: String) throws(ReplError) -> KeyColumn? {
    guard !text.isEmpty else { return nil }
    return try ReplError.wrapping { () throws(ToolError) in
      try KeyColumn(text, libraries: libraries)
    }
  }

  func showSchema() throws(ReplError) {
    let schema = try opened().schema()
    let writer = ReplOutput.writer(
      mode, to: sink, columns: ["key", "type", "rows", "example"], hasSections: false,
      isTerminal: isTerminal)
    for entry in schema.entries {
      let example = entry.example.map { TextWidth.clip(ReplValue.text($0), to: 60) }
      let row = FilterObject([
        (key: "key", value: .string(entry.path)), (key: "type", value: .string(entry.type)),
        (key: "rows", value: .int(Int64(entry.count))),
        (key: "example", value: example.map { .string($0) } ?? .null),
      ])
      let output = OutputRow(
        value: .object(row), json: mode.isJSON ? JSONWriter().bytes(.object(row)) : [])
      try ReplError.wrapping { () throws(ToolError) in try writer.write(output) }
    }
    try ReplError.wrapping { () throws(ToolError) in try writer.end() }
    if schema.isCut { try say("and more than \(RowSchema.maximumCount) key paths") }
  }
}

extension RowSchema.Entry {
  /// `string`, `list of numbers`, `number or nil`
  fileprivate var type: String {
    func name(_ kind: FilterKind) -> String {
      guard kind == .list, !elementKinds.isEmpty else { return kind.rawValue }
      let elements = elementKinds.map { $0 == .null ? $0.rawValue : $0.rawValue + "s" }
      return "list of " + elements.joined(separator: ", ")
    }
    return (kinds.filter { $0 != .null } + kinds.filter { $0 == .null }).map(name)
      .joined(separator: " or ")
  }
}
