#if SQLite
  import FilterEngine
  import FilterJSON
  import FilterSQLite
  import FilterSyntax
  import TestSupport
  import Testing

  @testable import FilterSQL

  /// Names, keys and texts in which a quote belongs to one character with what stands beside it.
  @Suite struct HostileNameTests {
    private static let signs = ["'", "\"", "`", "\\", "?", "$", ".", "[", "--", ";"]

    private static let texts = signs.flatMap { JoinedSigns.texts(around: $0, JoinedSigns.visible) }

    /// What a statement for a predicate returns, and what the engine finds in rows.
    private func check(
      _ predicate: AST.Predicate, _ table: SQLTableDeclaration, _ database: SQLiteDatabase,
      _ rows: [FilterValue]
    ) throws {
      let translation = SQLTranslation(predicate, table: table, dialect: .sqlite())
      let select = SQLSelect(translation, columns: ["id"])
      let came = try database.rows(
        select.text, select.parameters, tests: translation.tests, [.integer]
      ).map { $0[0] }
      let filter = try FilterPredicate<FilterValue>(predicate)
      for (id, row) in rows.enumerated() where try filter.matches(row) {
        #expect(came.contains(.int(Int64(id))), "\(select.text)")
      }
      #expect(Set(came).isSubset(of: Set(rows.indices.map { .int(Int64($0)) })), "\(select.text)")
    }

    @Test func columnsAndTablesHaveAnyName() throws {
      for name in Self.texts {
        let database = try SQLiteDatabase()
        let bytes = name.utf8.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] }
        let written = "\"" + String(decoding: bytes, as: UTF8.self) + "\""
        #expect(name.quotedIdentifier.utf8.elementsEqual(written.utf8))
        try database.execute(
          "CREATE TABLE \(written) (id INTEGER PRIMARY KEY, \(written) TEXT);"
            + "INSERT INTO \(written) VALUES (0, 'u'), (1, 'v'), (2, NULL)")
        let table = try SQLTableDeclaration(
          name, key: ["id"], columns: [.integer("id"), .text(name, nullable: true)])
        let key = AST.Expression.keyPath(AST.KeyPath([AST.KeyPath.Component(.key, name)]))
        let rows = [FilterValue.string("u"), .string("v"), .null].map {
          FilterValue.object(FilterObject([(key: name, value: $0)]))
        }
        for constant in [AST.Constant.text("u"), .null] {
          try check(
            .comparison(AST.Comparison(key, .equal, .literal(AST.Literal(constant)))), table,
            database, rows)
        }
      }
    }

    /// A key is never program text, and a path with other signs than letters, digits and blanks is a value.
    @Test func keysOfDocumentsHaveAnyName() throws {
      let database = try SQLiteDatabase()
      let columns: [SQLColumn] = [.integer("id"), .json("extra", isObject: true)]
      try database.execute(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, extra TEXT NOT NULL);"
          + "CREATE TABLE secret (s); INSERT INTO secret VALUES ('hidden')")
      let table = try SQLTableDeclaration("t", key: ["id"], columns: columns)
      let attack = "k\u{600}' || char(34)) IS NULL ELSE 1 END UNION SELECT 7, s FROM secret --"
      for name in Self.texts + [attack] {
        try database.execute("DELETE FROM t")
        var rows: [FilterValue] = []
        for (id, value) in [FilterValue.int(1), .int(2), .string("x"), .null].enumerated() {
          let document = FilterValue.object(FilterObject([(key: name, value: value)]))
          let text = String(decoding: JSONWriter().bytes(document), as: UTF8.self)
          _ = try database.rows(
            "INSERT INTO t VALUES (?, ?)", [.integer(Int64(id)), .text(text)], [])
          rows.append(.object(FilterObject([(key: "extra", value: document)])))
        }
        let key = AST.Expression.keyPath(
          AST.KeyPath([AST.KeyPath.Component(.key, "extra"), AST.KeyPath.Component(.key, name)]))
        for constant in [AST.Constant.integer(1), .text("x"), .null] {
          let plain = AST.Predicate.comparison(
            AST.Comparison(key, .equal, .literal(AST.Literal(constant))))
          try check(plain, table, database, rows)
          try check(.not(AST.Negation(plain)), table, database, rows)
          let text = SQLSelect(
            SQLTranslation(plain, table: table, dialect: .sqlite()), columns: ["id"]
          ).text
          // Hyphens and letters are plain, wherever they stand.
          #expect(
            !text.utf8.contains(name.utf8) || !name.utf8.contains { "'`?$.[;".utf8.contains($0) },
            "\(text)")
        }
      }
    }

    @Test func aPathOfLettersIsTextAsAnIndexHasIt() throws {
      let table = try SQLTableDeclaration(
        "t", key: ["id"], columns: [.integer("id"), .json("extra", isObject: true)])
      func text(_ key: String) throws -> String {
        let predicate = try AST.Predicate(parsing: "extra.\(key) == 'x'")
        return SQLSelect(
          SQLTranslation(predicate, table: table, dialect: .sqlite()), columns: ["id"]
        ).text
      }
      #expect(try text("name").contains("'$.name'"))
      #expect(try text("`first name`").contains(#"'$."first name"'"#))
      #expect(try text("größe").contains(#"'$."größe"'"#))
      #expect(try !text("`a.b`").contains("a.b"))
      #expect(try !text("`it's`").contains("it"))
    }
  }
#endif
