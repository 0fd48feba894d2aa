#if SQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterableResultsSQL
  internal import GRDB

  /// A log of the rows that commits of any connection have changed, in a table of the database.
  ///
  /// Triggers add the key of each changed row. Before a `REPLACE`, further triggers add the keys of the rows with equal
  /// values in another unique index, which it deletes without running their triggers. The log has a trigger of its own
  /// that deletes old entries, so that it does not grow without a reader.
  enum ChangeLog {
    /// The changes since the last read.
    struct Entries {
      /// The keys by the names of tables; nil if a key is unknown.
      var keys: [String: Set<FilterValue>?] = [:]

      /// The number of the last entry.
      var end: Int64

      /// Whether entries are missing because they were deleted.
      var isIncomplete = false
    }

    /// The name of the table with the entries.
    static var name: String { "frc_log" }

    /// The number of entries that the log keeps at least.
    static var length: Int64 { 65_536 }

    /// The number of the last entry; nil if there is no log.
    static func end(_ database: Database) throws -> Int64? {
      try hasLog(database) ? lastEntry(database) : nil
    }

    /// The number of the last entry of the log.
    static func lastEntry(_ database: Database) throws -> Int64 {
      try Int64.fetchOne(database, sql: "SELECT max(id) FROM \(name)") ?? 0
    }

    private static func hasLog(_ database: Database) throws -> Bool {
      try Bool.fetchOne(
        database,
        sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?)",
        arguments: [name]) ?? false
    }

    // MARK: - Installing

    /// Creates the log unless it exists.
    static func install(_ database: Database) throws {
      guard try !hasLog(database) else { return }
      try database.execute(
        sql: """
          CREATE TABLE \(name) (id INTEGER PRIMARY KEY, name TEXT NOT NULL, key);
          CREATE TRIGGER "\(ChangeLogTriggers.prefix)trim" AFTER INSERT ON \(name)
            WHEN new.id % 1024 = 0 BEGIN DELETE FROM \(name) WHERE id <= new.id - \(length); END
          """)
    }

    /// Deletes the log and the triggers of all tables.
    static func uninstall(_ database: Database) throws {
      let names = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name GLOB ?",
        arguments: [ChangeLogTriggers.prefix + "*"])
      for name in names {
        try database.execute(sql: "DROP TRIGGER \(name.quotedIdentifier)")
      }
      if try hasLog(database) { try database.execute(sql: "DROP TABLE \(name)") }
    }

    // MARK: - Reading

    /// The entries after the entry with a number.
    static func entries(after number: Int64, _ database: Database) throws -> Entries {
      var entries = Entries(end: number)
      let sql = "SELECT id, name, key FROM \(name) WHERE id > \(number) ORDER BY id"
      try database.forEachRow(of: sql) { cells in
        guard case .integer(let id) = cells.cell(at: 0) else { return true }
        // Entries have consecutive numbers.
        if id != entries.end + 1 { entries.isIncomplete = true }
        entries.end = id
        if case .text(let table?) = cells.cell(at: 1) {
          entries.add(FilterValue(key: cells.cell(at: 2)), to: table)
        }
        return true
      }
      return entries
    }
  }

  extension ChangeLog.Entries {
    fileprivate mutating func add(_ key: FilterValue?, to table: String) {
      // Removed first, so that the set is not copied.
      guard let known = keys.removeValue(forKey: table) else {
        keys[table] = .some(key.map { [$0] })
        return
      }
      guard var all = known, let key else {
        keys[table] = .some(nil)
        return
      }
      all.insert(key)
      keys[table] = .some(all)
    }
  }

  extension FilterValue {
    /// Creates a key from a cell; fails for other types of cells.
    fileprivate init?(key cell: SQLCellValue) {
      switch cell {
      case .integer(let integer): self = .int(integer)
      case .text(let text?): self = .string(text)
      default: return nil
      }
    }
  }
#endif
