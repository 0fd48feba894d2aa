#if SQLite
  internal import FilterSQL
  internal import FilterSQLite
  internal import FilterSyntax
  internal import FilterTables
  internal import GRDB

  /// The triggers that log the changes of a table with its current schema.
  struct ChangeLogTriggers {
    /// The statements that create the triggers, by their names.
    let statements: [String: String]

    private let table: String
    private let database: Database

    /// The prefix of the names of all triggers of the library.
    static var prefix: String { "frc_log " }

    /// Creates the triggers of a table that was found to be as declared.
    ///
    /// - Throws: Errors of GRDB.
    init(
      _ declaration: SQLTableDeclaration, _ found: SQLiteSchema.Table, _ database: Database
    ) throws {
      (table, self.database) = (found.name, database)
      let key = declaration.key.count == 1 ? declaration.key[0] : nil
      statements = Self.statements(found, key: key)
    }

    /// Whether the database has exactly these triggers, which depend on the table and its indexes.
    var areInstalled: Bool {
      get throws { try installed() == statements }
    }

    /// The installed triggers of the library.
    private func installed() throws -> [String: String] {
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT name, sql FROM sqlite_master
          WHERE type = 'trigger' AND tbl_name = ? AND name GLOB ?
          """, arguments: [table, Self.prefix + "*"])
      return Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { first, _ in first }
    }

    /// Replaces the installed triggers.
    func install() throws {
      for name in try installed().keys {
        try database.execute(sql: "DROP TRIGGER \(name.quotedIdentifier)")
      }
      for sql in statements.values { try database.execute(sql: sql) }
    }

    // MARK: - Statements

    private static func statements(
      _ found: SQLiteSchema.Table, key: String?
    ) -> [String: String] {
      let table = found.name
      let (old, new) = (
        key.map { "old." + $0.quotedIdentifier }, key.map { "new." + $0.quotedIdentifier }
      )
      var statements: [String: String] = [:]
      func add(
        _ event: String, _ time: String, when condition: String? = nil, _ actions: [String]
      ) {
        let name = prefix + event + " " + table
        let test = condition.map { "WHEN \($0) " } ?? ""
        statements[name] =
          "CREATE TRIGGER \(name.quotedIdentifier) \(time) ON \(table.quotedIdentifier) \(test)BEGIN "
          + actions.map { $0 + "; " }.joined() + "END"
      }
      add("insert", "AFTER INSERT", [entry(table, new)])
      add("delete", "AFTER DELETE", [entry(table, old)])
      add("update", "AFTER UPDATE", [entry(table, old)])
      // An entry without a key already means that any row may have changed.
      guard let key, let old, let new else { return statements }
      // Before the update: it may replace the parent of its row, which then deletes the row without another event.
      add("key", "BEFORE UPDATE", when: "\(new) IS NOT \(old) COLLATE BINARY", [entry(table, new)])
      let replacements = replacements(found, key)
      guard !replacements.isEmpty else { return statements }
      let actions = replacements.map { replacement in
        guard let condition = replacement.condition else { return entry(table, nil) }
        return
          "INSERT INTO frc_log (name, key) SELECT \(table.quoted(by: "\'")), \(key.quotedIdentifier) "
          + "FROM \(table.quotedIdentifier) WHERE \(condition)"
      }
      add("replacing insert", "BEFORE INSERT", actions)
      let isKnown = replacements.allSatisfy { $0.condition != nil }
      let changes = replacements.map(\.change).joined(separator: " OR ")
      add("replacing update", "BEFORE UPDATE", when: isKnown ? changes : nil, actions)
      return statements
    }

    private static func entry(_ table: String, _ key: String?) -> String {
      "INSERT INTO frc_log (name, key) VALUES (\(table.quoted(by: "\'")), \(key ?? "NULL"))"
    }

    /// A way in which a row can replace rows with other keys.
    private struct Replacement {
      /// The condition for the replaced rows; nil if it is unknown.
      var condition: String?

      /// The condition for an update that can replace rows.
      var change = ""
    }

    /// The replacements by each unique index.
    private static func replacements(
      _ found: SQLiteSchema.Table, _ key: String
    ) -> [Replacement] {
      var replacements: [Replacement] = []
      let generated = Set(found.model.columns.filter(\.isGenerated).map(\.name))
      for index in found.model.indexes where index.isUnique {
        let names = index.terms.map(\.name)
        if names == [key], !index.isPartial { continue }
        // An expression in an index has no column name.
        let isComputed = names.contains { $0.map(generated.contains) ?? true }
        guard !index.isPartial, !isComputed else {
          replacements.append(Replacement())
          continue
        }
        replacements.append(
          replacement(
            index.terms.map {
              (($0.name ?? "").quotedIdentifier, " COLLATE " + $0.collation.quotedIdentifier)
            }))
      }
      if case .rowID = found.key { return replacements }
      if let rowID = found.model.freeRowIDName { replacements.append(replacement([(rowID, "")])) }
      return replacements
    }

    /// The replacement by a unique index of columns with their collations.
    private static func replacement(_ columns: [(name: String, collation: String)]) -> Replacement {
      Replacement(
        condition: columns.map { "\($0.name) = new.\($0.name)\($0.collation)" }
          .joined(separator: " AND "),
        change: columns.map { "new.\($0.name) IS NOT old.\($0.name)\($0.collation)" }
          .joined(separator: " OR "))
    }
  }
#endif
