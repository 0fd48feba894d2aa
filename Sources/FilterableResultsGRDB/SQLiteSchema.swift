#if SQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSQLite
  internal import FilterSyntax
  internal import FilterableResultsSQL
  internal import GRDB

  extension CheckedTables {
    /// Throws unless the database has the table as declared.
    func check(_ table: SQLTableDeclaration, _ database: Database) throws {
      let version = try Int.fetchOne(database.cachedStatement(sql: "PRAGMA schema_version"))
      try check(table, version: version ?? -1) { _ = try SQLiteSchema(table, database).checked() }
    }
  }

  /// A comparison of a declared table with the schema of a database.
  struct SQLiteSchema {
    /// A table of the schema.
    struct Table: Sendable {
      let schema: SQLiteTable

      /// The way in which the hook reads the key of a row.
      let key: KeyReading

      /// The name in the schema.
      var name: String { schema.name }

      /// Whether rows have row ids. Without the hook SQLite does not report changes of a table without them.
      var hasRowID: Bool { isTable && schema.hasRowID }

      /// Whether it is a table, and not a view or a virtual table.
      var isTable: Bool { schema.kind == .table }

      /// The index of a column for the hook; nil if the hook may not read the stored value.
      func link(_ name: String) -> Int? {
        let column = schema.columns.first { $0.name == name }
        // For rows that are older than an added column, the hook reads NULL instead of the default.
        guard let column, !column.hasDefault, !schema.columns.contains(where: \.isGenerated) else {
          return nil
        }
        return column.index
      }
    }

    private let declaration: SQLTableDeclaration
    private let database: Database

    init(_ declaration: SQLTableDeclaration, _ database: Database) {
      self.declaration = declaration
      self.database = database
    }

    /// Reads the schema of the table.
    ///
    /// - Throws: ``SQLSchemaError`` if the table is not as declared; errors of GRDB.
    func checked() throws -> Table {
      let table = try read()
      for column in declaration.columns {
        guard let found = table.columns.first(where: { $0.name == column.name }) else {
          let names = table.columns.map(\.name).sorted()
          throw error(
            .noColumn(column.name, suggestion: EditDistance.nearest(to: column.name, in: names)))
        }
        try check(column, found, table)
      }
      guard table.kind == .table else {
        return Table(schema: table, key: .unknown)
      }
      try checkKey(table)
      guard declaration.key.count == 1 else { return Table(schema: table, key: .unknown) }
      if declaration.key == [table.rowIDColumn?.name] { return Table(schema: table, key: .rowID) }
      // The hook does not count virtual generated columns.
      let key = table.columns.first { $0.name == declaration.key[0] }
      guard let key, !table.columns.contains(where: \.isGenerated) else {
        return Table(schema: table, key: .unknown)
      }
      return Table(schema: table, key: .column(key.index))
    }

    private func read() throws -> SQLiteTable {
      let tables = try SQLiteTable.list(query)
      let name = declaration.name.lowercased()
      guard var table = tables.first(where: { $0.name.lowercased() == name }) else {
        let names = tables.map(\.name)
        throw error(.noTable(suggestion: EditDistance.nearest(to: declaration.name, in: names)))
      }
      try table.readColumns(query)
      return table
    }

    private func query(_ sql: String, _ name: String?) throws -> [[FilterValue]] {
      let arguments = name.map { [$0] as StatementArguments } ?? []
      return try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
        row.databaseValues.map { value in
          switch value.storage {
          case .int64(let number): .int(number)
          case .string(let text): .string(text)
          default: .null
          }
        }
      }
    }

    private func error(_ reason: SQLSchemaError.Reason) -> SQLSchemaError {
      SQLSchemaError(table: declaration.name, reason: reason)
    }

    private func check(
      _ column: SQLColumn, _ found: SQLiteTable.Column, _ table: SQLiteTable
    ) throws {
      let isTable = table.kind == .table
      // A computed column of a view has no type.
      guard isTable || !found.type.isEmpty else { return }
      guard column.kind.fits(found.affinity) else {
        throw error(
          .type(column: column.name, found: found.type, expected: column.kind.expectedTypes))
      }
      guard isTable else { return }
      let isNullable = !found.isNotNull && table.rowIDColumn?.name != found.name
      if isNullable, !column.isNullable { throw error(.nullable(column.name)) }
      if column.kind == .text, column.comparesBytes, let connection = database.sqliteConnection {
        let collation = SQLiteDatabase.collation(
          ofColumn: column.name, in: table.name, connection)
        if let collation, collation.uppercased() != "BINARY" {
          throw error(
            .collation(column: column.name, found: collation, expected: "BINARY"))
        }
      }
      if case .json = column.kind, column.isCanonical, try !isValidated(column, table) {
        throw error(.notValidated(column.name))
      }
    }

    /// Whether the table accepts only JSON in a column.
    private func isValidated(_ column: SQLColumn, _ table: SQLiteTable) throws -> Bool {
      let rows = try query(
        "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?", table.name)
      guard case .string(let sql)? = rows.first?.first else { return false }
      return ValidatedColumns(creating: sql).contains(column.name)
    }

    /// Throws unless the declared key is a primary or unique key.
    private func checkKey(_ table: SQLiteTable) throws {
      let key = Set(declaration.key)
      if Set(table.primaryKey.map(\.name)) == key { return }
      let isUnique = table.indexes.contains { index in
        index.isUnique && !index.isPartial && Set(index.terms.map(\.name)) == Set(key.map { $0 })
      }
      guard isUnique else { throw error(.notAKey(declaration.key)) }
    }
  }

  extension SQLColumn.Kind {
    fileprivate func fits(_ affinity: SQLiteAffinity) -> Bool {
      switch self {
      case .integer, .boolean: affinity == .integer || affinity == .numeric
      case .real: affinity == .real || affinity == .integer || affinity == .numeric
      case .text, .json, .date(.text), .uuidText: affinity == .text
      case .bytes, .uuid: affinity == .blob
      case .date(.unixReal), .date(.julianDay): affinity == .real || affinity == .numeric
      case .date(.timestamp), .date(.timestampWithoutZone), .date(.calendarDay), .decimal: false
      case .dynamic(let declared): affinity.values == declared
      case .date: affinity == .integer || affinity == .numeric
      }
    }

    fileprivate var expectedTypes: String {
      switch self {
      case .integer, .boolean: "INTEGER"
      case .real: "REAL or INTEGER"
      case .text, .json, .date(.text), .uuidText: "TEXT"
      case .bytes, .uuid: "BLOB"
      case .date(.unixReal), .date(.julianDay): "REAL"
      case .date(.timestamp), .date(.timestampWithoutZone), .date(.calendarDay), .decimal:
        "a type that SQLite does not have"
      case .dynamic(.none): "BLOB or none"
      case .dynamic(.numeric): "INTEGER, REAL or NUMERIC"
      case .dynamic(.text): "TEXT"
      case .date: "INTEGER"
      }
    }
  }
#endif
