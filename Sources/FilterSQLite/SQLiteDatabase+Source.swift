#if SQLite
  package import FilterEngine
  package import FilterSQL
  internal import FilterSyntax
  package import FilterTables

  extension SQLiteDatabase: TableSource {
    package var dialect: SQLDialect {
      var dialect = SQLDialect.sqlite(functions: true)
      dialect.hasCollations = true
      return dialect
    }

    package var permitsOtherTypes: Bool { true }

    // MARK: - Catalog

    package func tables() throws(TableError) -> [TableModel] {
      try TableModel.sqliteTables(handle).filter {
        $0.kind != .shadow && !$0.name.lowercased().begins(with: "sqlite_")
      }
    }

    package func table(_ listed: TableModel) throws(TableError) -> TableModel? {
      var table = listed
      try table.readColumns(handle)
      guard !table.columns.isEmpty else { return nil }
      table.columns.removeAll(where: \.isArgument)
      return table
    }

    /// SQLite ignores the case of ASCII letters in names.
    package func match(_ name: String, among tables: [TableModel]) -> TableModel? {
      tables.first { $0.name == name }
        ?? tables.first { $0.name.lowercased() == name.lowercased() }
    }

    package func limits(of table: TableModel) -> SQLLimits {
      var limits = limits
      // While it prepares a statement, SQLite tries each comparison with each index.
      limits.tests = min(limits.tests, 8 * limits.tests / max(table.indexes.count, 8))
      return limits
    }

    package func schemaVersion(of table: TableModel) throws(TableError) -> FilterValue {
      try value("PRAGMA schema_version")
    }

    package func kinds(
      of names: Set<String>, in table: TableModel
    ) throws(TableError) -> [String: SQLColumn.Kind] {
      try SQLiteKinds(self, table).kinds(of: names)
    }

    package func kinds(
      searching names: Set<String>, in table: TableModel, _ effort: SearchEffort
    ) throws(TableError) -> [String: SQLColumn.Kind] {
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

    /// The steps of SQLite for each effort; the greatest number is more than a table can take.
    private static let (fewSteps, manySteps, allSteps) = (50_000, 2_000_000, 1 << 50)

    package func validatedColumns(of table: TableModel) throws(TableError) -> Set<String> {
      guard let validated = try table.validatedColumns(handle) else { return [] }
      return Set(table.columns.map(\.name).filter(validated.contains))
    }

    package func stray(_ quotedColumn: String) -> String {
      """
      CASE typeof(\(quotedColumn)) WHEN 'null' THEN 0 WHEN 'text' THEN CASE \
      WHEN json_valid(\(quotedColumn)) \
      THEN json_type(\(quotedColumn)) NOT IN ('object', 'array') ELSE 1 END ELSE 1 END
      """
    }

    package var readsJSON: Bool { true }

    // MARK: - Statements

    package func cursor(
      _ text: String, _ parameters: [SQLValue], tests: [SQLRowTest], mayStop: Bool
    ) throws(TableError) -> any TableCursor {
      try statement(text, parameters, tests: tests)
    }

    package func change(_ text: String, _ parameters: [SQLValue]) throws(TableError) -> Int {
      let statement = try statement(text, parameters)
      while try statement.next() {}
      return changeCount
    }

    package func insert(
      _ text: String, _ parameters: [SQLValue], into table: TableModel
    ) throws(TableError) -> (count: Int, key: FilterValue?) {
      let count = try change(text, parameters)
      return (count, table.rowID == nil ? nil : .int(lastRowID))
    }

    /// Without an index that has the groups in order SQLite sorts all rows, which takes longer than to count them here.
    package func countsGroups(
      _ columns: [TableModel.Column], by select: SQLSelect
    ) throws(TableError) -> Bool {
      // Values of a column without an affinity can be integers and reals that are equal.
      guard !columns.contains(where: { SQLiteAffinity(type: $0.type) == .blob }) else {
        return false
      }
      return try !plan(select.text, select.parameters, tests: []).contains {
        $0.has("TEMP B-TREE")
      }
    }

    package func native(_ value: FilterValue, _ kind: SQLColumn.Kind?) -> SQLValue? {
      switch value {
      case .bool(let flag): .integer(flag ? 1 : 0)
      case .int(let number): .integer(number)
      case .double(let number): number.isNaN ? nil : .real(number)
      case .string(let text): .text(text)
      case .data(let data): .bytes(Array(data))
      default: nil
      }
    }

    // MARK: - Transactions

    package func begin(isWritable: Bool, isLazy: Bool) throws(TableError) {
      try execute(isWritable ? "BEGIN IMMEDIATE" : "BEGIN")
    }

    package func commit() throws(TableError) { try execute("COMMIT") }

    package func rollback() throws(TableError) { if isInTransaction { try execute("ROLLBACK") } }

    package func beginReading() throws(TableError) {
      guard !isReading, !isInTransaction else { return }
      try execute("BEGIN")
      isReading = true
    }

    package func endReading() {
      guard isReading else { return }
      isReading = false
      // A transaction that has only read can always end.
      if isInTransaction { try? execute("COMMIT") }
    }

    // MARK: - Changes by others

    package func dataVersion() throws(TableError) -> FilterValue {
      try value("PRAGMA data_version")
    }

    package var isSame: Bool? { file.map(\.isSame) ?? true }

    package func beginWatching(_ table: TableModel) {}

    /// A look takes microseconds.
    package func mayHaveChanged() -> Bool { true }

    package var watchInterval: Int { 50 }

    package func installTriggers(of table: SQLTableDeclaration) -> Bool { false }
  }
#endif
