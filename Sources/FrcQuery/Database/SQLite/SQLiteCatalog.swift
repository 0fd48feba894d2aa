#if SQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSQLite
  internal import FilterSyntax

  // The schema of the file, and the kinds of values, which SQLite does not declare.
  extension SQLiteDriver {
    func tables() throws(ToolError) -> [DatabaseTableName] {
      try list().map { DatabaseTableName(name: $0.name, kind: $0.kind.rawValue) }
    }

    private func list() throws(ToolError) -> [SQLiteTable] {
      try run { () throws(SQLiteError) in
        try SQLiteTable.list(database.query).filter {
          $0.kind != .shadow && !$0.name.lowercased().begins(with: "sqlite_")
        }
      }
    }

    /// SQLite ignores the case of ASCII letters in names.
    func match(_ name: String, among tables: [DatabaseTableName]) -> DatabaseTableName? {
      tables.first { $0.name == name }
        ?? tables.first { $0.name.lowercased() == name.lowercased() }
    }

    func table(_ name: DatabaseTableName) throws(ToolError) -> DatabaseTable {
      guard var table = try list().first(where: { $0.name == name.name }) else {
        throw .message("\(path): there is no table '\(name.name)'")
      }
      try run { () throws(SQLiteError) in try table.readColumns(database.query) }
      let isTable = table.kind == .table
      let rowID = table.hasRowID ? table.rowIDColumn?.name ?? table.freeRowIDName : nil
      let key = isTable && !table.hasRowID ? table.primaryKey.map(\.name) : []
      var limits = database.limits
      // While it prepares a statement, SQLite tries each comparison with each index.
      limits.tests = min(limits.tests, 8 * limits.tests / max(table.indexes.count, 8))
      return DatabaseTable(
        driver: self, name: table.name, schema: nil,
        columns: table.columns.filter { !$0.isArgument }.map { column in
          DatabaseColumn(
            column, of: table, collation: database.collation(ofColumn: column.name, in: table.name))
        },
        key: rowID.map { [$0] } ?? key, primaryKey: table.primaryKey.map(\.name), rowID: rowID,
        isTable: isTable, limits: limits)
    }

    func schemaVersion(of table: DatabaseTable) throws(ToolError) -> FilterValue {
      try value("PRAGMA schema_version")
    }

    // MARK: - Kinds

    func kinds(
      of names: Set<String>, in table: DatabaseTable
    ) throws(ToolError) -> [String: SQLColumn.Kind] {
      try SQLiteKinds(self, table).kinds(of: names)
    }

    func kinds(
      searching names: Set<String>, in table: DatabaseTable, _ effort: SearchEffort
    ) throws(ToolError) -> [String: SQLColumn.Kind] {
      let steps: Int
      switch effort {
      case .little: steps = Self.fewSteps
      case .beside(let select, let tests):
        let scans = try plan(select.text, select.parameters, tests: tests).contains {
          $0.begins(with: "SCAN ")
        }
        steps = scans ? Self.manySteps : Self.fewSteps
      case .all: steps = Self.allSteps
      }
      return try SQLiteKinds(self, table).kinds(searching: names, within: steps)
    }

    func documents(
      among names: Set<String>, in table: DatabaseTable
    ) throws(ToolError) -> Set<String> {
      try SQLiteKinds(self, table).documents(among: names)
    }

    /// The steps of SQLite for each effort; the greatest number is more than a table can take.
    private static let (fewSteps, manySteps, allSteps) = (50_000, 2_000_000, 1 << 50)
  }

  extension DatabaseColumn {
    fileprivate init(
      _ column: SQLiteTable.Column, of table: SQLiteTable, collation: String?
    ) {
      name = column.name
      type = column.type
      let isRowID = table.rowIDColumn?.name == column.name
      isNotNull = column.isNotNull || isRowID
      kind = isRowID ? .integer : table.isStrict ? Self.kind(strictType: column.type) : nil
      self.collation = collation
      comparesBytes = collation?.lowercased() == "binary"
      isIndexed = table.indexes.contains { !$0.isPartial && $0.terms.first?.name == column.name }
      servesByteRanges = isIndexed && comparesBytes
      isGenerated = column.isGenerated
    }

    /// The kind of all values of a column of a STRICT table; nil if values may be of any type.
    private static func kind(strictType type: String) -> SQLColumn.Kind? {
      switch type.uppercased() {
      case "INT", "INTEGER": .integer
      case "REAL": .real(isFinite: true)
      case "TEXT": .text
      case "BLOB": .bytes
      default: nil
      }
    }
  }
#endif
