internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

extension DotCommand {
  /// Files and what they hold.
  static let data: [DotCommand] = [
    DotCommand(
      name: ".open", usage: "FILE", summary: "Open a file; resets filters, order and sections.",
      details: """
        JSON, JSON Lines, values one after another, CSV or TSV, by name or else by
        content. The file is read into memory once, and must not have errors. Edits
        of the previous file that were not saved are dropped.
        """, completion: .files
    ) { session, words throws(ToolError) in
      var words = words
      try session.open(try words.only(".open"))
    },
    DotCommand(
      name: ".schema", usage: "", summary: "List the key paths, with types and example values."
    ) { session, words throws(ToolError) in
      try words.end(".schema")
      try session.showSchema()
    },
    DotCommand(
      name: ".identity", usage: "[KEY]", summary: "Tell rows apart by a key path.",
      details: """
        Without KEY: by id if every row has its own, else by the row's number.
        """, completion: .keys
    ) { session, words throws(ToolError) in
      let data = try session.opened()
      let key = try session.key(try words.onlyKey())
      try data.setIdentity(key)
      try session.say("rows are told apart by \(data.identityName)")
    },
    DotCommand(
      name: ".watch", usage: "on|off", summary: "Follow the changes of the file on disk.",
      details: """
        Whenever the file changes, its rows take the place of all rows, and what
        changed is printed. If there are edits that were not saved, following stops
        instead: .merge takes in what changed and keeps the edits, .save --force
        overwrites the file, .open drops the edits. Inside a batch the file waits
        for the end of the batch.
        """, completion: .switches
    ) { session, words throws(ToolError) in
      var words = words
      guard try words.isOn(".watch") else {
        session.watch = nil
        return
      }
      let data = try session.opened()
      guard let version = data.file.version else {
        throw .message("\(data.path) is not a regular file and cannot be followed")
      }
      session.watch = FileWatch(path: data.path, stamp: version.stamp)
      try session.followFile()
    },
    DotCommand(
      name: ".save", usage: "[--force] [FILE]",
      summary: "Write all rows to the open file or another one, hidden ones too.",
      details: """
        The open file keeps its shape: what was not edited is written byte for byte as
        it was read. A key that CSV or TSV has no column for becomes a last column,
        with an empty cell in all other rows. Another file of the same format gets the
        same content; other formats, by the end of the name, are converted. Without a
        known end it is JSON Lines.

        The file is replaced as a whole, or not at all, and keeps its permissions and
        extended attributes. Hard links to it keep the old content, which is noted.
        If others changed the open file, it is left alone: .merge takes in what they
        wrote, .save --force overwrites it.
        """, completion: .files
    ) { session, words throws(ToolError) in
      var words = words
      var isForced = false
      var path: String?
      while let word = try words.next() {
        switch word {
        case "--force" where !isForced: isForced = true
        case _ where path == nil && word != "--force": path = word
        default: throw ReplWords.misuse(".save")
        }
      }
      try session.save(to: path, isForced: isForced)
    },
  ]
}

extension ReplSession {
  /// Opens a file; with `regularOnly` only one that can neither block nor go on for ever.
  func open(
    _ path: String, format: RowFormat? = nil, regularOnly: Bool = true
  ) throws(ToolError) {
    let path = Self.expanded(path)
    guard path != "-" else { throw .message("standard input cannot be opened, name a file") }
    SystemCalls.removeLeftovers(in: SystemCalls.folder(of: SystemCalls.resolved(path)))
    let data = try OpenData(path: path, format: format, regularOnly: regularOnly)
    self.data = data
    watch = nil
    try say("\(ReplValue.count(data.count, "row")), told apart by \(data.identityName)")
  }

  /// `~/file` in the home folder
  static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = SystemCalls.environment("HOME") else { return path }
    return home + path.dropFirst(1)
  }

  /// A key path, nil for no text.
  func key(_ text: String) throws(ToolError) -> KeyColumn? {
    guard !text.isEmpty else { return nil }
    return try KeyColumn(text, libraries: libraries)
  }

  func showSchema() throws(ToolError) {
    let schema = try opened().schema()
    let writer = mode.write(
      sink,
      RowLayout(
        columns: ["key", "type", "rows", "example"],
        width: isTerminal ? sink.terminal.width : nil,
        isColored: isTerminal && sink.terminal.hasColor, remedy: ".select chooses columns"))
    for entry in schema.entries {
      let example = entry.example.map { TextWidth.clip(ReplValue.text($0), to: 60) }
      let row = FilterObject([
        (key: "key", value: .string(entry.path)), (key: "type", value: .string(entry.type)),
        (key: "rows", value: .int(Int64(entry.count))),
        (key: "example", value: example.map { .string($0) } ?? .null),
      ])
      let output = OutputRow(
        value: .object(row), json: mode.isJSON ? JSONWriter().bytes(.object(row)) : [])
      try writer.write(output)
    }
    try writer.end()
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
