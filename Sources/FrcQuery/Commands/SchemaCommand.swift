internal import ArgumentParser
internal import FilterEngine
internal import FilterJSON

/// The keys of the rows of a file, found in its first rows.
struct SchemaCommand: ToolCommand {
  static let name = "schema"
  static let abstract = "Show the keys of a file, with kinds and examples."

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: abstract,
    discussion: """
        frc-query schema people.json
        frc-query schema --json tickets.jsonl
        frc-query schema --json --policy policy.json people.db --table person

      Reads a sample: the first MiB of a file, or the first rows of a table. The keys
      are spelled as in filters. Under a policy other keys, and rows that its filter
      leaves out, do not exist.

      --json prints one object: "sampled", the number of rows; "whole", whether these
      are all rows; and "keys", a list. Each has its "key"; "kinds", which are text,
      number, boolean, date, data, uuid, list and object; with lists the kinds of
      their "elements"; "nil", the share of rows without a value, from 0 to 1;
      "values", the most frequent ones with their "count", if they occur twice; and
      "examples". Lists count by their elements. "more" is true if there are more than
      \(RowSchema.maximumCount) keys.
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  @Argument(help: "A file or a database; standard input for \"-\".", completion: .file())
  var file: String

  @Flag(help: "Print one object, with frequent values.")
  var json = false

  @OptionGroup var source: SourceOptions

  @OptionGroup var variables: VariableOptions

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var policy: PolicyOptions

  func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
    let libraries = try plugins.libraries()
    let sample = try source.sample(
      of: file, policy.policy(libraries, in: surroundings), libraries,
      bindings: variables.bindings(), in: surroundings)
    let sink = surroundings.sink()
    if json {
      try sink.write(JSONWriter(style: .tagged).bytes(sample.schemaValue) + [UInt8(ascii: "\n")])
    } else {
      let width = surroundings.terminal.width
      let rows = SchemaTable(sample.schema.entries, width: width).rows(asJSON: false)
      let writer = RowFormat.usual(onTerminal: true).write(
        sink, RowLayout(columns: SchemaTable.columns, width: width))
      for row in rows { try writer.write(row) }
      try writer.end()
    }
    try sink.flush()
    return ExitStatus.matched
  }
}

/// The input that a sample is read of.
struct SourceOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "Format of the input; the default is by its name, then by its content.")
  var input: InputFormat?

  @Option(
    help: ArgumentHelp(
      "Table or view of a database; the default is its only one.", valueName: "name"))
  var table: String?

  /// The first rows of a file, as far as a policy shows them.
  func sample(
    of file: String, _ policy: FilterPolicy?, _ libraries: FilterLibraries,
    bindings: [String: FilterValue], in surroundings: Surroundings
  ) throws(ToolError) -> RowSample {
    var sample = try RowSample(of: policy, libraries, bindings: bindings)
    try sample.add(
      file: surroundings.expanded(file), asked: input?.format, table: table, in: surroundings)
    return sample
  }
}

extension RowSample {
  /// The keys of the rows, with their values.
  var schema: RowSchema {
    let reader = RowSchemaReader(withValues: true)
    rows.forEach(reader.add)
    return reader.take()
  }

  /// What is known of the keys, for programs.
  var schemaValue: FilterValue {
    let schema = schema
    let count = rows.count
    var members: [(key: String, value: FilterValue)] = [
      ("sampled", .int(Int64(count))), ("whole", .bool(isWhole)),
      ("keys", .list(FilterList(schema.entries.map { $0.value(of: count) }))),
    ]
    if schema.isCut { members.append(("more", .bool(true))) }
    return .object(FilterObject(members))
  }
}

extension RowSchema.Entry {
  /// The most frequent values that occur more than once, at most so many.
  func frequentValues(_ limit: Int = 5) -> [ValueCounts.Entry] {
    let repeated = values.lazy.filter { $0.value > 1 && $0.key.isShort }
    return ValueCounts(repeated.map { ($0.key, $0.value) }, limit: limit).entries
  }

  /// The first distinct values, without long ones.
  var shortExamples: [FilterValue] { examples.filter(\.isShort) }

  /// What is known of it in a number of rows, for programs.
  fileprivate func value(of rows: Int) -> FilterValue {
    var members: [(key: String, value: FilterValue)] = [
      ("key", .string(path)), ("kinds", .words(kinds)),
    ]
    if !elementKinds.isEmpty { members.append(("elements", .words(elementKinds))) }
    let share = rows == 0 ? 0 : Double(rows - valueCount) / Double(rows)
    members.append(("nil", .double((share * 1000).rounded() / 1000)))
    let frequent = frequentValues().map { entry in
      FilterValue.object(
        FilterObject([("value", entry.value), ("count", .int(Int64(entry.count)))]))
    }
    if !frequent.isEmpty { members.append(("values", .list(FilterList(frequent)))) }
    let examples = shortExamples
    if !examples.isEmpty { members.append(("examples", .list(FilterList(examples)))) }
    return .object(FilterObject(members))
  }
}

extension FilterValue {
  /// Whether it is short enough for a list of values.
  fileprivate var isShort: Bool {
    if case .string(let text) = self { text.utf8.count <= 60 } else { true }
  }

  /// The kinds of values other than nil.
  fileprivate static func words(_ kinds: [FilterKind]) -> FilterValue {
    .list(FilterList(kinds.filter { $0 != .null }.map { .string($0.word) }))
  }
}
