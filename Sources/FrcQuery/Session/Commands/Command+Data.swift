internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax
internal import FilterableResults

extension Command {
  /// Commands for files and their keys.
  static let files: [Command] = [
    Command(
      name: ".open", usage: "[OPTION …] FILE",
      summary: "Open a file; resets filters, order, sections and columns.",
      details: """
        \(RowFormat.titles(RowFormat.inputs.filter { $0.read != nil }, "or")),
        by name or else by content. The file is read into memory once, and must not
        have errors. Tables stay where they are: FILE.db or postgres://HOST/NAME,
        with ?table=NAME if there are several, opens one for reading, and with
        --write for edits, each of which is saved when it is made. If edits of the
        previous file are not saved, their number is reported, and only the same
        command directly after it opens the file; in a script that is an error.
        --drop drops the edits at once. The options for the form of a file are those
        of frc-query:
          .open --rows 'Reservations[].Instances[]' instances.json
          .open --types 'due=date:%d.%m.%Y,price=number:1.234,56' orders.json
          .open --delimiter ; --no-header cells.txt
          .open --input lines server.log
        """, completion: .open,
      operations: [
        Operation(
          "set", ["items", "sections"], #"{"op":"set","items":[…]}"#,
          #"{"op":"set","sections":[{"name":"A","items":[…]}]}"#
        ) { session, members throws(ToolError) in try session.set(members) },
        Operation(
          "open",
          [
            "source", "table", "write", "limit", "filter", "args", "variables", "strict", "input",
            "rows", "types", "delimiter", "header",
          ],
          #"{"op":"open","source":"people.db","table":"person","write":true}"#,
          #"{"op":"open","source":"orders.txt","types":"due=date","delimiter":";"}"#
        ) { session, members throws(ToolError) in try session.open(members) },
        Operation("refresh") { session, _ throws(ToolError) in try session.refresh() },
      ]
    ) { session, words throws(ToolError) in
      var words = words
      var (path, values) = (String?.none, [String: [String]]())
      var (drops, isWritable, hasHeader) = (false, false, true)
      while let word = try words.next() {
        switch word {
        case "--drop": drops = true
        case "--write": isWritable = true
        case "--no-header": hasHeader = false
        case let word where InputForm.valuedOptions.contains(word):
          guard let value = try words.next() else { throw .misuse }
          values[word == "-i" ? "--input" : word, default: []].append(value)
        case _ where path == nil && !word.begins(with: "--"): path = word
        default: throw .misuse
        }
      }
      guard let path else { throw .misuse }
      let form = try InputForm(
        format: values["--input"]?.last.map(RowFormat.named),
        delimiter: values["--delimiter"]?.last, hasHeader: hasHeader,
        rows: values["--rows"]?.last, types: values["--types"] ?? [], session.libraries)
      if try session.mayDropEdits(by: .open(path), drops: drops) {
        try session.open(path, as: form, isWritable: isWritable)
      }
    },
    Command(
      name: ".save", usage: "[--force] [FILE]",
      summary: "Write all rows to the open file or another one, hidden ones too.",
      details: """
        The open file keeps its shape: what was not edited is written byte for byte as
        it was read. A key that \(RowFormat.recordTitles) has no column for becomes a last column,
        with an empty cell in all other rows. Another file of the same format gets the
        same content; other formats, by the end of the name, are converted. Without a
        known end it is \(RowFormat.usual(onTerminal: false).title).

        The file is replaced as a whole, or not at all, and keeps its permissions and
        extended attributes. Hard links to it keep the old content, which is noted.
        If others changed the open file, it is left alone: .merge takes in what they
        wrote, .save --force overwrites it. --force replaces another file too.
        """, completion: .files
    ) { session, words throws(ToolError) in
      var words = words
      var isForced = false
      var path: String?
      while let word = try words.next() {
        switch word {
        case "--force" where !isForced: isForced = true
        case _ where path == nil && word != "--force": path = word
        default: throw .misuse
        }
      }
      try session.save(to: path, isForced: isForced)
    },
    Command(
      name: ".export", usage: "FILE [--format NAME] [--force]",
      summary: "Write the visible rows to a file, as .show prints them.",
      details: """
        In their order and sections, with the columns of .select. NAME is one of
        \(RowFormat.outputs.map(\.name).joined(separator: ", ")); without it the
        end of the name decides, and without a known end it is \(RowFormat.usual(onTerminal: false).title). The
        file is written as a whole, or not at all. --force replaces a file that exists.
        """, completion: .files
    ) { session, words throws(ToolError) in
      var words = words
      var path: String?
      var format: RowFormat?
      var isForced = false
      while let word = try words.next() {
        switch word {
        case "--force" where !isForced: isForced = true
        case "--format" where format == nil:
          guard let name = try words.next() else { throw .misuse }
          format = RowFormat.outputs.first { $0.name == name }
          if format == nil { throw RowFormat.unknown(name, of: RowFormat.outputs) }
        case _ where path == nil && !word.begins(with: "--"): path = word
        default: throw .misuse
        }
      }
      guard let path else { throw .misuse }
      try session.export(to: path, format: format, isForced: isForced)
    },
    Command(
      name: ".merge", usage: "[--add] [FILE]",
      summary: "Take in a file's rows: replace those that are known, add the others.",
      details: """
        Without FILE, take in what others wrote to the open file, and keep the edits
        made here. Rows are matched by what identifies them; by row number, those at
        the ends of both files that are equal are matched first. A row that was edited
        on both sides in different ways is reported, and keeps the edit made here.
        \(newColumns)
        """, completion: .files,
      operations: [
        Operation(
          "merge", ["items", "sorted"], #"{"op":"merge","items":[…],"sorted":true}"#
        ) { session, members throws(ToolError) in
          let isSorted = try members.flag("sorted") ?? false
          return try session.edit(.merge(try session.rows(members), isSorted: isSorted))
        }
      ]
    ) { session, words throws(ToolError) in
      var words = words
      let adds = try words.takesOption("--add")
      let path = words.isEmpty ? nil : session.surroundings.expanded(try words.only())
      let data = try session.opened()
      guard let path, SystemCalls.resolved(path) != SystemCalls.resolved(data.path) else {
        return try session.mergeFile()
      }
      // Its format may be another one, but its cells are read alike.
      var form = session.form
      (form.format, form.rows) = (nil, nil)
      let file = try FileRows(path: path, form: form, progress: session.surroundings.progress)
      try session.say(newIn: file.rows.lines, adds: adds)
      let merged = try data.merge(file.rows)
      try session.say(
        "\(ValueText.count(merged.replaced, "row")) known, \(ValueText.count(merged.added, "row")) new"
      )
      // Rows that were merged can be hidden.
      if !data.filters.isEmpty { try session.sayCount() }
    },
    Command(
      name: ".schema", usage: "[KEY]",
      summary: "List the key paths, with types and example values.",
      details: "With KEY that key path and those below it.", completion: .keys,
      operations: [
        Operation(
          "schema", [],
          """
          {"op":"schema"}
          {"schema":[{"key":"id","type":"INTEGER","nil":"never","index":"primary key"}]}
          """
        ) { session, _ throws(ToolError) in try session.describe(tables: false) }
      ]
    ) { session, words throws(ToolError) in try session.showSchema(of: try words.onlyKey())
    },
    Command(
      name: ".tables", usage: "", summary: "List the tables of the open file.",
      operations: [
        Operation(
          "tables", [],
          """
          {"op":"tables"}
          {"tables":[{"table":"person","kind":"table"}]}
          """
        ) { session, _ throws(ToolError) in try session.describe(tables: true) }
      ]
    ) { session, words throws(ToolError) in
      try words.end()
      let data = try session.opened()
      guard let tables = try data.tables() else {
        throw .message("\(data.path) has no tables, only rows")
      }
      try session.show(tables)
    },
    Command(
      name: ".identity", usage: "[KEY]", summary: "Identify rows by a key path.",
      details: """
        Without KEY: by id if every row has its own, else by the row's number.
        """, completion: .keys,
      operations: [
        Operation(
          "configure",
          [
            "identity", "section", "sort", "sectionOrder", "emptySections", "duplicates", "rows",
            "facets", "aggregates",
          ],
          """
          {"op":"configure","identity":"id","section":"city",
           "sort":[{"key":"name","ascending":true,"options":"cd"}],
           "sectionOrder":"first","emptySections":"drop","duplicates":"first",
           "rows":true}
          """,
          """
          {"op":"configure","facets":[
           {"name":"city","values":"city","ignoring":"place","options":"c","limit":20},
           {"name":"price","ranges":"price","bounds":[0,10,100]},
           {"name":"due","ranges":"due","by":"month","timeZone":"Europe/Berlin"},
           {"name":"age","filters":[
            {"name":"Young","group":"age","filter":"age < 18"}]}],
           "aggregates":[{"name":"total","sum":"price"},{"name":"first","min":"due"}]}
          """
        ) { session, members throws(ToolError) in try session.configure(members) }
      ]
    ) { session, words throws(ToolError) in
      let data = try session.opened()
      let key = try session.key(try words.onlyKey())
      try data.setIdentity(key)
      try session.say("rows are identified by \(data.identityName)")
    },
    Command(
      name: ".watch", usage: "on|off|install", summary: "Follow the changes of the file on disk.",
      details: """
        Of tables the changes that each commit makes to the first visible rows are
        printed, and edits go on. Those of a server are looked for each second, or
        at once if its table has triggers that report changes, which .watch install
        creates if the table was opened with --write. Of other files:

        Whenever the file changes, its rows take the place of all rows, and what
        changed is printed. If there are edits that were not saved, following stops
        instead: .merge takes in what changed and keeps the edits, .save --force
        overwrites the file, .open --drop drops the edits. Inside a batch the file
        waits for the end of the batch.
        """, completion: .switches
    ) { session, words throws(ToolError) in
      var words = words
      let word = try words.only()
      if word == "install" {
        try session.opened().installWatch()
        return try session.say("the table reports its changes")
      }
      guard word == "on" || word == "off" else { throw ToolError.misuse }
      guard word == "on" || session.data != nil else { return }
      try session.opened().watch(word == "on")
      try session.followFile()
    },
  ]
}

