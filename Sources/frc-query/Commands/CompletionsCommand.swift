internal import ArgumentParser

/// A completion script.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print a completion script for a shell.",
    discussion: """
        frc-query completions bash > ~/.bash_completion.d/frc-query
        frc-query completions zsh > ~/.zfunc/_frc-query
        frc-query completions fish > ~/.config/fish/completions/frc-query.fish
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  @Argument(help: "bash, zsh or fish.")
  var shell: String

  func run() throws {
    guard let shell = CompletionShell(rawValue: shell) else {
      throw ToolError.message("no completions for '\(shell)': use bash, zsh or fish")
    }
    let sink = ByteSink()
    try sink.write(CompletedCommand.completionScript(for: shell).endingInNewline.utf8)
    try sink.flush()
  }
}
