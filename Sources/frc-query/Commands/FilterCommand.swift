internal import ArgumentParser
internal import FilterEngine
internal import FilterSyntax

/// A filter over rows: what the program does where no subcommand is named.
struct FilterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frc-query",
    abstract: "Filter rows of JSON, JSON Lines, CSV and TSV with predicates.",
    discussion: """
      EXAMPLES
        frc-query "age > 30 AND name BEGINSWITH[c] 'a'" people.json
        frc-query "ANY tags == 'urgent' AND owner.team IN {2, 3}" tickets.jsonl
        frc-query "price BETWEEN {10, 20}" --sort price:desc --limit 5 shop.csv
        frc-query "name == %@" --arg "O'Hara" --select name,city -o csv people.json
        frc-query "status >= 500" -c < requests.jsonl
        tail -f log.jsonl | frc-query "level == 'error'"

      PREDICATES
        Comparisons   ==  !=  <  <=  >  >=  BETWEEN {1, 5}  IN {'a', 'b'}
        Text          BEGINSWITH  ENDSWITH  CONTAINS  LIKE 'a*?'  MATCHES '[0-9]+'
                      CONTAINS[cd] 'zoe' for any case [c] and any accents [d]
        Logic         AND  OR  NOT  ( )
        Collections   ANY tags == 'a'  ALL scores > 3  NONE scores > 9
                      tags.@count > 1  items.@sum.price > 9
        Values        'text'  12  1.5  TRUE  NULL  {1, 2}  $name  %@

      COMMANDS
        check         Check predicates, and print them in their canonical form.
        repl          Open a file, and filter, sort and edit its rows line by line.
        functions     Show what the functions and operators do.
        pipe          Answer requests in JSON Lines, for other programs.
        completions   Print a completion script for a shell.
        manual        Print the manual page.

        "frc-query help COMMAND" shows more.
        "--" stands before a predicate that is named like a command or begins
        with "-".

      OUTPUT
        JSON, CSV and TSV are data and are written as they are. Tables and messages
        are for people: control characters in them are shown as escapes such as
        \\u{1b}, on a terminal and elsewhere.

      EXIT STATUS
        0 if something matched, 1 if nothing did, 2 after an error, at the end of
        the time limit, and if a row was left out that takes more steps than its
        limit.
      """,
    version: Version.text)

  @OptionGroup var options: FilterOptions

  func run() throws {
    let query = try query()
    if options.explain {
      let sink = ByteSink()
      try sink.write(Explanation(query).text)
      return try sink.flush()
    }
    try checkOrder()
    let run = FilterRun(query, sink: ByteSink())
    let matched = try run.run(files: options.files)
    if run.failures.hasLimit { throw ExitCode(ExitStatus.failure) }
    if !matched { throw ExitCode(ExitStatus.nothing) }
  }

  /// Refuses what can only be a file in the place of the predicate.
  private func checkOrder() throws(ToolError) {
    guard SystemCalls.isFile(options.predicate) else { return }
    let usage = "the predicate comes first, then the files"
    if let file = options.files.first {
      guard file != "-", !SystemCalls.exists(file) else { return }
      throw .message("\(file): no such file; \(usage)")
    }
    if SystemCalls.isTerminal(0) { throw .message("\(options.predicate) is a file; \(usage)") }
  }

  private func query() throws(ToolError) -> Query {
    let libraries = try options.plugins.libraries()
    let predicate: FilterPredicate<FilterValue>
    do throws(SyntaxError) {
      predicate = try FilterPredicate(
        text: options.predicate, arguments: options.places.values, libraries: libraries,
        strict: options.strict)
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
      text: options.predicate, predicate: predicate, bindings: try options.variables.bindings(),
      input: options.input,
      types: try options.types.map { text throws(ToolError) in try ColumnTypes(text) }
        ?? ColumnTypes(),
      output: options.output ?? (Terminal.isOutput ? .table : .jsonl),
      selection: Selection(columns),
      sortKeys: try options.sort.map { text throws(ToolError) in
        try SortKey.list(text, libraries: libraries)
      } ?? [],
      section: try options.section.map { key throws(ToolError) in
        try KeyColumn(key, libraries: libraries)
      },
      limit: options.limit, offset: options.offset, isCount: options.count,
      isInverted: options.invert, skipsErrors: options.skipErrors,
      limits: options.limits.limits.beginning())
  }
}

extension String {
  var endingInNewline: String { hasSuffix("\n") ? self : self + "\n" }
}
