#if SQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSQLite
  internal import FilterSyntax
  internal import FilterTables

  // The schema of the file, and the kinds of values, which SQLite does not declare.
  extension SQLiteDriver {
    func tables() throws(ToolError) -> [TableModel] {
      try run { () throws(SQLiteError) in
        try database.tables().filter {
          $0.kind != .shadow && !$0.name.lowercased().begins(with: "sqlite_")
        }
      }
    }

    /// SQLite ignores the case of ASCII letters in names.
    func match(_ name: String, among tables: [TableModel]) -> TableModel? {
      tables.first { $0.name == name }
        ?? tables.first { $0.name.lowercased() == name.lowercased() }
    }

    func table(_ listed: TableModel) throws(ToolError) -> DatabaseTable {
      var table = listed
      try run { () throws(SQLiteError) in try database.readColumns(of: &table) }
      guard !table.columns.isEmpty else {
        throw .message("\(path): there is no table '\(table.name)'")
      }
      table.columns.removeAll(where: \.isArgument)
      var limits = database.limits
      // While it prepares a statement, SQLite tries each comparison with each index.
      limits.tests = min(limits.tests, 8 * limits.tests / max(table.indexes.count, 8))
      return try DatabaseTable(driver: self, model: table, limits: limits)
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
#endif
