internal import ArgumentParser
internal import FilterEngine
internal import FilterSyntax

/// Predicates, checked and printed.
struct CheckCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check predicates, and print them in their canonical form.",
    discussion: """
        frc-query check "a=1 or b=2"
        frc-query check --strict "name NOT IN {'a'}"
        frc-query check -f adults.txt

      Prints one line for each predicate, those of files first. Errors go to
      standard error, and so do notes, such as one on a constant part that always
      fails. The exit status is 0, or 2 if a predicate is wrong.
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  @Argument(help: "Predicates.")
  var predicates: [String] = []

  @Option(
    name: [.customShort("f"), .customLong("file")],
    help: ArgumentHelp(
      "Read a predicate from a file, or from standard input for \"-\".", valueName: "file"),
    completion: .file())
  var predicateFiles: [String] = []

  @OptionGroup var places: PlaceOptions

  @OptionGroup var plugins: PluginOptions

  @Flag(help: "Refuse predicates that Foundation refuses.")
  var strict = false

  func validate() throws {
    if predicates.isEmpty, predicateFiles.isEmpty {
      throw ValidationError("A predicate is missing.")
    }
  }

  func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
    var texts: [String] = []
    for file in predicateFiles { texts.append(try PredicateText.read(file, in: surroundings)) }
    texts += predicates
    let sink = surroundings.sink()
    let libraries = try plugins.libraries()
    let values = try places.values(in: surroundings)
    var isBad = false
    for text in texts {
      let checked: (tree: AST.Predicate, notes: [FilterNote])
      do throws(SyntaxError) {
        checked = try Self.tree(
          of: text, arguments: places.arguments.isEmpty ? nil : values,
          libraries: libraries, strict: strict)
      } catch {
        isBad = true
        try sink.flush()
        surroundings.messages.write(error.description.endingInNewline)
        continue
      }
      try sink.write(TerminalText.line("\(checked.tree)") + "\n")
      guard !checked.notes.isEmpty else { continue }
      try sink.flush()
      for note in checked.notes {
        surroundings.messages.write(note.rendered(in: text).endingInNewline)
      }
    }
    try sink.flush()
    return isBad ? ExitStatus.failure : ExitStatus.matched
  }

  /// The tree of a predicate, and its notes.
  ///
  /// Without arguments the text is a template, whose `%@` and `%K` stay. A template with placeholders has no notes.
  private static func tree(
    of text: String, arguments: [FilterValue]?, libraries: FilterLibraries, strict: Bool
  ) throws(SyntaxError) -> (tree: AST.Predicate, notes: [FilterNote]) {
    if let arguments {
      let predicate = try FilterPredicate<FilterValue>(
        text: text, arguments: arguments,
        options: FilterOptions(libraries: libraries, rules: strict ? .strict : .standard))
      return (predicate.syntax, predicate.notes)
    }
    let tree = try AST.Predicate(
      parsing: text,
      options: SyntaxOptions(strict: strict, vocabulary: libraries.vocabulary))
    let predicate = try? FilterPredicate<FilterValue>(
      text: text, options: FilterOptions(libraries: libraries, rules: strict ? .strict : .standard))
    return (tree, predicate?.notes ?? [])
  }
}
