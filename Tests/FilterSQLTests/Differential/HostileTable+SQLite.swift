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
          share REAL NOT NULL, stamp TEXT, day TEXT, julian REAL, price TEXT,
          extra TEXT CHECK (extra IS NULL OR json_valid(extra)),
          doc TEXT CHECK (doc IS NULL OR json_valid(doc)),
          meta TEXT CHECK (meta IS NULL OR json_valid(meta)),
          anything, loose NUMERIC, word VARCHAR, mark TEXT);
        CREATE INDEX item_name ON "item ""1""" (name);
        CREATE INDEX item_title ON "item ""1""" (title);
        CREATE INDEX item_whole ON "item ""1""" (whole);
        CREATE INDEX item_born ON "item ""1""" (born);
        CREATE INDEX item_stamp ON "item ""1""" (stamp);
        CREATE INDEX item_julian ON "item ""1""" (julian);
        CREATE INDEX item_meta ON "item ""1""" (json_extract(meta, '$.a'));
        CREATE INDEX item_anything ON "item ""1""" (anything);
        CREATE INDEX item_loose ON "item ""1""" (loose);
        CREATE INDEX item_mark ON "item ""1""" (mark);
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
