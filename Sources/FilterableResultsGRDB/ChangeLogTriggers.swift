#if SQLite
  internal import FilterSQL
  internal import GRDB

  /// The triggers that log the changes of a table, as its schema is now.
  struct ChangeLogTriggers {
    /// The statements that make the triggers, by their names.
    let statements: [String: String]

    private let table: String
    private let database: Database

    /// What every trigger of the library is named after.
    static var prefix: String { "frc_log " }

    /// The triggers of a table that was found as it is declared.
    ///
    /// - Throws: Errors of GRDB.
    init(
      _ declaration: SQLTableDeclaration, _ found: SQLiteSchema.Table, _ database: Database
    ) throws {
      (table, self.database) = (found.name, database)
      let key = declaration.key.count == 1 ? declaration.key[0] : nil
      statements = try Self.statements(found, key: key, database)
    }

    /// Whether the database has exactly these triggers: a table or an index that has changed since needs others.
    var areInstalled: Bool {
      get throws { try installed() == statements }
    }

    /// The triggers of the library that the table has.
    private func installed() throws -> [String: String] {
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT name, sql FROM sqlite_master
          WHERE type = 'trigger' AND tbl_name = ? AND name GLOB ?
          """, arguments: [table, Self.prefix + "*"])
      return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as String) })
    }

    /// Makes the triggers in place of those that the table has.
    func install() throws {
      for name in try installed().keys {
        try database.execute(sql: "DROP TRIGGER \(Self.quoted(name))")
      }
      for sql in statements.values { try database.execute(sql: sql) }
    }

    // MARK: - Statements

    private static func statements(
      _ found: SQLiteSchema.Table, key: String?, _ database: Database
    ) throws -> [String: String] {
      let table = found.name
      let (old, new) = (key.map { "old." + quoted($0) }, key.map { "new." + quoted($0) })
      var changed = [entry(table, old)]
      if let old, let new {
        changed.append(
          "INSERT INTO frc_log (name, key) SELECT \(text(table)), \(new) "
            + "WHERE \(new) IS NOT \(old) COLLATE BINARY")
      }
      var statements: [String: String] = [:]
      func add(_ event: String, _ time: String, _ actions: [String]) {
        let name = prefix + event + " " + table
        statements[name] =
          "CREATE TRIGGER \(quoted(name)) \(time) ON \(quoted(table)) BEGIN "
          + actions.map { $0 + "; " }.joined() + "END"
      }
      add("insert", "AFTER INSERT", [entry(table, new)])
      add("delete", "AFTER DELETE", [entry(table, old)])
      add("update", "AFTER UPDATE", changed)
      // A key that is not known says already that any row may have changed.
      guard let key else { return statements }
      let replaced = try conditions(found, key, database).map { condition in
        guard let condition else { return entry(table, nil) }
        return "INSERT INTO frc_log (name, key) SELECT \(text(table)), \(quoted(key)) "
          + "FROM \(quoted(table)) WHERE \(condition)"
      }
      guard !replaced.isEmpty else { return statements }
      add("replacing insert", "BEFORE INSERT", replaced)
      add("replacing update", "BEFORE UPDATE", replaced)
      return statements
    }

    private static func entry(_ table: String, _ key: String?) -> String {
      "INSERT INTO frc_log (name, key) VALUES (\(text(table)), \(key ?? "NULL"))"
    }

    /// Which rows a new one can replace although they have other keys, a condition for each unique index; nil where
    /// SQL does not say.
    private static func conditions(
      _ found: SQLiteSchema.Table, _ key: String, _ database: Database
    ) throws -> [String?] {
      let table = found.name
      var conditions: [String?] = []
      let columns = try Row.fetchAll(
        database, sql: "SELECT name, type, pk, hidden FROM pragma_table_xinfo(?)",
        arguments: [table])
      let generated = Set(columns.filter { ($0[3] as Int) > 0 }.map { $0[0] as String })
      let indexes = try Row.fetchAll(
        database, sql: "SELECT name, partial FROM pragma_index_list(?) WHERE \"unique\"",
        arguments: [table])
      for index in indexes {
        let terms = try Row.fetchAll(
          database, sql: "SELECT name, coll FROM pragma_index_xinfo(?) WHERE key",
          arguments: [index[0] as String])
        let names = terms.map { $0[0] as String? }
        if names == [key], !(index[1] as Bool) { continue }
        // An index of an expression has no name for it.
        let isComputed = names.contains { $0.map(generated.contains) ?? true }
        guard !(index[1] as Bool), !isComputed else {
          conditions.append(nil)
          continue
        }
        conditions.append(
          terms.map { term in
            let name = quoted(term[0])
            return "\(name) = new.\(name) COLLATE \(quoted(term[1]))"
          }.joined(separator: " AND "))
      }
      let names = Set(columns.map { ($0[0] as String).lowercased() })
      if case .rowID = found.key { return conditions }
      if let rowID = try rowID(table, names, database) {
        conditions.append("\(rowID) = new.\(rowID)")
      }
      return conditions
    }

    /// A name of the number of rows; nil where the table has none, or its columns have taken all names.
    private static func rowID(
      _ table: String, _ names: Set<String>, _ database: Database
    ) throws -> String? {
      let hasNone = try Bool.fetchOne(
        database, sql: "SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?",
        arguments: [table])
      guard hasNone == false else { return nil }
      return ["rowid", "_rowid_", "oid"].first { !names.contains($0) }
    }

    static func quoted(_ name: String) -> String {
      "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    private static func text(_ text: String) -> String {
      "'" + text.replacing("'", with: "''") + "'"
    }
  }
#endif
