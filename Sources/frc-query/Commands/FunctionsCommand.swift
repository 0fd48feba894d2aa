internal import ArgumentParser
internal import FilterEngine

/// The documentation of the language, from the libraries' own data.
struct FunctionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "functions",
    abstract: "Show what the functions and operators do.",
    discussion: """
        frc-query functions
        frc-query functions BEGINSWITH
        frc-query functions sqrt
        frc-query functions --plugin ./phonetic.so levenshtein
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  @Argument(help: "A function, operator or option; without a name, all of them.")
  var name: String?

  @OptionGroup var plugins: PluginOptions

  func run() throws {
    let sink = ByteSink()
    let entries = Reference.entries(of: try plugins.libraries().libraries)
    guard let name else {
      try sink.write(Reference.overview(entries))
      return try sink.flush()
    }
    let found = Reference.named(name, in: entries)
    guard !found.isEmpty else {
      throw ToolError.message("nothing is named '\(name)'\(Reference.hint(name, in: entries))")
    }
    try sink.write(found.map(\.details).joined(separator: "\n"))
    try sink.flush()
  }
}
