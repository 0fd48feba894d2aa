#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSyntax

  /// A table or view in the schema of a database, within one transaction.
  struct DatabaseTable {
    let driver: any DatabaseDriver
    let name: String

    /// The schema that has the table; nil if names are written without one.
    let schema: String?

    /// The columns of a row, in the order of the table.
    let columns: [DatabaseColumn]

    /// The columns that identify a row: the number that the database gives it, or the primary key. Empty for a view and a
    /// table without one, whose rows have no key.
    let key: [String]

    /// The columns of the declared primary key.
    let primaryKey: [String]

    /// The name of the number that the database gives each row; nil if it gives none, or if columns have all of its names.
    let rowID: String?

    /// Whether it stores rows, unlike a view or a virtual table.
    let isTable: Bool

    /// The limits of a statement.
    let limits: SQLLimits

    var keys: DatabaseKeys { DatabaseKeys(table: name, names: columns.map(\.name)) }

    /// The declaration of the table for translations. Columns without a kind are tested only by the engine.
    func declaration(
      _ kinds: [String: SQLColumn.Kind]
    ) throws(ToolError) -> SQLTableDeclaration {
      var declared = columns.enumerated().map { $1.declared(kinds[$1.name], number: $0) }
      for name in key where !declared.contains(where: { $0.name == name }) {
        declared.append(SQLColumn(name, .integer, field: "\0" + name))
      }
      do throws(SQLDeclarationError) {
        // A view has no key, so its first column is declared as the key. Its rows are not ordered by key.
        return try SQLTableDeclaration(
          name, key: key.isEmpty ? declared.prefix(1).map(\.name) : key, columns: declared)
      } catch {
        throw .message("\(driver.path): \(error.description)")
      }
    }

    /// A row that was typed or read from JSON, with values as those of the columns are read.
    func read(_ row: FilterObject) -> FilterObject {
      FilterObject(
        row.members.map { member in
          (member.key, column(member.key)?.read(member.value) ?? member.value)
        })
    }

    /// A key, a list if it has several columns, with values as those of the columns are read.
    func read(key: FilterValue, of names: [String]) -> FilterValue {
      guard names.count > 1, case .list(let list) = key else {
        return names.first.flatMap { column($0) }?.read(key) ?? key
      }
      return .list(
        FilterList(zip(names, list.elements).map { column($0)?.read($1) ?? $1 }))
    }

    /// The column with a name.
    func column(_ name: String) -> DatabaseColumn? { columns.first { $0.name == name } }

    /// Whether there are more than `count` rows.
    func hasRows(beyond count: Int) throws(ToolError) -> Bool {
      try driver.statement(
        "SELECT 1 FROM \(quotedName) LIMIT 1 OFFSET \(count)", [], tests: [], mayStop: false
      ).next()
    }

    /// The columns of a statement by their names, as a list.
    func selection(_ names: [String]) -> String {
      names.map { name in
        let isText = column(name)?.isReadAsText ?? false
        return name.quotedIdentifier + (isText ? "::text" : "")
      }.joined(separator: ", ")
    }

    /// The name in statements, with the schema.
    var quotedName: String { (schemaPrefix ?? "") + name.quotedIdentifier }

    private var schemaPrefix: String? { schema.map { $0.quotedIdentifier + "." } }

    /// The text of a statement over the table, with its schema.
    func text(of select: SQLSelect) -> String { select.text { _ in schemaPrefix } }

  }

  extension DatabaseTable {
    /// Opens a database for reading and finds the table, in one transaction, so that all statements see the same rows.
    init(_ name: DatabaseName, _ limits: DatabaseLimits) throws(ToolError) {
      let driver = try name.driver(limits)
      try driver.begin(isWritable: false)
      self = try driver.table(named: name.table, advice: "choose one with --table")
    }
  }

  extension DatabaseName {
    /// Opens the database, for reading unless `isWritable`. In a session Ctrl-C ends statements.
    func driver(
      _ limits: DatabaseLimits, isWritable: Bool = false, isSession: Bool = false
    ) throws(ToolError) -> any DatabaseDriver {
      switch system {
      case .sqlite:
        #if SQLite
          return try SQLiteDriver(path, limits, isWritable: isWritable, isSession: isSession)
        #else
          throw missingTrait
        #endif
      case .postgreSQL:
        #if PostgreSQL
          return try PostgresDriver(self, limits, isWritable: isWritable, isSession: isSession)
        #else
          throw missingTrait
        #endif
      }
    }
  }
#endif
