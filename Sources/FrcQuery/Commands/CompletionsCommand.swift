internal import ArgumentParser

/// A completion script.
struct CompletionsCommand: ToolCommand {
  static let name = "completions"
  static let abstract = "Print a completion script for a shell."

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: abstract,
    discussion: """
        source <(frc-query completions bash)

      Completes subcommands, options, their values, files, and the key paths of a
      file that the line names. The line above is for ~/.bashrc. With the package
      bash-completion, these lines do it once:

        mkdir -p ~/.local/share/bash-completion/completions
        frc-query completions bash \\
          > ~/.local/share/bash-completion/completions/frc-query

      In zsh, with the last two lines in ~/.zshrc:

        mkdir -p ~/.zfunc; frc-query completions zsh > ~/.zfunc/_frc-query
        fpath=(~/.zfunc $fpath)
        autoload -Uz compinit && compinit

      In fish:

        mkdir -p ~/.config/fish/completions
        frc-query completions fish > ~/.config/fish/completions/frc-query.fish

      The scripts run the frc-query of the PATH.
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  private static let names = Shell.allCases.map(\.rawValue)

  @Argument(help: "bash, zsh or fish.", completion: .list(names))
  var shell: String

  func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
    guard let shell = Shell(rawValue: shell) else { throw Self.unknown(shell) }
    let sink = surroundings.sink()
    try sink.write(CompletionScript.text(for: shell).utf8)
    try sink.flush()
    return ExitStatus.matched
  }

  /// The error of a shell without a script.
  static func unknown(_ shell: String) -> ToolError {
    .message("no completions for '\(shell)': use bash, zsh or fish")
  }
}
