internal import ArgumentParser
internal import FilterEngine
internal import FilterSyntax

/// A filter over rows: the subcommand that need not be named.
struct FilterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filter",
    abstract: RootCommand.abstract,
    usage: """
      frc-query [<options>] <predicate> [<files> ...]
      frc-query [<options>] -f <file> [<files> ...]
      """,
    discussion: """
      EXAMPLES
        frc-query "age > 30 AND name BEGINSWITH[c] 'a'" people.json
        frc-query "ANY tags == 'urgent' AND owner.team IN {2, 3}" tickets.jsonl
        frc-query "price BETWEEN {10, 20}" --sort price:desc --limit 5 shop.csv
        frc-query "name == %@" --arg "O'Hara" --select name,city -o csv people.json
        frc-query -f adults.txt people.json
        frc-query "status >= 500" -c < requests.jsonl
        tail -f log.jsonl | frc-query "level == 'error'"
        frc-query "age > 30 AND city == 'Oslo'" people.db --table person

      PREDICATES
        Comparisons   ==  !=  <  <=  >  >=  BETWEEN {1, 5}  IN {'a', 'b'}
        Text          BEGINSWITH  ENDSWITH  CONTAINS  LIKE 'a*?'  MATCHES '[0-9]+'
                      CONTAINS[cd] 'zoe' for any case [c] and any accents [d]
        Logic         AND  OR  NOT  ( )
        Collections   ANY tags == 'a'  ALL scores > 3  NONE scores > 9
                      tags.@count > 1  items.@sum.price > 9
        Values        'text'  12  1.5  TRUE  NULL  {1, 2}  $name  %@

        A file with a predicate may have line breaks and comments /* like this */.

      DATABASES
        A SQLite file is read through the database: what SQL says exactly, and SQLite
        takes in one statement, is tested there, by its indexes, the rest here.
        "people.db?table=person" names a table too. --explain shows the statement,
        and "frc-query sql" prints it. Nothing is written. --byte-limit bounds the
        memory that a row takes. The program has to be built with the trait SQLite:
        swift build --traits default,SQLite

      COMMANDS
      \(commands)

        "frc-query help COMMAND" shows more. Write "--" before a predicate that is
        the name of a command or begins with "-".

      OUTPUT
        JSON, CSV and TSV are data and are written unchanged. Tables and messages are
        for people: control characters in them are shown as escapes such as \\u{1b}.
        A table that is too wide for the terminal shortens long cells, then leaves
        out columns on the right; --wide prints them all.

      EXIT STATUS
        0 if a row matched, 1 if none did, 2 after an error, at the end of the time
        limit, and if a row was left out because it exceeds the step limit.
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  /// The names and abstracts of the other subcommands, a line each.
  private static var commands: String {
    let others = RootCommand.configuration.subcommands.filter {
      $0 != FilterCommand.self && $0.configuration.shouldDisplay
    }
    .map { (name: $0.configuration.commandName ?? "", $0.configuration.abstract) }
    let width = others.map(\.name.count).max() ?? 0
    return others.map { name, abstract in
      "  \(name)\(String(repeating: " ", count: width - name.count))   \(abstract)"
    }.joined(separator: "\n")
  }

  @OptionGroup var options: FilterOptions

  func run() throws {
    let text = try PredicateText(options)
    let query = try query(text.text)
    if options.explain {
      let sink = ByteSink()
      try sink.write(Explanation(query).text(for: options.inputs))
      return try sink.flush()
    }
    try text.checkInputs()
    let run = FilterRun(query, sink: ByteSink(), hasNotes: SystemCalls.isTerminal(2))
    let matched = try run.run(files: options.inputs)
    if run.failures.hasLimit { throw ExitCode(ExitStatus.failure) }
    if !matched { throw ExitCode(ExitStatus.nothing) }
  }

  private func query(_ text: String) throws(ToolError) -> Query {
    let libraries = try options.plugins.libraries()
    // The time is that of compiling and evaluating the predicate together.
    let limits = options.limits.limits.beginning()
    let predicate: FilterPredicate<FilterValue>
    do throws(SyntaxError) {
      predicate = try FilterPredicate(
        text: text, arguments: options.places.values, libraries: libraries,
        strict: options.strict, limits: limits)
    } catch {
      throw .diagnostic(error.description)
    }
    var columns: [KeyColumn]?
    if let select = options.select {
      columns = []
      for key in KeyColumn.split(select, at: ",") {
        columns?.append(try KeyColumn(key, libraries: libraries))
      }
    }
    return Query(
      text: text, predicate: predicate, bindings: try options.variables.bindings(),
      input: options.input?.format,
      types: try options.types.map { text throws(ToolError) in try ColumnTypes(text) }
        ?? ColumnTypes(),
      table: options.table, lockTimeout: options.lockTimeout, rowBytes: options.byteLimit,
      output: options.output?.format ?? .usual(onTerminal: Terminal.output.isThere),
      selection: Selection(columns),
      sortKeys: try options.sort.map { text throws(ToolError) in
        try SortColumn.list(text, libraries: libraries)
      } ?? [],
      section: try options.section.map { key throws(ToolError) in
        try KeyColumn(key, libraries: libraries)
      },
      limit: options.limit, offset: options.offset, isWide: options.wide, isCount: options.count,
      isInverted: options.invert, skipsErrors: options.skipErrors,
      limits: limits)
  }
}
