internal import ArgumentParser

/// A completion script.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    _superCommandName: "frc-query",
    abstract: "Print a completion script for a shell.",
    discussion: """
        frc-query completions bash > ~/.bash_completion.d/frc-query
        frc-query completions zsh > ~/.zfunc/_frc-query
        frc-query completions fish > ~/.config/fish/completions/frc-query.fish
      """)

  @Argument(help: "bash, zsh or fish.")
  var shell: String

  func run() throws {
    guard let shell = CompletionShell(rawValue: shell) else {
      throw ToolError.message("no completions for '\(shell)': use bash, zsh or fish")
    }
    let sink = ByteSink()
    try sink.write(CommandTree.completionScript(for: shell).endingInNewline.utf8)
    try sink.flush()
  }
}

/// The commands as one tree, as completion sees them.
struct CommandTree: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frc-query",
    abstract: FilterCommand.configuration.abstract,
    version: Version.text,
    subcommands: [
      CheckCommand.self, ReplCommand.self, FunctionsCommand.self, PipeCommand.self,
      CompletionsCommand.self, ManualCommand.self,
    ])

  @OptionGroup var options: FilterOptions
}
