internal import ArgumentParser
internal import FilterSyntax

/// Runs lines that are typed, or read from a script.
struct ReplCommand: ToolCommand {
  static let name = "repl"
  static let abstract = "Open a file, and filter, sort and edit its rows line by line."

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: abstract,
    discussion: """
        frc-query repl people.json
        echo ".filter add Adults age >= 18" | frc-query repl people.json

      A line is a predicate, run at once, or a command such as ".help". Plain
      "frc-query" on a terminal opens the REPL without a file. A terminal has
      history and completion.

      Lines from a pipe or a file are run without prompts: rows and answers go to
      standard output, everything else to standard error. The first error is
      reported with its line number and ends the script with the exit status 2, so
      that nothing is saved after it; with ".bail off" the next line is run. The
      status is 1 if rows refused a .set, otherwise 0. A column that the file lacks
      is an error there unless the edit has --add. On a terminal $PAGER or less
      shows long output.

      A database stays where it is: "frc-query repl people.db --table person", or
      .open people.db?table=person, and likewise "postgres://host/name?table=person".
      A line reads what it shows; an order that only the engine has, and sections,
      read the keys of all rows. With --write .add, .remove, .replace, .set and
      .merge change rows by their primary key, each edit in one transaction and
      saved at once, and a batch is a transaction; .undo writes the rows back. A row
      that another program has changed since it was shown is an error first.
      .watch on shows the commits of other programs, as changes of the first 1000
      visible rows. The history of lines has no passwords.

      --policy FILE leaves only the parts of rows that the file permits. Lines that
      edit, save, open or read files are refused then. --var gives values to the
      variables of its filter.

      Limits hold for each line. Ctrl-C and --time-limit end the evaluation of a
      line, and no data changes.

      Values of the kinds of --types are tested, sorted and counted as such, and
      shown as they are; edits of a table write them as they are stored. Rows of
      --rows and lines of text are not written back into their file: .save FILE
      writes another one.

      .save writes the open file whole or not at all, and unedited parts byte for
      byte as they were read. It refuses if the file has changed meanwhile: .merge
      reads the changes and keeps the edits, .save --force overwrites the file.
      .quit, Ctrl-D and .open report edits that are not saved, and drop them only
      if repeated or with --drop. A script that ends with such edits has failed.

      COMMANDS
      \(CommandHelp.names)
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  @Argument(help: "A file to open.", completion: .file())
  var file: String?

  @OptionGroup var form: InputOptions

  @Flag(help: "Open a database for edits, each of which is saved when it is made.")
  var write = false

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var locks: LockOptions

  @OptionGroup var limits: LimitOptions

  @OptionGroup var policy: PolicyOptions

  @OptionGroup var variables: VariableOptions

  func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
    let libraries = try plugins.libraries()
    let session = Session(
      in: surroundings,
      status: surroundings.isTerminal
        ? nil : ByteSink(descriptor: surroundings.errors, name: "standard error"),
      isTerminal: surroundings.isTerminal, libraries: libraries,
      limits: limits.limits, lockTimeout: locks.lockTimeout,
      policy: try policy.session(libraries, variables, limits.limits, in: surroundings))
    if session.isTerminal, let terminal = ReplTerminal(session) {
      if let file {
        try terminal.open { session throws(ToolError) in try open(file, in: session) }
      }
      try terminal.run()
    } else {
      try runScript(session)
    }
    guard !session.isTerminal else { return ExitStatus.matched }
    return session.hasFailed
      ? ExitStatus.failure : session.hasLeftRows ? ExitStatus.nothing : ExitStatus.matched
  }

  private func open(_ file: String, in session: Session) throws(ToolError) {
    try session.open(
      file, as: try form.form(session.libraries), table: form.table, isWritable: write,
      regularOnly: false)
  }

  private func runScript(_ session: Session) throws(ToolError) {
    if let file {
      do throws(ToolError) {
        try open(file, in: session)
        try session.flush()
      } catch {
        guard let reason = error.reason else { throw error }
        session.surroundings.messages.report(reason)
        session.hasFailed = true
        return
      }
    }
    let source = try session.surroundings.source("-")
    source.willWait = { [unowned session] () throws(ToolError) in try session.waitForLine() }
    try session.runLines(of: source)
    try session.endOfScript()
    try session.flush()
  }
}
