internal import ArgumentParser
internal import FilterEngine
internal import FilterJSON

/// The documentation of the language, from the libraries' own data.
struct FunctionsCommand: ToolCommand {
  static let name = "functions"
  static let abstract = "Show what the functions and operators do."

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: abstract,
    discussion: """
        frc-query functions
        frc-query functions BEGINSWITH
        frc-query functions sqrt
        frc-query functions date
        frc-query functions --plugin ./phonetic.so levenshtein
        frc-query functions --json BEGINSWITH

      Without a name, a line for each, by group; with one, all that is known of it.
      A word that is no name finds the entries that have it in their descriptions.
      --json prints all that is known of each as an object on a line, and --policy
      leaves out what a policy does not permit.
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  @Argument(help: "A function, operator, option or word of a description.")
  var name: String?

  @Flag(help: "Print an object for each.")
  var json = false

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var policy: PolicyOptions

  func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
    let sink = surroundings.sink()
    let libraries = try plugins.libraries()
    let entries = Reference.entries(
      of: libraries, permittedBy: try policy.policy(libraries, in: surroundings))
    let answer = try found(in: entries)
    if json {
      for entry in answer.entries {
        try sink.write(JSONWriter().bytes(entry.value) + [UInt8(ascii: "\n")])
      }
    } else {
      let width = surroundings.terminal.width ?? Terminal.usualWidth
      let text =
        answer.isList
        ? Reference.overview(answer.entries, width: width)
        : answer.entries.map(\.details).joined(separator: "\n")
      try sink.paged { () throws(ToolError) in try sink.write(text) }
    }
    try sink.flush()
    return ExitStatus.matched
  }

  /// The entries that are asked for, and whether each has one line.
  private func found(
    in entries: [ReferenceEntry]
  ) throws(ToolError) -> (entries: [ReferenceEntry], isList: Bool) {
    guard let name else { return (entries, true) }
    let named = Reference.named(name, in: entries)
    let found = named.isEmpty ? Reference.mentioning(name, in: entries) : named
    guard !found.isEmpty else {
      throw .message("nothing is named '\(name)'\(Reference.hint(name, in: entries))")
    }
    return (found, named.isEmpty && found.count > 1)
  }
}
