internal import ArgumentParser
internal import FilterEngine

/// The differences between the rows of two files.
struct DiffCommand: ToolCommand {
  static let name = "diff"
  static let abstract = "Compare the rows of two files."

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: abstract,
    discussion: """
        frc-query diff --key id old.csv new.csv
        frc-query diff --key '{org, id}' old.jsonl new.json -o csv
        frc-query diff --key id old.csv new.csv -o jsonl |
          frc-query "field == 'price' AND new > old"
        curl -s $URL | frc-query diff --key id --rows items -i json saved.json -

      Rows with the same key are the same row, wherever they are in the files. The
      key is a key path or an expression; every row needs one, which no other row of
      its file has. The files may be of different formats, but not databases; the
      options for the form of a file are those of both.

      Prints a row for each field that has another value, with "change", which is
      changed, the "key", the name of the "field" and its "old" and "new" value. A
      row that only the second file has is inserted, and is the "new" value; a row
      that only the first one has is deleted, and is the "old" value. Both have no
      "field". Rows come in the order of the second file, deleted ones last.

      Values are compared, not their spelling: 1.0 and true are 1, as in filters, and
      a missing value is null. Values with a kind of --types are compared as such.
      If one of the files is \(RowFormat.recordTitles), any other text that spells a number is the
      number.
      The texts of both files are held in memory.

      The exit status is 0 if no row differs, 1 if one does, and 2 after an error.
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  @Argument(
    help: "The file before, gzip and zstd too; standard input for \"-\".", completion: .file())
  var old: String

  @Argument(help: "The file after, or \"-\".", completion: .file())
  var new: String

  @Option(
    help: ArgumentHelp(
      "A key path or an expression that identifies rows.", valueName: "expression"))
  var key: String

  @Option(
    name: .shortAndLong,
    help: "Format of the output; the default is table on a terminal, else jsonl.")
  var output: OutputFormat?

  @OptionGroup var form: FormOptions

  func validate() throws {
    if old == "-", new == "-" {
      throw ValidationError("Only one of the files can be standard input.")
    }
  }

  func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
    let comparison = try RowComparison(
      old: old, new: new, key: key, form: try form.form(.standard), in: surroundings)
    let sink = surroundings.sink()
    let format = output?.format ?? .usual(onTerminal: surroundings.terminal.isThere)
    let writer = format.write(
      sink,
      RowLayout(
        columns: RowComparison.columns, hasHeader: !form.noHeader, width: sink.terminal.tableWidth,
        isColored: sink.terminal.hasColor, identity: "key", remedy: "-o jsonl shows all"))
    let rows = OpenRowOutput(nil, as: format)
    var status = ExitStatus.matched
    try comparison.forEach { json throws(ToolError) in
      status = ExitStatus.nothing
      try writer.write(rows.row(json))
    }
    try writer.end()
    try sink.flush()
    if let note = ShortRows.note(comparison.shortCount) { surroundings.messages.write(note + "\n") }
    return status
  }
}
