internal import ArgumentParser
internal import FilterSyntax

/// Lines that are typed, or come from a script.
struct ReplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    _superCommandName: "frc-query",
    abstract: "Open a file, and filter, sort and edit its rows line by line.",
    discussion: """
      A line is a predicate, run at once, or a command such as ".help". Plain
      "frc-query" on a terminal opens the same, with history and completion.

        frc-query repl people.json
        echo ".filter add Adults age >= 18" | frc-query repl people.json

      From a pipe or file the same lines are run without prompts. A wrong line is
      told with its number and the next one is run; the exit status is 2 then, and
      0 otherwise.

      Limits hold for each line. Ctrl-C and --time-limit end what a line evaluates,
      and what it was to change stays as it was.

      .save writes the open file whole or not at all, and what was not edited byte
      for byte as it was read. It refuses if others changed the file: .merge takes
      in what they wrote and keeps the edits, .save --force overwrites it.

      COMMANDS
        .open .save .merge .schema .identity .watch     files and what they hold
        .filter .filters .search .sort .section .why    which rows, in which order
        .show .select .mode .diff .explain .timer       what comes out
        .add .remove .replace .begin .end .rollback     edits and batches
        .read .plugin .help .quit                       the session
      """)

  @Argument(help: "A file to open.", completion: .file())
  var file: String?

  @Option(
    name: .shortAndLong,
    help: "How the input is written; by its name, then by its content where not given.")
  var input: InputFormat?

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var limits: LimitOptions

  func run() throws {
    let isTerminal = SystemCalls.isTerminal(0) && SystemCalls.isTerminal(1)
    let session = ReplSession(
      sink: ByteSink(), isTerminal: isTerminal, libraries: try plugins.libraries(),
      limits: limits.limits)
    do throws(ReplError) {
      if isTerminal, let terminal = ReplTerminal(session) {
        if let file { try terminal.open(file, format: input) }
        try terminal.run()
      } else {
        try runScript(session)
      }
    } catch {
      throw error.toolError
    }
    if session.hasFailed, !isTerminal { throw ExitCode(ExitStatus.failure) }
  }

  private func runScript(_ session: ReplSession) throws(ReplError) {
    if let file {
      do throws(ReplError) {
        try session.open(file, format: input, regularOnly: false)
        try session.flush()
      } catch {
        guard case .message(let text) = error else { throw error }
        StandardError.report(TerminalText.line(text))
        session.hasFailed = true
      }
    }
    let source = try ReplError.wrapping { () throws(ToolError) in try ByteSource(path: "-") }
    source.willWait = { [unowned session] () throws(ToolError) in try session.waitForLine() }
    try session.runLines(of: source)
    try session.flush()
  }
}
