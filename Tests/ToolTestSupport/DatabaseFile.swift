#if SQLite
  import FilterSQL
  package import FilterSQLite

  /// A database in a folder of its own.
  package struct DatabaseFile {
    package let folder: Folder
    package let path: String

    /// A database that statements make.
    package init(_ statements: String, name: String = "rows.db", in folder: Folder? = nil) throws {
      self.folder = try folder ?? Folder()
      path = self.folder.path + "/" + name
      try write { try $0.execute(statements) }
    }

    /// Writes to the database and closes it.
    package func write(_ body: (SQLiteDatabase) throws -> Void) throws {
      try body(SQLiteDatabase(writing: path))
    }

    /// Four people.
    package static func people(strict: Bool = false) throws -> DatabaseFile {
      try DatabaseFile(
        """
        CREATE TABLE person (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER, city TEXT, score REAL
        ) \(strict ? "STRICT" : "");
        CREATE INDEX person_city ON person (city);
        INSERT INTO person VALUES
          (1, 'Ada', 36, 'London', 1.5), (2, 'Alan', 41, 'London', NULL),
          (3, 'Zoë', 28, 'Zürich', 3), (7, 'Kurt', NULL, NULL, -2);
        """)
    }
  }
#endif