extension Session {
  /// Lists key paths: all of them, or one and those below it.
  func showSchema(of key: String) throws(ToolError) {
    if let description = try opened().description(of: key) { return try show(description) }
    let schema = try opened().schema(limit: nil)
    let entries = schema.entries(below: key)
    if !key.isEmpty, entries.isEmpty {
      let near = NearestKey.nearest(to: key, in: schema.entries.map(\.path))
      throw .message(
        "no row has the key path '\(key)'" + (near.map { ", did you mean '\($0)'?" } ?? ""))
    }
    let width = isTerminal && mode.isTable ? sink.terminal.width : nil
    let rows = SchemaTable(entries, width: width).rows(asJSON: mode.isJSON)
    try show(rows, SchemaTable.columns)
    if schema.isCut { try say("and more than \(RowSchema.maximumCount) key paths") }
  }

  /// Shows a list for people.
  func show(_ description: RowDescription) throws(ToolError) {
    let rows = description.rows.map { values in
      let row = FilterValue.object(
        FilterObject(zip(description.columns, values).map { (key: $0, value: $1) }))
      return OutputRow(value: row, json: mode.isJSON ? JSONWriter().bytes(row) : [])
    }
    try show(rows, description.columns)
    if let note = description.note { try say(note) }
  }

  private func show(_ rows: [OutputRow], _ columns: [String]) throws(ToolError) {
    let writer = mode.write(
      sink,
      RowLayout(
        columns: columns, width: isTerminal ? sink.terminal.width : nil,
        isColored: isTerminal && sink.terminal.hasColor,
        remedy: ".mode \(RowFormat.usual(onTerminal: false)) shows all"))
    for row in rows { try writer.write(row) }
    try writer.end()
  }
}

extension RowFormat {
  /// The format of input with this name.
  static func named(_ name: String) throws(ToolError) -> RowFormat {
    guard let format = inputs.first(where: { $0.name == name }) else {
      throw unknown(name, of: inputs)
    }
    return format
  }

  /// The error for a name that none of these formats has.
  fileprivate static func unknown(_ name: String, of formats: [RowFormat]) -> ToolError {
    let names = formats.map(\.name).joined(separator: ", ")
    return .message("there is no format '\(TerminalText.line(name))', only \(names)")
  }
}
