internal import ArgumentParser
internal import FilterEngine

/// The documentation of the language, from the libraries' own data.
struct FunctionsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "functions",
    abstract: "Show what the functions and operators do.",
    discussion: """
        frc-query functions
        frc-query functions BEGINSWITH
        frc-query functions sqrt
        frc-query functions date
        frc-query functions --plugin ./phonetic.so levenshtein

      Without a name, a line for each, by group; with one, all that is known of it.
      A word that is no name finds the entries that have it in their descriptions.
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  @Argument(help: "A function, operator, option or word of a description.")
  var name: String?

  @OptionGroup var plugins: PluginOptions

  func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
    let sink = surroundings.sink()
    let entries = Reference.entries(of: try plugins.libraries().libraries)
    let text = try text(of: entries, width: surroundings.terminal.width ?? Terminal.usualWidth)
    try sink.paged { () throws(ToolError) in try sink.write(text) }
    try sink.flush()
    return ExitStatus.matched
  }

  private func text(of entries: [ReferenceEntry], width: Int) throws(ToolError) -> String {
    guard let name else { return Reference.overview(entries, width: width) }
    let named = Reference.named(name, in: entries)
    let found = named.isEmpty ? Reference.mentioning(name, in: entries) : named
    guard !found.isEmpty else {
      throw .message("nothing is named '\(name)'\(Reference.hint(name, in: entries))")
    }
    return named.isEmpty && found.count > 1
      ? Reference.overview(found, width: width)
      : found.map(\.details).joined(separator: "\n")
  }
}
