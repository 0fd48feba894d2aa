#if SQLite
  internal import FilterSQL
  internal import FilterSQLite
  internal import FilterSyntax
  internal import GRDB
  internal import Synchronization

  /// The tables that were found as they are declared, in one version of the schema.
  final class CheckedTables: Sendable {
    private struct State {
      var schemaVersion: Int?
      var tables: Set<String> = []
    }

    private let state = Mutex(State())

    /// Throws unless the database has a table as it is declared.
    func check(_ table: SQLTableDeclaration, _ database: Database) throws {
      let version = try Int.fetchOne(
        database.cachedStatement(sql: "PRAGMA schema_version"))
      let name = table.identity
      let isKnown = state.withLock { state in
        if state.schemaVersion != version { state = State(schemaVersion: version) }
        return state.tables.contains(name)
      }
      if isKnown { return }
      _ = try SQLiteSchema(table, database).checked()
      state.withLock { state in
        if state.schemaVersion == version { _ = state.tables.insert(name) }
      }
    }
  }

  extension SQLTableDeclaration {
    /// All that the schema is compared with, as text.
    fileprivate var identity: String {
      var text = name
      for part in key { text += "\n\(part)" }
      for column in columns {
        text += "\n\(column.name)\t\(column.kind)\t\(column.isNullable)\t\(column.comparesBytes)"
      }
      return text
    }
  }

  /// A declared table beside the schema of a database.
  struct SQLiteSchema {
    /// What a table is in the database.
    struct Table: Sendable {
      /// The name as the schema has it.
      let name: String

      /// Whether it is a table, and not a view or a virtual table.
      let isTable: Bool

      /// Whether rows have numbers. Without the hook SQLite does not report changes of a table whose rows have none.
      let hasRowID: Bool

      /// How the hook reads the key of a row.
      let key: KeyReading
    }

    private struct Column {
      let index: Int
      let type: String
      let isNullable: Bool
      let isGenerated: Bool
    }

    private let declaration: SQLTableDeclaration
    private let database: Database

    init(_ declaration: SQLTableDeclaration, _ database: Database) {
      self.declaration = declaration
      self.database = database
    }

    /// What the table is.
    ///
    /// - Throws: ``SQLiteSchemaError`` where it is not as declared; errors of GRDB.
    func checked() throws -> Table {
      let list = try Row.fetchOne(
        database,
        sql: """
          SELECT name, type, wr FROM pragma_table_list
          WHERE schema = 'main' AND name = ? COLLATE NOCASE
          """, arguments: [declaration.name])
      guard let list else {
        let names = try String.fetchAll(
          database, sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' ORDER BY name")
        throw error(
          .noTable(suggestion: EditDistance.nearest(to: declaration.name, in: names)))
      }
      let (name, type, hasNoRowID): (String, String, Bool) = (list[0], list[1], list[2])
      let columns = try columns(name)
      for column in declaration.columns {
        guard let found = columns[column.name] else {
          throw error(
            .noColumn(
              column.name,
              suggestion: EditDistance.nearest(to: column.name, in: columns.keys.sorted())))
        }
        try check(column, found, name, isTable: type == "table")
      }
      guard type == "table" else {
        return Table(name: name, isTable: false, hasRowID: false, key: .unknown)
      }
      let hasKeyIndex = try checkKey(name, columns)
      guard declaration.key.count == 1, let key = columns[declaration.key[0]] else {
        return Table(name: name, isTable: true, hasRowID: !hasNoRowID, key: .unknown)
      }
      // SQLite counts the columns of a change without those that are computed when they are read.
      let isRowID = !hasNoRowID && !hasKeyIndex && key.type.uppercased() == "INTEGER"
      let reading: KeyReading =
        isRowID
        ? .rowID : columns.values.contains(where: \.isGenerated) ? .unknown : .column(key.index)
      return Table(name: name, isTable: true, hasRowID: !hasNoRowID, key: reading)
    }

    /// The place of a column within a row as the hook reads it; nil where the hook does not read what is stored.
    func link(_ column: String, in table: String) throws -> Int? {
      let columns = try columns(table)
      // A column that was added gives NULL for the default of rows that are older.
      let hasDefault = try Bool.fetchOne(
        database,
        sql: "SELECT dflt_value IS NOT NULL FROM pragma_table_xinfo(?) WHERE name = ?",
        arguments: [table, column])
      guard hasDefault == false, !columns.values.contains(where: \.isGenerated) else { return nil }
      return columns[column]?.index
    }

    private func error(_ reason: SQLiteSchemaError.Reason) -> SQLiteSchemaError {
      SQLiteSchemaError(table: declaration.name, reason: reason)
    }

    private func columns(_ table: String) throws -> [String: Column] {
      let rows = try Row.fetchAll(
        database,
        sql: "SELECT cid, name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?)",
        arguments: [table])
      let keys = rows.filter { ($0[4] as Int) > 0 }
      var columns: [String: Column] = [:]
      for row in rows {
        let type: String = row[2]
        // An INTEGER PRIMARY KEY is the rowid, which is never NULL.
        let isRowID = keys.count == 1 && (row[4] as Int) > 0 && type.uppercased() == "INTEGER"
        columns[row[1]] = Column(
          index: row[0], type: type, isNullable: !(row[3] as Bool) && !isRowID,
          isGenerated: (row[5] as Int) > 0)
      }
      return columns
    }

    private func check(
      _ column: SQLColumn, _ found: Column, _ table: String, isTable: Bool
    ) throws {
      // A column of a view that is computed has no type.
      guard isTable || !found.type.isEmpty else { return }
      let affinity = SQLiteAffinity(type: found.type)
      guard column.kind.fits(affinity) else {
        throw error(
          .type(column: column.name, found: found.type, expected: column.kind.expectedTypes))
      }
      guard isTable else { return }
      if found.isNullable, !column.isNullable { throw error(.nullable(column.name)) }
      if column.kind == .text, column.comparesBytes {
        let collation = try collation(column.name, table)
        guard collation.uppercased() == "BINARY" else {
          throw error(.collation(column: column.name, found: collation))
        }
      }
    }

    /// The collation of a column.
    private func collation(_ column: String, _ table: String) throws -> String {
      guard let sql = try sqlOfTable(table) else { return "BINARY" }
      // Without the word no column has another one.
      guard sql.uppercased().contains("COLLATE") else { return "BINARY" }
      return try SQLiteColumnMetadata.collation(of: column, in: table, database)
    }

    private func sqlOfTable(_ table: String) throws -> String? {
      try String.fetchOne(
        database, sql: "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?",
        arguments: [table])
    }

    /// Whether an index that SQLite has made serves the key.
    ///
    /// - Throws: Where the key does not tell rows apart.
    private func checkKey(_ table: String, _ columns: [String: Column]) throws -> Bool {
      let key = Set(declaration.key)
      let primary = try String.fetchSet(
        database, sql: "SELECT name FROM pragma_table_info(?) WHERE pk > 0", arguments: [table])
      let indexes = try Row.fetchAll(
        database, sql: "SELECT name, origin, \"unique\", partial FROM pragma_index_list(?)",
        arguments: [table])
      let hasKeyIndex = indexes.contains { ($0[1] as String) == "pk" }
      if primary == key { return hasKeyIndex }
      for index in indexes where (index[2] as Bool) && !(index[3] as Bool) {
        let names = try String?.fetchSet(
          database, sql: "SELECT name FROM pragma_index_info(?)", arguments: [index[0] as String])
        if names == Set(key.map { $0 }) { return true }
      }
      throw error(.notAKey(declaration.key))
    }
  }

  extension SQLColumn.Kind {
    fileprivate func fits(_ affinity: SQLiteAffinity) -> Bool {
      switch self {
      case .integer, .boolean: affinity == .integer || affinity == .numeric
      case .real: affinity == .real || affinity == .integer || affinity == .numeric
      case .text, .json, .date(.text): affinity == .text
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
      case .text, .json, .date(.text): "TEXT"
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

  /// How a table differs from its declaration.
  public struct SQLiteSchemaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What differs.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
      /// The database has no such table or view; with the name that is nearest.
      case noTable(suggestion: String?)
      /// The table has no such column; with the name that is nearest.
      case noColumn(String, suggestion: String?)
      /// A column is of another type.
      case type(column: String, found: String, expected: String)
      /// A column may be NULL and is declared as never NULL.
      case nullable(String)
      /// A column compares texts by another collation than their bytes.
      case collation(column: String, found: String)
      /// The columns of the key do not tell rows apart: there is no primary key or unique index of them.
      case notAKey([String])
      /// A view or a virtual table, whose changes SQLite does not report.
      case notATable
    }

    /// The table as it is declared.
    public let table: String

    /// What differs.
    public let reason: Reason

    private static func question(_ suggestion: String?) -> String {
      suggestion.map { ", did you mean '\($0)'?" } ?? ""
    }

    /// A sentence for people.
    public var description: String {
      let subject = "table '\(table)'"
      return switch reason {
      case .noTable(let suggestion): "there is no table '\(table)'" + Self.question(suggestion)
      case .noColumn(let name, let suggestion):
        "\(subject): there is no column '\(name)'" + Self.question(suggestion)
      case .type(let column, let found, let expected):
        "\(subject): column '\(column)' is of type '\(found)', expected \(expected)"
      case .nullable(let column):
        "\(subject): column '\(column)' may be NULL, expected NOT NULL; declare it nullable"
      case .collation(let column, let found):
        "\(subject): column '\(column)' has the collation \(found), expected BINARY"
      case .notAKey(let columns):
        "\(subject): \(columns.joined(separator: ", ")) is not a primary key and not unique"
      case .notATable: "'\(table)' is not a table, and its changes are not reported"
      }
    }
  }
#endif
