internal import ArgumentParser
internal import FilterSyntax

/// The program with its subcommands, of which a filter need not be named.
struct RootCommand: ParsableCommand {
  static let abstract = "Filter rows of \(RowFormat.sourceTitles) with predicates."

  /// The subcommands, in the order of the help.
  static let commands: [any ToolCommand.Type] = [
    FilterCommand.self, CheckCommand.self, DiffCommand.self, ReplCommand.self,
    FunctionsCommand.self, SchemaCommand.self, GuideCommand.self, SQLCommand.self,
    PipeCommand.self, MCPCommand.self, CompletionsCommand.self, ManualCommand.self,
    CompleteCommand.self,
  ]

  static let configuration = CommandConfiguration(
    commandName: "frc-query",
    abstract: abstract,
    discussion: """
        frc-query "age > 30 AND name BEGINSWITH[c] 'a'" people.json

      "frc-query --help" lists the options of a filter, "frc-query help SUBCOMMAND"
      those of another subcommand.
      """,
    version: Version.text,
    subcommands: commands.map { $0 },
    defaultSubcommand: FilterCommand.self,
    // Without names of its own, --help goes to the filter, whose options are what a reader looks for.
    helpNames: [])

  /// Parses `arguments` and returns the command that they name.
  ///
  /// The root describes all subcommands before it parses one, which takes longer than most runs. So the named subcommand,
  /// or the filter, parses its own arguments. The root parses them only if that fails or asks for help, for the message.
  static func command(of arguments: [String]) throws -> any ParsableCommand {
    let named = commands.first { $0.name == arguments.first }
    if named != nil || arguments.first != "help" {
      let rest = arguments.dropFirst(named == nil ? 0 : 1)
      if let command = try? (named ?? FilterCommand.self).parseAsRoot(Array(rest)),
        command is any ToolCommand
      {
        return command
      }
    }
    return try parseAsRoot(arguments)
  }

  /// Throws where `arguments` ask for the help of a subcommand that does not exist: the parser would show
  /// the list of all of them and call that a success.
  static func checkHelp(_ arguments: [String]) throws(ToolError) {
    guard arguments.first == "help", let name = arguments.dropFirst().first, !name.begins(with: "-")
    else { return }
    let names = commands.filter { $0.isShown }.map { $0.name } + ["help"]
    guard !names.contains(name) else { return }
    let question =
      EditDistance.nearest(to: name, in: names).map { ", did you mean '\($0)'?" }
      ?? "; \"frc-query help\" lists them"
    throw .message("there is no subcommand '\(name)'" + question)
  }

  /// Throws if an option of a single value is given twice: the parser would take the last one.
  static func checkRepetition(
    _ arguments: [String], in surroundings: Surroundings
  ) throws(ToolError) {
    // The description of the commands takes longer than most runs. Names of one option begin with one letter.
    let options = arguments.prefix { $0 != "--" }.filter { $0.begins(with: "-") }
    let letters = options.compactMap { $0.unicodeScalars.first { $0 != "-" } }
    guard Set(letters).count < letters.count else { return }
    let program = try CommandDescription.program()
    let named = program.subcommands.first { $0.name == arguments.first }
    // A command that help does not show has no description.
    let isHidden =
      named == nil && commands.contains { $0.name == arguments.first }
    guard let command = named ?? program.filter, !isHidden,
      let option = command.repeatedOption(
        in: arguments.dropFirst(named == nil ? 0 : 1), surroundings),
      let name = option.names.last
    else { return }
    throw .message("\(name) is given twice, and takes one \(option.valueName)")
  }

  /// The names that ask each subcommand for its help.
  static let helpNamesOfSubcommands: NameSpecification = [.short, .long]
}
