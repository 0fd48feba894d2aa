internal import ArgumentParser

/// The program with its subcommands, of which a filter need not be named.
struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frc-query",
    abstract: "Filter rows of JSON, JSON Lines, CSV and TSV with predicates.",
    discussion: """
        frc-query "age > 30 AND name BEGINSWITH[c] 'a'" people.json

      "frc-query --help" lists the options of a filter, "frc-query help SUBCOMMAND"
      those of another subcommand.
      """,
    version: Version.text,
    subcommands: [
      FilterCommand.self, CheckCommand.self, ReplCommand.self, FunctionsCommand.self,
      PipeCommand.self, CompletionsCommand.self, ManualCommand.self,
    ],
    defaultSubcommand: FilterCommand.self,
    // Without names of its own, --help goes to the filter, whose options are what a reader looks for.
    helpNames: [])

  /// The names that ask each subcommand for its help.
  static let helpNamesOfSubcommands: NameSpecification = [.short, .long]
}

/// The same commands for completion scripts, which offer no options of a default subcommand.
struct CompletedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: RootCommand.configuration.commandName,
    abstract: RootCommand.configuration.abstract,
    version: Version.text,
    subcommands: RootCommand.configuration.subcommands)

  @OptionGroup var options: FilterOptions
}
