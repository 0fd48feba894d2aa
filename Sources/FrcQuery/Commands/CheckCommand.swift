internal import ArgumentParser
internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// Predicates, checked and printed.
struct CheckCommand: ToolCommand {
  static let name = "check"
  static let abstract = "Check predicates, and print them in their canonical form."

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: abstract,
    discussion: """
        frc-query check "a=1 or b=2"
        frc-query check --strict "name NOT IN {'a'}"
        frc-query check -f adults.txt
        frc-query check --knowing '{"team": 3}' "team == 3 AND open == TRUE"
        frc-query check --json "age > 30"
        frc-query check --schema ticket.schema.json "state == 'open'"
        frc-query check --policy policy.json "title == 'a'"

      Prints one line for each predicate, those of files first, which is read as the
      same predicate. Errors go to standard error, and so do notes, such as one on a
      constant part that always fails. The exit status is 0, or 2 if a predicate is
      wrong. With --knowing prints the part of each predicate that is left to items
      with these keys, and the error of one that fails for all of them. With
      --schema a key that the schema does not describe is an error, as is a
      comparison of kinds that never fit; a text that is none of the cases of an
      "enum" has a note. Texts with formats such as date-time and uuid are texts, as
      in rows of JSON; --types states other kinds, as for the rows.

      --json prints an object on a line for each predicate, in order: "format", the
      text, and "args", the values of its placeholders, if it has some; "tree", as
      in Grammar/tree.schema.json; "keys" that are read, with the kinds that a
      policy or a schema states or null; "cost", the most steps that an item within
      the sizes of the policy takes, or null; and "notes". A wrong predicate has
      "error", and --knowing prints the answer to "residual", both as in "frc-query
      pipe". Placeholders need their --arg.
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  @Argument(help: "Predicates.")
  var predicates: [String] = []

  @Option(
    name: [.customShort("f"), .customLong("file")],
    help: ArgumentHelp(
      "Read a predicate from a file, or from standard input for \"-\"; one that ends in .json has a tree as data.",
      valueName: "file"),
    completion: .file())
  var predicateFiles: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print what remains if these keys are known, an object in JSON by key path.",
      valueName: "json"))
  var knowing: String?

  @Flag(help: "Print an object for each predicate, with its tree, keys, cost and notes.")
  var json = false

  @OptionGroup var places: PlaceOptions

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var policy: PolicyOptions

  @OptionGroup var schema: SchemaOptions

  @Flag(help: "Refuse predicates that Foundation refuses.")
  var strict = false

  func validate() throws {
    if predicates.isEmpty, predicateFiles.isEmpty {
      throw ValidationError("A predicate is missing.")
    }
  }

  func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
    var texts: [(text: String, arguments: [FilterValue])] = []
    let libraries = try plugins.libraries()
    let language = FilterOptions(
      libraries: libraries, rules: strict ? .strict : .standard, limits: surroundings.limits)
    for file in predicateFiles {
      texts.append(try PredicateText.read(file, language, in: surroundings))
    }
    texts += predicates.map { ($0, []) }
    let sink = surroundings.sink()
    let policy = try self.policy.policy(libraries, in: surroundings)
    var options = language
    options.policy = policy
    let schema = try self.schema.schema(policy, in: surroundings)
    let given = try places.values(in: surroundings)
    let known = try knownKeys()
    var (isBad, hasRest) = (false, false)
    for (text, arguments) in texts {
      let values = arguments + given
      if json {
        let answer = Self.answer(about: text, values, knowing: known, options, schema)
        if answer.isError { isBad = true }
        try sink.write(answer.line)
        continue
      }
      if let known {
        let rest = Self.rest(of: text, values, knowing: known, options, schema)
        if rest.fails {
          isBad = true
          try sink.flush()
          surroundings.messages.write(rest.text.endingInNewline)
        } else {
          try sink.write(TerminalText.line(rest.text) + "\n")
          hasRest = true
        }
        continue
      }
      let checked: (tree: AST.Predicate, notes: [FilterNote])
      do throws(SyntaxError) {
        checked = try Self.tree(
          of: text, arguments: values.isEmpty && policy == nil ? nil : values, options, schema)
      } catch {
        isBad = true
        try sink.flush()
        surroundings.messages.write(error.description.endingInNewline)
        continue
      }
      try sink.write(TerminalText.line(checked.tree.sourceText) + "\n")
      guard !checked.notes.isEmpty else { continue }
      try sink.flush()
      for note in checked.notes {
        surroundings.messages.write(note.rendered(in: text).endingInNewline)
      }
    }
    try sink.flush()
    if hasRest, policy?.always.isEmpty == false {
      surroundings.messages.write(
        "note: the filter that the policy always joins has to hold as well; it is not printed\n")
    }
    return isBad ? ExitStatus.failure : ExitStatus.matched
  }

  /// The values of `--knowing` by key path; nil without it.
  private func knownKeys() throws(ToolError) -> [String: FilterValue]? {
    guard let knowing else { return nil }
    guard case .object(let object)? = try? JSONReader(tagged: true).read(knowing) else {
      throw .message("--knowing takes an object in JSON, not '\(knowing.shown)'")
    }
    return Dictionary(object.members.map { ($0.key, $0.value) }) { $1 }
  }

  /// What remains of a predicate, or the error of one that is wrong or fails for all items.
  private static func rest(
    of text: String, _ arguments: [FilterValue], knowing known: [String: FilterValue],
    _ options: FilterOptions, _ schema: KeySchema?
  ) -> (text: String, fails: Bool) {
    do throws(SyntaxError) {
      let predicate = try predicate(of: text, arguments, options, schema).predicate
      switch try predicate.withoutAlways().residual(knowing: known) {
      case .decided(let answer): return (answer ? "TRUEPREDICATE" : "FALSEPREDICATE", false)
      case .failed(let error): return (error.rendered(in: text), true)
      case .open(let rest, _): return (rest.syntax.sourceText, false)
      }
    } catch {
      return (error.description, true)
    }
  }

  /// A predicate with its notes, which include those on the kinds and cases of a schema.
  static func predicate(
    of text: String, _ arguments: [FilterValue], _ options: FilterOptions, _ schema: KeySchema?
  ) throws(SyntaxError) -> (predicate: FilterPredicate<FilterValue>, notes: [FilterNote]) {
    let predicate = try FilterPredicate<FilterValue>(
      text: text, arguments: arguments, options: options)
    guard let schema else { return (predicate, predicate.notes) }
    return (predicate, try schema.notes(on: predicate.asked, of: text, options: options))
  }

  /// The tree of a predicate, and its notes.
  ///
  /// Without arguments the text is a template, whose `%@` and `%K` stay. A template with placeholders has no notes, and
  /// neither a policy nor a schema can check it.
  private static func tree(
    of text: String, arguments: [FilterValue]?, _ options: FilterOptions, _ schema: KeySchema?
  ) throws(SyntaxError) -> (tree: AST.Predicate, notes: [FilterNote]) {
    if let arguments {
      let (predicate, notes) = try predicate(of: text, arguments, options, schema)
      return (predicate.asked, notes)
    }
    let syntax = options.syntax
    let tree: AST.Predicate
    do throws(SyntaxError) {
      tree = try AST.Predicate(parsing: text, options: syntax)
    } catch {
      throw error.repaired(syntax)
    }
    guard (try? FilterPredicate<FilterValue>(text: text, options: options)) != nil else {
      return (tree, [])
    }
    return (tree, try predicate(of: text, [], options, schema).notes)
  }
}
