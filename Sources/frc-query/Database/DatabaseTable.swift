#if SQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSQLite
  internal import FilterSyntax

  /// A table or view in the schema of a database, within one transaction.
  struct DatabaseTable {
    let database: SQLiteDatabase
    let errors: DatabaseError
    let name: String

    /// The columns of a row, in the order of the table.
    let columns: [DatabaseColumn]

    /// The columns that identify a row: the rowid, or the primary key of a table without rowids. Empty for a view,
    /// whose rows have no key.
    let key: [String]

    /// The columns of the declared primary key.
    let primaryKey: [String]

    /// The name of the rowid; nil if rows have no rowid, or if all of its names are names of columns.
    let rowID: String?

    /// Whether each column holds only values of its type.
    let isStrict: Bool

    /// Whether it stores rows, unlike a view or a virtual table.
    let isTable: Bool

    /// The limits of a statement.
    let limits: SQLLimits

    /// Opens a database for reading and finds the table.
    init(_ named: DatabaseName, _ limits: DatabaseLimits) throws(ToolError) {
      let errors = DatabaseError(path: named.path, limits: limits)
      let database = try Self.open(named, errors)
      try errors.run { () throws(SQLiteError) in
        if limits.evaluation.time != nil {
          database.interrupts { _ in limits.evaluation.end != nil }
        }
        // One transaction ensures that all statements see the same rows.
        try database.execute("BEGIN")
      }
      try self.init(named, in: database, errors, advice: "choose one with --table")
    }

    /// Opens a database, for reading unless `isWritable`.
    static func open(
      _ named: DatabaseName, _ errors: DatabaseError, isWritable: Bool = false
    ) throws(ToolError) -> SQLiteDatabase {
      try errors.checkFile()
      let limits = errors.limits
      return try errors.run { () throws(SQLiteError) in
        SQLiteDatabase.limitMemory(to: DatabaseLimits.memory(rowBytes: limits.rowBytes))
        let database = try SQLiteDatabase(
          reading: named.path, isWritable: isWritable, lockTimeout: limits.waitLeft,
          rowBytes: limits.rowBytes)
        // The schema is untrusted, so its functions do not run. Cells are checked for damage.
        try database.execute(
          """
          PRAGMA query_only = \(isWritable ? "OFF" : "ON"); PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON
          """)
        return database
      }
    }

    /// The tables and views of the database.
    static func list(
      in database: SQLiteDatabase, _ errors: DatabaseError
    ) throws(ToolError) -> [SQLiteTable] {
      try errors.run { () throws(SQLiteError) in
        try SQLiteTable.list(database.query).filter {
          $0.kind != .shadow && !$0.name.lowercased().hasPrefix("sqlite_")
        }
      }
    }

    /// Finds the table in an open database; `advice` is for a name without a table where there are several.
    init(
      _ named: DatabaseName, in database: SQLiteDatabase, _ errors: DatabaseError, advice: String
    ) throws(ToolError) {
      let tables = try Self.list(in: database, errors)
      var table = try Self.choice(of: named, among: tables, advice)
      try errors.run { () throws(SQLiteError) in try table.readColumns(database.query) }
      columns = table.columns.filter { !$0.isArgument }.map { column in
        DatabaseColumn(
          column, of: table, collation: database.collation(ofColumn: column.name, in: table.name))
      }
      self.database = database
      self.errors = errors
      name = table.name
      primaryKey = table.primaryKey.map(\.name)
      isStrict = table.isStrict
      isTable = table.kind == .table
      var limits = database.limits
      // While it prepares a statement, SQLite tries each comparison with each index.
      limits.tests = min(limits.tests, 8 * limits.tests / max(table.indexes.count, 8))
      self.limits = limits
      rowID = table.hasRowID ? table.rowIDColumn?.name ?? table.freeRowIDName : nil
      key =
        if table.hasRowID {
          rowID.map { [$0] } ?? []
        } else {
          isTable ? table.primaryKey.map(\.name) : []
        }
    }

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
        throw .message("\(errors.path): \(error.description)")
      }
    }

    /// Whether there are more than `count` rows.
    func hasRows(beyond count: Int) throws(ToolError) -> Bool {
      try errors.run { () throws(SQLiteError) in
        try database.statement(
          "SELECT 1 FROM \(DatabaseKinds.quoted(name)) LIMIT 1 OFFSET \(count)"
        )
        .step()
      }
    }

    // MARK: - Tables

    /// The named table, or the only table if none is named.
    private static func choice(
      of named: DatabaseName, among tables: [SQLiteTable], _ advice: String
    ) throws(ToolError) -> SQLiteTable {
      let names = tables.map(\.name)
      guard let name = named.table else {
        if tables.count == 1 { return tables[0] }
        guard !tables.isEmpty else { throw .message("\(named.path): the database has no table") }
        throw .message(
          "\(named.path): \(tables.count) tables, \(advice): "
            + names.joined(separator: ", "))
      }
      // SQLite ignores the case of ASCII letters in names.
      let found =
        tables.first { $0.name == name }
        ?? tables.first { $0.name.lowercased() == name.lowercased() }
      guard let found else {
        let question = NearestKey.nearest(to: name, in: names).map { ", did you mean '\($0)'?" }
        throw .message("\(named.path): there is no table '\(name)'" + (question ?? ""))
      }
      return found
    }
  }
#endif
