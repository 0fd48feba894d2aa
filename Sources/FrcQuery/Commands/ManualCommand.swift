internal import ArgumentParser

/// The manual page.
struct ManualCommand: ToolCommand {
  static let name = "manual"
  static let abstract = "Print the manual page."

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: abstract,
    discussion: """
        frc-query manual | man -l -
        frc-query manual > /usr/local/share/man/man1/frc-query.1
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
    let sink = surroundings.sink()
    try sink.write(try ManualPage.text())
    try sink.flush()
    return ExitStatus.matched
  }
}
