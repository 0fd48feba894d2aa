internal import ArgumentParser
internal import FilterEngine
internal import FilterSyntax

/// A filter over rows: the subcommand that need not be named.
struct FilterCommand: ToolCommand {
  static let usage = [
    "frc-query [<options>] <predicate> [<files> ...]",
    "frc-query [<options>] -f <file> [<files> ...]",
  ]

  static let name = "filter"
  static let abstract = RootCommand.abstract

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: abstract,
    usage: usage.joined(separator: "\n"),
    discussion: """
      EXAMPLES
        frc-query "age > 30 AND name BEGINSWITH[c] 'a'" people.json
        frc-query "ANY tags == 'urgent' AND owner.team IN {2, 3}" tickets.jsonl
        frc-query "price BETWEEN {10, 20}" --sort price:desc --limit 5 shop.csv
        frc-query "name == %@" --arg "O'Hara" --select name,city -o csv people.json
        frc-query -f adults.txt people.json
        frc-query "status >= 500" -c < requests.jsonl
        frc-query '`user-id` == "u7"' --select 'path,s=ms/1000.0' requests.jsonl
        frc-query "time > now() - 7*86400" --types time=date requests.jsonl
        tail -f log.jsonl | frc-query "level == 'error'"
        frc-query "age > 30 AND city == 'Oslo'" people.db --table person
        frc-query "age > 30 AND city == 'Oslo'" people.json --why
        frc-query TRUE --count-by city --avg age --max age people.json
        frc-query TRUE --sort price:desc --limit-by category:2 shop.csv
        frc-query "age > 30" -r --select name people.json | sort

      PREDICATES
        Comparisons   ==  !=  <  <=  >  >=  BETWEEN {1, 5}  IN {'a', 'b'}
        Text          BEGINSWITH  ENDSWITH  CONTAINS  LIKE 'a*?'  MATCHES '[0-9]+'
                      CONTAINS[cd] 'zoe' for any case [c] and any accents [d]
        Logic         AND  OR  NOT  ( )
        Collections   ANY tags == 'a'  ALL scores > 3  NONE scores > 9
                      tags.@count > 1  items.@sum.price > 9
        Values        'text'  12  1.5  TRUE  NULL  {1, 2}  $name  %@
        Keys          name  owner.name  tags[0]  `user-id`  #size

        A file with a predicate may have line breaks and comments /* like this */.

      ROWS INSIDE OF DOCUMENTS
        --rows Items reads the list at a key path, --rows 'Reservations[].Instances[]'
        the elements of all lists inside of the elements of a list, and
        --rows 'packages{}' the values of an object, with their names as the key "key".
        The value of a row that is no object is under "value" there. Lines of JSON and
        values one after another have the rows of each of them; one without the list
        has none.

      ROWS OF ANOTHER FILE
        --lookup cid=customers.csv:id finds the row of customers.csv whose "id" is the
        value of "cid". It is an object under the name of that file without its
        endings: "customers.country == 'NO'", --select id,customers.name. With
        --lookup c:cid=customers.csv:id the name is "c". Without such a row it is
        null. Each row of the other file needs a key, which no other has. Its values
        are held in memory. Rows are written without them, unless --select names them.

      LINES OF TEXT
        With -i lines each line of a text is a row. Its key "line" is the text without
        the line end, and "number" counts lines from 1:
        frc-query -i lines "line CONTAINS 'error'" -r --select line server.log

      CSV AND TSV
        A cell is read as what it is compared with: as its text beside a text, as its
        number beside a number. Two cells are numbers if both are, else texts. For
        sorting, counting and JSON a column has numbers or booleans if the first 1000
        rows of all files allow it, else texts. --types states a kind. Other
        separators than a comma are noticed in the header, or in a line "sep=;"
        before it. With --no-header the first line is a row as all others: columns
        are called by their numbers, as in --select 1,3 and "`2` == 'x'", and CSV and
        TSV are written without names too.

      KINDS OF VALUES
        --types time=date,price=number says what columns and key paths hold: text,
        number, boolean, json or a date. A date is in ISO 8601; unix, unixms, unixus
        and unixns are seconds, milliseconds, microseconds and nanoseconds since 1970,
        mac is seconds since 2001, chrome microseconds since 1601.
        date:%d.%m.%Y reads texts of that form, as strptime does: %Y or %y is the
        year, %m or %b the month, %d or %e the day, %a the day of the week, %H, or %I
        with %p, the hour, %M the minute, %S the second, %f its fraction, %z the zone;
        %F is %Y-%m-%d, %T is %H:%M:%S. Names are English.
        number:1.234,56 reads numbers whose signs are where the sample has them, with
        or without a currency sign; (45,00) is negative.
        Values are converted for tests, orders and numbers, and are written as they
        are.

      COUNTING
        --count-by city            how many rows have each city, most frequent first
        --count-by city,team       how many rows have each pair of them
        --sum price --avg price    exact sums and averages, of each group or of all rows
        --median ms                the middle value, or the mean of the middle two
        --percentile ms:95         the value that 95 % of the values are not above
        --histogram price:10       how many prices are from 0 up to 10, from 10 …
        --histogram price          the same, with at most 20 ranges of a round width
        --histogram time:week      dates by minute, hour, day, week, month or year,
                                   in UTC or --zone Europe/Berlin; weeks begin on
                                   Monday; a file of texts needs --types time=date

        Groups are sorted by columns of the output, as in --sort 'sum(price):desc'.
        1, 1.0 and true are one value, and a missing value is null. A row with a list
        counts once for each distinct element. Aggregates leave out null, and report
        values of another kind. Sums of integers are exact; other sums and averages
        are rounded once. --min, --max, --median and --percentile take numbers, texts
        or dates, whichever is most frequent. A percentile is a value that occurs, by
        the nearest rank. On a terminal a histogram has bars. Memory grows with the
        number of groups and distinct values, which --max-groups limits: each counts
        once, and again for each 64 bytes of its values, or four aggregates.

      DATABASES
        A SQLite file or "postgres://user@host/name" is read through the database:
        what SQL says exactly, and the database takes in one statement, is tested
        there, by its indexes, the rest here. Rows come in the order in which the
        database finds them, unless --sort states another. A column of SQLite whose
        texts are all JSON objects or lists, or that --types says is json, has their
        values in filters, as in "extra.tags[0]". "people.db?table=person" names a
        table too. --explain shows the statement, and "frc-query sql" prints
        it. Nothing is written. A row with more than --byte-limit bytes is an error;
        a server of PostgreSQL has sent the whole row then, of up to 1 GB.
        Passwords belong into ~/.pgpass. The program has to be built with the traits:
        swift build --traits SQLite,PostgreSQL

      POLICIES
        --policy FILE permits what a JSON file lists: the keys that a filter and other
        options may read and that are written, functions, operators and limits, and a
        filter that every other is joined to. Other keys do not exist. A list of key
        paths is enough:

          ["id", "title", "owner.name"]

        {"version": 1, "keys": [...], "always": "tenant == $tenant"} takes the value
        of $tenant from --var. A mistake in the file is an error.

      COMMANDS
      \(commands)

        "frc-query help COMMAND" shows more. Write "--" before a predicate that is
        the name of a command or begins with "-".

      OUTPUT
        Values in JSON, CSV and TSV are data: texts, cells of CSV and numbers keep
        their spelling. Lines of CSV and TSV end in LF unless --crlf is given, a byte
        order mark is written with --bom only, and cells have the quotes that they
        need. nan and inf are null in JSON. -r prints values as they are, with a tab
        between the values of a row: texts keep their line breaks and tabs, nil is
        empty, lists and objects are JSON. One column without line breaks is a value
        a line, for xargs or "while read". Tables and messages are for people:
        control characters in them are shown as escapes such as \\u{1b}. A table that
        is too wide for the terminal shortens long cells, words with digits last and
        in the middle, then leaves out columns on the right; --wide prints them all.
        In tables "" is the empty text, nil is blank, and averages have six digits;
        a terminal gets the number of rows as the last line. A column that is an expression is null in
        a row in which it cannot be computed, which a note counts.

      ERRORS FOR PROGRAMS
        --errors json writes each error and note as an object on a line of standard
        error, {"error":{...}} or {"note":{...}}, with the members that "frc-query
        help pipe" shows. Codes stay the same in every version, and messages do not:

          {"error":{"kind":"syntax","message":"...","code":"expected",...}}

      EXPLANATIONS
        --why prints the first row that does not match, and below it a line for each
        part of the predicate: ✓ if the part is true, ✗ if it is false, ! if it fails,
        · if an earlier part decided. A comparison ends with the values of its sides.
        --limit N explains N rows. With --invert rows that match are explained.

      EXIT STATUS
        0 if a row matched or was explained, 1 if none was, 2 after an error, at the
        end of the time limit, if no row could be evaluated, and if a row was left
        out because it exceeds the step limit or a file because it cannot be opened.
      """,
    helpNames: RootCommand.helpNamesOfSubcommands)

  /// The help in place of that of the parser, which has all options in one list; nil for the help of another command.
  static func help(insteadOf text: String) -> String? {
    text.has("USAGE: \(usage[0])\n") ? FilterHelp.text(commands: commands) : nil
  }

  /// The names and abstracts of the other subcommands, a line each.
  private static var commands: String {
    let others = RootCommand.commands.filter { $0 != FilterCommand.self && $0.isShown }
      .map { (name: $0.name, $0.abstract) }
    let width = others.map(\.name.count).max() ?? 0
    return others.map { name, abstract in
      "  \(name)\(String(repeating: " ", count: width - name.count))   \(abstract)"
    }.joined(separator: "\n")
  }

  @OptionGroup var options: QueryOptions

  func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
    let text = try PredicateText(options, in: surroundings)
    let query = try query(text, in: surroundings)
    if options.explain {
      let sink = surroundings.sink()
      try sink.write(Explanation(query).text(for: options.inputs))
      try sink.flush()
      return ExitStatus.matched
    }
    try text.checkInputs(in: surroundings)
    let run = FilterRun(query, in: surroundings, hasNotes: !options.quiet)
    let hasMatch: Bool
    do throws(ToolError) {
      hasMatch = try run.run(files: options.inputs)
    } catch {
      // The request is right.
      throw surroundings.messages.isForPrograms ? error.refused(as: .data) : error
    }
    if !hasMatch, !options.quiet, let word = options.places.word {
      surroundings.messages.write(
        "note: --arg \(word) is a text; --arg-json \(word) is the value of JSON\n")
    }
    return run.status
  }

  private func query(
    _ written: PredicateText, in surroundings: Surroundings
  ) throws(ToolError) -> Query {
    var text = written.text
    try options.checkWhy()
    try options.checkCount()
    if [".", "*"].contains(text) {
      throw .message("'\(text)' is not a predicate: write TRUE for all rows")
    }
    let libraries = try options.plugins.libraries()
    let policy = try options.policy.policy(libraries, in: surroundings)
    try options.check(policy)
    // The time is that of compiling and evaluating the predicate together.
    let stated = options.limits.limits(beside: surroundings.limits)
    let bounds = FilterOptions(limits: stated, policy: policy).bounds
    let limits = (bounds ?? .standard).beginning()
    let values = written.arguments + (try options.places.values(in: surroundings))
    let bindings = try options.variables.bindings()
    func read(_ policy: FilterPolicy?) throws(ToolError) -> FilterPredicate<FilterValue> {
      while true {
        do throws(SyntaxError) {
          return try FilterPredicate(
            text: text, arguments: values,
            options: FilterOptions(
              libraries: libraries, rules: options.strict ? .strict : .standard, limits: limits,
              policy: policy))
        } catch {
          // Under a policy no row is looked at for what a text means.
          guard policy == nil, let fix = error.keyFix(options.hasKey(_:isNearOperator:)) else {
            throw .syntax(error)
          }
          text = text.applying(fix)
        }
      }
    }
    let checked = try read(policy)
    if !options.explain { try checked.checkConstants(bindings, text) }
    let isInverted = options.invert != options.why
    var predicate = checked
    if let policy {
      predicate =
        try policy.always.isEmpty
        ? read(nil) : checked.withoutPolicy(of: text, isInverted: isInverted)
    }
    let request = EvaluationContext(of: limits)
    var columns: [KeyColumn]?
    if !options.select.isEmpty {
      columns = []
      for key in options.select.flatMap(ColumnText.list) {
        columns?.append(
          try KeyColumn(key, libraries: libraries, in: request).permitted(by: policy, libraries))
      }
    }
    func column(_ text: String?) throws(ToolError) -> KeyColumn? {
      guard let text else { return nil }
      return try KeyColumn(text, libraries: libraries, in: request)
        .permitted(by: policy, libraries)
    }
    let counted = try options.counts.counting(beside: options, libraries, in: request)
    if let counted {
      columns = []
      for column in counted.columns {
        columns?.append(try column.permitted(by: policy, libraries))
      }
    }
    var query = Query(
      text: text, predicate: predicate, bindings: bindings, form: try options.form.form(libraries),
      table: options.form.table, lockTimeout: options.locks.lockTimeout,
      rowBytes: options.byteLimit,
      output: options.isText
        ? .text
        : options.output?.format
          ?? .usual(onTerminal: surroundings.terminal.isThere || options.why),
      selection: Selection(columns),
      sortKeys: counted != nil
        ? []
        : try SortColumn.list(options.sort, libraries: libraries, in: request)
          .map { key throws(ToolError) in
            key.with(try key.column.permitted(by: policy, libraries))
          },
      section: try column(options.section),
      limit: counted == nil ? options.limit ?? (options.why ? 1 : nil) : nil,
      offset: counted == nil ? options.offset : 0,
      isWide: options.wide, isCount: options.count,
      isInverted: isInverted && policy?.always.isEmpty ?? true, skipsErrors: options.skipErrors,
      limits: limits)
    query.policy = policy
    query.isNegated = isInverted && query.hasHiddenFilter
    if policy != nil {
      for key in try query.form.types.keys() { _ = try key.permitted(by: policy, libraries) }
    }
    query.counting = counted?.counting
    query.explains = options.why
    query.isInteractive = surroundings.terminal.isThere
    query.patience = query.isInteractive ? 100 : 1000
    if let (key, count) = try options.rowLimit() {
      (query.limitKey, query.rowsOfValue) = (try column(key), count)
    }
    (query.endsLinesInCRLF, query.hasMark) = (options.crlf, options.bom)
    guard query.output.records != nil || !options.crlf && !options.bom else {
      throw .message("\(options.crlf ? "--crlf" : "--bom") is for -o csv and tsv")
    }
    (query.location.hasFile, query.location.hasLine) = (options.withFilename, options.lineNumber)
    guard !query.location.isShown || !query.writesWholeJSON else {
      throw .message("-H and -n do not fit into JSON: write them with -o jsonl, csv or table")
    }
    return try query.lookingUp(try lookups(libraries, in: surroundings))
  }

  /// The other files, whose rows are not needed for an explanation.
  private func lookups(
    _ libraries: FilterLibraries, in surroundings: Surroundings
  ) throws(ToolError) -> [RowLookup] {
    var lookups: [RowLookup] = []
    for text in options.lookup {
      var lookup = try RowLookup(text, libraries: libraries)
      guard !lookups.contains(where: { $0.name == lookup.name }) else {
        throw .message(
          "two lookups are named '\(lookup.name)': write --lookup NAME:FIELD=FILE:KEY")
      }
      if !options.explain { try lookup.read(progress: surroundings.progress(size:)) }
      lookups.append(lookup)
    }
    return lookups
  }
}
