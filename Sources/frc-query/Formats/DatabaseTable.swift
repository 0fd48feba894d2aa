#if SQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSQLite
  internal import FilterSyntax

  /// A table or view of a database, as its schema describes it, within one transaction.
  struct DatabaseTable {
    let database: SQLiteDatabase
    let errors: DatabaseError
    let name: String

    /// The columns that rows have, in the order of the table.
    let columns: [DatabaseColumn]

    /// The columns that tell rows apart, the number of the row among them where no column is it; empty for a
    /// view, whose rows have no key.
    let key: [String]

    /// Whether each column holds values of its type alone.
    let isStrict: Bool

    /// Whether it stores rows, and is not a view or a virtual table.
    let isTable: Bool

    /// What a statement may take.
    let limits: SQLLimits

    /// Opens a database for reading, and finds the table.
    init(_ named: DatabaseName, _ limits: DatabaseLimits) throws(ToolError) {
      let errors = DatabaseError(path: named.path, limits: limits)
      try errors.checkFile()
      let database = try errors.run { () throws(SQLiteError) in
        SQLiteDatabase.limitMemory(to: DatabaseLimits.memory(rowBytes: limits.rowBytes))
        let database = try SQLiteDatabase(
          reading: named.path, lockTimeout: limits.waitLeft, rowBytes: limits.rowBytes)
        if limits.evaluation.time != nil {
          database.interrupts { _ in limits.evaluation.end != nil }
        }
        // Functions of the schema do not run, as it may be hostile, and damage is looked for. One transaction
        // makes that all statements see the same rows.
        try database.execute(
          "PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; BEGIN")
        return database
      }
      let tables = try errors.run { () throws(SQLiteError) in try Self.tables(of: database) }
      let table = try Self.choice(of: named, among: tables)
      let (columns, indexCount) = try errors.run { () throws(SQLiteError) in
        let indexes = try Self.indexes(of: table, database)
        return (try Self.columns(of: table, indexes, database), indexes.count)
      }
      self.database = database
      self.errors = errors
      name = table.name
      self.columns = columns
      isStrict = table.isStrict
      isTable = table.isTable
      var limits = database.limits
      // SQLite tries each comparison with each index while it prepares a statement.
      limits.tests = min(limits.tests, 8 * limits.tests / max(indexCount, 8))
      self.limits = limits
      key = Self.key(of: table, columns)
    }

    var keys: DatabaseKeys { DatabaseKeys(table: name, names: columns.map(\.name)) }

    /// The table for translations; the columns without a kind are read, and left to the engine.
    func declaration(
      _ kinds: [String: SQLColumn.Kind]
    ) throws(ToolError) -> SQLTableDeclaration {
      var declared = columns.enumerated().map { $1.declared(kinds[$1.name], number: $0) }
      for name in key where !declared.contains(where: { $0.name == name }) {
        declared.append(SQLColumn(name, .integer, field: "\0" + name))
      }
      do throws(SQLDeclarationError) {
        // A view has no key, and no order by one either.
        return try SQLTableDeclaration(
          name, key: key.isEmpty ? declared.prefix(1).map(\.name) : key, columns: declared)
      } catch {
        throw .message("\(errors.path): \(error.description)")
      }
    }

    // MARK: - Tables

    private struct Entry {
      let name: String
      let isTable: Bool
      let hasRowID: Bool
      let isStrict: Bool
    }

    private static func tables(of database: SQLiteDatabase) throws(SQLiteError) -> [Entry] {
      let statement = try database.statement(
        """
        SELECT name, type, wr, strict FROM pragma_table_list
        WHERE schema = 'main' AND type IN ('table', 'view', 'virtual')
          AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
        """)
      var tables: [Entry] = []
      while try statement.step() {
        guard case .string(let name)? = statement.value(at: 0),
          case .string(let type)? = statement.value(at: 1)
        else { continue }
        tables.append(
          Entry(
            name: name, isTable: type == "table", hasRowID: statement.value(at: 2) == .int(0),
            isStrict: statement.value(at: 3) == .int(1)))
      }
      return tables
    }

    /// The table that is named, or the only one.
    private static func choice(
      of named: DatabaseName, among tables: [Entry]
    ) throws(ToolError) -> Entry {
      let names = tables.map(\.name)
      guard let name = named.table else {
        if tables.count == 1 { return tables[0] }
        guard !tables.isEmpty else { throw .message("\(named.path): the database has no table") }
        throw .message(
          "\(named.path): \(tables.count) tables, choose one with --table: "
            + names.joined(separator: ", "))
      }
      // SQLite's own names are ASCII without case.
      let found =
        tables.first { $0.name == name }
        ?? tables.first { $0.name.lowercased() == name.lowercased() }
      guard let found else {
        let question = NearestKey.nearest(to: name, in: names).map { ", did you mean '\($0)'?" }
        throw .message("\(named.path): there is no table '\(name)'" + (question ?? ""))
      }
      return found
    }

    // MARK: - Columns

    private static func columns(
      of table: Entry, _ indexes: Indexes, _ database: SQLiteDatabase
    ) throws(SQLiteError) -> [DatabaseColumn] {
      let statement = try database.statement(
        "SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?)",
        [.text(table.name)])
      var columns: [DatabaseColumn] = []
      while try statement.step() {
        // Hidden columns of virtual tables are arguments.
        guard case .string(let name)? = statement.value(at: 0), statement.value(at: 4) != .int(1)
        else { continue }
        var type = ""
        if case .string(let text)? = statement.value(at: 1) { type = text }
        var place = 0
        if case .int(let number)? = statement.value(at: 3) { place = Int(number) }
        columns.append(
          DatabaseColumn(
            name: name, type: type, isNotNull: statement.value(at: 2) == .int(1), keyPlace: place,
            collation: database.collation(ofColumn: name, in: table.name),
            isIndexed: indexes.columns.contains(name)))
      }
      let keys = columns.indices.filter { columns[$0].keyPlace > 0 }
      // Such a column is the number of the row; a key of another kind has an index.
      if table.isTable, table.hasRowID, keys.count == 1, !indexes.hasKey,
        columns[keys[0]].type.lowercased() == "integer"
      {
        columns[keys[0]].isRowID = true
      }
      return columns
    }

    private struct Indexes {
      var count = 0

      /// The columns that an index of the whole table begins with.
      var columns: Set<String> = []

      /// Whether the primary key has an index.
      var hasKey = false
    }

    private static func indexes(
      of table: Entry, _ database: SQLiteDatabase
    ) throws(SQLiteError) -> Indexes {
      let statement = try database.statement(
        """
        SELECT c.name, i.origin, i.partial
        FROM pragma_index_list(?) AS i, pragma_index_xinfo(i.name) AS c WHERE c.seqno = 0
        """, [.text(table.name)])
      var indexes = Indexes()
      while try statement.step() {
        indexes.count += 1
        guard statement.value(at: 2) == .int(0) else { continue }
        if case .string(let name)? = statement.value(at: 0) { indexes.columns.insert(name) }
        if statement.value(at: 1) == .string("pk") { indexes.hasKey = true }
      }
      return indexes
    }

    private static func key(of table: Entry, _ columns: [DatabaseColumn]) -> [String] {
      guard table.isTable else { return [] }
      guard table.hasRowID else {
        return columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)
      }
      if let column = columns.first(where: \.isRowID) { return [column.name] }
      // A column may have taken the name.
      let free = ["rowid", "_rowid_", "oid"].first { name in
        !columns.contains { $0.name.lowercased() == name }
      }
      return free.map { [$0] } ?? []
    }
  }
#endif
