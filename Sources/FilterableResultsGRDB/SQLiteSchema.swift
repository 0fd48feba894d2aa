#if SQLite
  internal import FilterSQL
  internal import FilterSQLite
  internal import FilterTables
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
  struct SQLiteSchema: SchemaComparison {
    /// A table of the schema.
    struct Table: Sendable {
      let model: TableModel

      /// The way in which the hook reads the key of a row.
      let key: KeyReading

      /// The name in the schema.
      var name: String { model.name }

      /// Whether rows have row ids. Without the hook SQLite does not report changes of a table without them.
      var hasRowID: Bool { isTable && model.hasRowID }

      /// Whether it is a table, and not a view or a virtual table.
      var isTable: Bool { model.isTable }

      /// The index of a column for the hook; nil if the hook may not read the stored value.
      func link(_ name: String) -> Int? {
        // For rows that are older than an added column, the hook reads NULL instead of the default.
        guard let column = model.column(name), !column.hasDefault,
          !model.columns.contains(where: \.isGenerated)
        else { return nil }
        return column.index
      }
    }

    let declaration: SQLTableDeclaration
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
      try check(table)
      return Table(model: table, key: keyReading(table))
    }

    private func keyReading(_ table: TableModel) -> KeyReading {
      guard table.isTable, declaration.key.count == 1 else { return .unknown }
      let name = declaration.key[0]
      if table.rowIDColumn == name { return .rowID }
      // The hook does not count virtual generated columns.
      guard let key = table.column(name), !table.columns.contains(where: \.isGenerated) else {
        return .unknown
      }
      return .column(key.index)
    }

    private func read() throws -> TableModel {
      try database.withConnection { connection in
        let tables = try TableModel.sqliteTables(connection)
        let name = declaration.name.lowercased()
        guard var table = tables.first(where: { $0.name.lowercased() == name }) else {
          throw noTable(among: tables.map(\.name))
        }
        try table.readColumns(connection)
        return table
      }
    }

    // MARK: - Comparison

    func expectedTypes(
      _ column: SQLColumn, _ found: TableModel.Column, _ table: TableModel
    ) -> String? {
      // A computed column of a view has no type.
      guard table.isTable || !found.type.isEmpty,
        !column.kind.fits(SQLiteAffinity(type: found.type))
      else { return nil }
      return column.kind.expectedTypes
    }

    func expectedCollation(
      _ column: SQLColumn, _ found: TableModel.Column, _ table: TableModel
    ) -> String? {
      table.isTable && column.kind == .text ? "BINARY" : nil
    }

    func isValidated(_ column: SQLColumn, _ table: TableModel) throws -> Bool {
      try database.withConnection(table.validatedColumns)?.contains(column.name) ?? false
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
