#if SQLite
  import FilterSQLite

  @testable import FilterSQL

  extension HostileTable {
    /// A database with the three tables.
    func sqlite() throws -> SQLiteDatabase {
      let database = try SQLiteDatabase()
      try database.execute(
        #"""
        CREATE TABLE "owner" (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
        CREATE TABLE "order" (
          id INTEGER PRIMARY KEY, item_id INTEGER NOT NULL, price INTEGER, label TEXT, day INTEGER,
          note TEXT);
        CREATE TABLE "item ""1""" (
          id INTEGER PRIMARY KEY, whole INTEGER, other INTEGER NOT NULL, ratio REAL, flag INTEGER,
          name TEXT, code TEXT NOT NULL, title TEXT COLLATE NOCASE, born INTEGER,
          seen INTEGER NOT NULL, at REAL, raw BLOB, token BLOB, owner_id INTEGER,
          share REAL NOT NULL);
        CREATE INDEX item_name ON "item ""1""" (name);
        CREATE INDEX item_title ON "item ""1""" (title);
        CREATE INDEX item_whole ON "item ""1""" (whole);
        """#)
      for (name, rows) in [
        ("\"owner\"", owners), ("\"order\"", orders), ("\"item \"\"1\"\"\"", items),
      ] {
        for row in rows {
          let marks = row.indices.map { row[$0] == nil ? "NULL" : "?" }.joined(separator: ", ")
          _ = try database.rows(
            "INSERT INTO \(name) VALUES (\(marks))", row.compactMap(\.self), [])
        }
      }
      return database
    }
  }
#endif
