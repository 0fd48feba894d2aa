internal import ArgumentParser

/// Answers the completion scripts.
struct CompleteCommand: ToolCommand {
  static let name = "complete-line"
  static let abstract = "Print the ways to complete a command line."
  static let isShown = false

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: abstract,
    shouldDisplay: isShown,
    helpNames: RootCommand.helpNamesOfSubcommands)

  @Argument(help: "bash, zsh or fish.")
  var shell: String

  @Argument(help: "The text before the cursor.")
  var before: String

  @Argument(help: "The text after the cursor.")
  var after = ""

  @Argument(help: "The end of the text before the cursor that the shell replaces.")
  var typed = ""

  func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
    guard let shell = Shell(rawValue: shell) else { throw CompletionsCommand.unknown(shell) }
    let line = ShellLine(before, after, in: shell)
    let completion = Completion(line, of: try .program(), in: surroundings) { $0.paths }
    let sink = surroundings.sink()
    for line in completion.lines(for: shell, typed: typed) {
      try sink.write(Array((line + "\n").utf8))
    }
    try sink.flush()
    return ExitStatus.matched
  }
}
