internal import ArgumentParser
internal import FilterEngine
internal import FilterSyntax

/// One page on the filters of given keys.
struct GuideCommand: ToolCommand {
  static let name = "guide"
  static let abstract = "Print a page on filters of given keys, in Markdown."

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: abstract,
    discussion: """
        frc-query guide people.json
        frc-query guide --schema ticket.schema.json
        frc-query guide --schema ticket.schema.json tickets.jsonl
        frc-query guide --policy policy.json people.db --table person

      For people and programs that write filters: the keys with their kinds, meanings
      and examples, the operators that fit each, correct filters of these keys, and
      usual mistakes with their corrections. Everything on the page is made by what
      reads filters, and its filters have been checked. It has at most
      \(FilterGuide.maximumWords) words: of many keys the first ones are shown.

      Kinds and meanings are those of the schema, examples those of a sample of the
      file. Without a schema and a file the keys are those of the policy. What a
      policy hides does not exist on the page.
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  @Argument(help: "A file or a database; standard input for \"-\".", completion: .file())
  var file: String?

  @OptionGroup var source: SourceOptions

  @OptionGroup var schema: SchemaOptions

  @OptionGroup var variables: VariableOptions

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var policy: PolicyOptions

  func validate() throws {
    if file == nil, schema.file == nil, policy.file == nil {
      throw ValidationError("Name a file, or give --schema or --policy.")
    }
  }

  func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
    let libraries = try plugins.libraries()
    let policy = try self.policy.policy(libraries, in: surroundings)
    var entries: [RowSchema.Entry] = []
    if let file {
      entries = try source.sample(
        of: file, policy, libraries, bindings: variables.bindings(), in: surroundings
      ).schema.entries.filter { !$0.names.isEmpty }
    }
    let options = FilterOptions(libraries: libraries, policy: policy)
    let keys = try keys(entries, schema.schema(nil, in: surroundings), policy)
    guard !keys.isEmpty else {
      throw .message("no keys are known: name a file with rows, or give --schema")
    }
    let guide = FilterGuide(
      keys, values: Dictionary(entries.map { ($0.path, $0.knownValues) }) { $1 }, options)
    let sink = surroundings.sink()
    try sink.paged { () throws(ToolError) in try sink.write(guide.text) }
    try sink.flush()
    return ExitStatus.matched
  }

  /// The keys of the schema, the rows or the policy, as far as the policy permits them.
  private func keys(
    _ entries: [RowSchema.Entry], _ schema: KeySchema?, _ policy: FilterPolicy?
  ) throws(ToolError) -> [KeySchema.DescribedKey] {
    var keys = schema?.keys ?? entries.map(\.key)
    guard let policy else { return keys }
    if schema == nil, file == nil {
      keys = policy.keyPaths.filter { !$0.isEmpty }.map { KeySchema.DescribedKey($0) }
    }
    return keys.compactMap { key in
      do throws(SyntaxError) {
        try policy.check(keyPath: key.path)
      } catch {
        return nil
      }
      var key = key
      if key.kinds.isEmpty, let kind = policy.kind(ofKeyPath: key.path) { key.kinds = [kind] }
      return key
    }
  }
}

extension RowSchema.Entry {
  /// The key with its kinds.
  fileprivate var key: KeySchema.DescribedKey {
    var key = KeySchema.DescribedKey(names)
    key.kinds = kinds.filter { $0 != .null }
    key.elementKinds = elementKinds.filter { $0 != .null }
    return key
  }

  /// The most frequent values, then others.
  fileprivate var knownValues: [FilterValue] {
    let frequent = frequentValues(3).map(\.value)
    return frequent + shortExamples.filter { !frequent.contains($0) }
  }
}
