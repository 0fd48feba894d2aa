#if SQLite || PostgreSQL
  internal import ArgumentParser
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSyntax

  /// Prints a predicate as SQL.
  struct SQLCommand: ToolCommand {
    static let name = "sql"
    static let abstract = "Print a predicate as SQL with parameters."

    static let configuration = CommandConfiguration(
      commandName: name,
      abstract: abstract,
      discussion: """
          frc-query sql "age >= 18 AND city == 'Oslo'" --table person \\
            --columns 'id=integer!,age=integer,city=text' --dialect postgresql
          frc-query sql "age >= 18" people.db --table person

          frc-query sql "age >= 18" --columns 'age=integer' --dialect spark \\
            --format json

        With --policy the statement reads permitted columns only, and its condition
        includes the filter of "always": it is for the program that runs it.

        Prints the statement, then comments: the values of its parameters, and whether
        each part of the predicate is pushed down to the database. If a part is not, or
        if its rows are rechecked, the returned rows have to be tested again. Without
        --table only the condition is printed. The statement is not run.

        A column is nullable unless its kind ends with "!". Kinds: integer, real,
        boolean, text, bytes, uuid, date, localdate, day, other. A date is a timestamp
        with time zone, and in SQLite seconds since 1970; a localdate is a timestamp
        without time zone, in UTC. A column of another type is never pushed down.

        --format json is for programs. It prints one object: "select", the statement, or
        null without --table; "where", its condition, empty if nothing is pushed down;
        "parameters" of the condition in the order of its placeholders, with bytes as
        {"$data": base64}; "residual", the predicate that the returned rows have to be
        tested by, or null; and "parts". A predicate that has a mistake ends with exit
        status 2 and a message.
        """,
      helpNames: RootCommand.helpNamesOfSubcommands)

    /// The languages of databases.
    enum Dialect: String, CaseIterable, ExpressibleByArgument {
      case sqlite
      case postgresql
      case duckdb
      case spark

      /// A dialect by its name; PostgreSQL has two.
      init?(argument: String) {
        self.init(rawValue: argument == "postgres" ? "postgresql" : argument)
      }

      var dialect: SQLDialect {
        switch self {
        case .sqlite: .sqlite()
        case .postgresql: .postgreSQL
        case .duckdb: .duckDB
        case .spark: .spark
        }
      }
    }

    @Argument(help: "A predicate.")
    var predicate: String?

    @Argument(
      help: "A database whose columns are used, in place of --columns.",
      completion: .file())
    var database: String?

    @Option(
      name: [.customShort("f"), .customLong("file")],
      help: ArgumentHelp(
        "Read the predicate from a file, or from standard input for \"-\"; one that ends in .json has a tree as data.",
        valueName: "file"),
      completion: .file())
    var predicateFile: String?

    @Option(help: "The database that the statement is for; that of the input, or sqlite.")
    var dialect: Dialect?

    @Option(help: ArgumentHelp("The table that is read.", valueName: "name"))
    var table: String?

    @Option(
      help: ArgumentHelp("The columns of the table.", valueName: "column=kind,…"))
    var columns: [String] = []

    /// The forms of the output.
    enum Format: String, CaseIterable, ExpressibleByArgument {
      case text
      case json
    }

    @Option(help: "The form of the output.")
    var format = Format.text

    @OptionGroup var places: PlaceOptions

    @OptionGroup var variables: VariableOptions

    @OptionGroup var plugins: PluginOptions

    @OptionGroup var policy: PolicyOptions

    @Flag(help: "Refuse predicates that Foundation refuses.")
    var strict = false

    /// The database: with `-f` no argument is a predicate.
    private var source: String? { predicateFile == nil ? database : predicate }

    func validate() throws {
      if predicate == nil, predicateFile == nil {
        throw ValidationError("A predicate is missing.")
      }
      if predicateFile != nil, database != nil {
        throw ValidationError("With -f the only argument is a database.")
      }
      if columns.isEmpty == (source == nil) {
        throw ValidationError("Declare the columns with --columns, or name a database.")
      }
    }

    func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
      let libraries = try plugins.libraries()
      let language = FilterOptions(libraries: libraries, rules: strict ? .strict : .standard)
      let policy = try self.policy.policy(libraries, in: surroundings)
      var options = language
      options.policy = policy
      var filter: FilterPredicate<FilterValue>
      let (text, arguments) =
        try predicateFile.map { file throws(ToolError) in
          try PredicateText.read(file, language, in: surroundings)
        } ?? (predicate ?? "", [])
      let values = arguments + (try places.values(in: surroundings))
      let bindings = try variables.bindings()
      do throws(SyntaxError) {
        filter = try FilterPredicate(
          text: text, arguments: values,
          options: options)
      } catch {
        throw .syntax(error)
      }
      if policy != nil { filter = try filter.withoutPolicy(of: text, isInverted: false) }
      if format == .json {
        try filter.checkConstants(bindings, text)
        // The residual is read without the values of variables.
        do throws(SyntaxError) { filter = try filter.substituting(bindings) } catch {
          throw .syntax(error)
        }
      }
      let (declaration, columns, dialect) = try declaration(filter.syntax, text, policy)
      let translation = SQLTranslation(
        filter, table: declaration, dialect: dialect, bindings: bindings)
      let permitted = columns.filter { policy?.permitsWhole($0) ?? true }
      let shown = table != nil || source != nil ? permitted : nil
      let sink = surroundings.sink()
      switch format {
      case .text: try sink.write(translation.statement(columns: shown))
      case .json: try sink.write(translation.json(columns: shown) + [UInt8(ascii: "\n")])
      }
      try sink.flush()
      return ExitStatus.matched
    }

    /// The table, the names of its columns, and the SQL of its database.
    private func declaration(
      _ syntax: AST.Predicate, _ text: String, _ policy: FilterPolicy?
    ) throws(ToolError) -> (table: SQLTableDeclaration, columns: [String], dialect: SQLDialect) {
      guard !columns.isEmpty else {
        let file = source ?? ""
        guard let name = DatabaseName(file, table: table) else {
          throw .message("\(file): not a database")
        }
        let (table, columns) = try name.declaration(for: syntax, text: text, policy: policy)
        let own: Dialect = name.system == .postgreSQL ? .postgresql : .sqlite
        return (table, columns, (dialect ?? own).dialect)
      }
      let dialect = (dialect ?? .sqlite).dialect
      let declared = try DeclaredColumns.columns(
        columns.joined(separator: ","), dialect: dialect)
      let (name, names) = (table ?? "table", declared.map(\.name))
      try DatabaseKeys(table: name, names: names, policy: policy).check(syntax, text: text)
      do throws(SQLDeclarationError) {
        return (
          try SQLTableDeclaration(name, key: Array(names.prefix(1)), columns: declared), names,
          dialect
        )
      } catch {
        throw .message(error.description)
      }
    }
  }
#else
  internal import ArgumentParser

  /// Says that the program was built without what writes SQL.
  struct SQLCommand: ToolCommand {
    static let name = "sql"
    static let abstract = ""
    static let isShown = false

    static let configuration = CommandConfiguration(commandName: name, shouldDisplay: isShown)

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run(in surroundings: Surroundings) throws(ToolError) -> Int32 {
      throw .message("sql: built without databases: swift build --traits SQLite")
    }
  }
#endif
