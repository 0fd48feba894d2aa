#if SQLite
  import FilterEngine
  import FilterSQLite
  import FilterSyntax
  import TestSupport
  import Testing

  @testable import FilterSQL

  /// The collations of a connection, held against the columns by which the engine sorts.
  @Suite struct TextOrderTests {
    private static let letters: [AST.Comparison.Options] = [
      [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    ]

    private static let texts = [
      "", "a", "A", "b", "B", "ab", "Ab", "aB", "a\0", "a\0b", "\0", "é", "e\u{301}", "E\u{301}",
      "e",
      "ß", "ss", "SS", "ẞ", "K", "k", "\u{212A}", "Å", "\u{212B}", "A\u{30A}", "ﬁ", "fi", "Σ", "σ",
      "ς",
      "a1", "a01", "a2", "a10", "A10", "10", "9", "009", "é2", "e10", "１２", "가", "\u{1100}\u{1161}",
      "\u{10FFFF}", "\u{FFFD}", "\u{D7FF}", "\u{E000}", "12345678901234567890123",
      "a\u{300}\u{323}",
      "a\u{323}\u{300}",
    ]

    /// A row for each text, in another order than theirs, and some without a text.
    private static func database(_ texts: [String]) throws -> SQLiteDatabase {
      let database = try SQLiteDatabase()
      try database.execute(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE); INSERT INTO t (name) VALUES (NULL)"
      )
      for text in texts {
        _ = try database.rows("INSERT INTO t (name) VALUES (?)", [.text(text)], [])
      }
      try database.execute("INSERT INTO t (name) VALUES (NULL)")
      return database
    }

    private static func table() throws -> SQLTableDeclaration {
      try SQLTableDeclaration(
        "t", key: ["id"],
        columns: [.integer("id"), .text("name", nullable: true, comparesBytes: false)])
    }

    private static func order(
      _ options: AST.Comparison.Options, _ isNumeric: Bool, descending: Bool = false
    ) -> SQLOrder {
      var order = SQLOrder("name", descending: descending)
      order.collation = SQLCollation(options, isNumeric: isNumeric)
      return order
    }

    /// The numbers of the rows in the order of the engine's sort columns, which compare folded bytes.
    private static func sorted(
      _ texts: [String?], _ options: AST.Comparison.Options, _ isNumeric: Bool, descending: Bool
    ) -> [FilterValue] {
      let comparison = SortComparison(options: options, isNumeric: isNumeric)
      return texts.indices.sorted { left, right in
        let values = [left, right].map { texts[$0].map { FilterValue.string($0) } ?? .null }
        let order = comparison.order(values[0], values[1]) * (descending ? -1 : 1)
        return order == 0 ? left < right : order < 0
      }.map { .int(Int64($0 + 1)) }
    }

    @Test(arguments: letters, [false, true])
    func rowsHaveTheOrderOfTheEngine(_ options: AST.Comparison.Options, _ isNumeric: Bool) throws {
      for seed in RandomSearch.seeds(2) {
        var random = SeededGenerator(seed: seed)
        let texts =
          Self.texts.shuffled(using: &random) + (0..<60).map { _ in PropertyValues.text(&random) }
        let all = [nil] + texts.map(Optional.some) + [nil]
        let (database, table) = (try Self.database(texts), try Self.table())
        let translation = SQLTranslation(
          .literal(AST.BooleanLiteral(true)), table: table, dialect: .sqlite())
        for isDescending in [false, true] {
          let order = [Self.order(options, isNumeric, descending: isDescending)]
          let expected = Self.sorted(all, options, isNumeric, descending: isDescending)
          let select = SQLSelect(translation, columns: ["id"], order: order)
          let found = try database.rows(select.text, select.parameters, [.integer]).map { $0[0] }
          #expect(found == expected, "FRC_SEED=\(seed) \(select.text)")
          // Pages begin after a row, among texts that are equal in the order too.
          var pages: [FilterValue] = []
          var place: [SQLValue?]?
          while pages.count < all.count {
            let select = SQLSelect(
              translation, columns: ["id"], order: order, limit: 5, after: place)
            let page = try database.rows(select.text, select.parameters, [.integer]).map { $0[0] }
            pages += page
            guard case .int(let last)? = page.last else { break }
            place = [all[Int(last) - 1].map { .text($0) }, .integer(last)]
          }
          #expect(pages == expected, "FRC_SEED=\(seed)")
        }
      }
    }

    /// A text that is not UTF-8 has a position too, always the same.
    @Test func invalidTextsHaveAPosition() throws {
      let database = try Self.database([])
      for bytes in ["FF", "61FF", "C3", "E28080", "EDA080", "F8888080", "61C3", "", "62"] {
        try database.execute("INSERT INTO t (name) VALUES (CAST(x'\(bytes)' AS TEXT))")
      }
      for collation in SQLCollation.allCases {
        let query = "SELECT id FROM t ORDER BY name COLLATE \(collation.name), id"
        let found = try database.rows(query, [], [.integer])
        #expect(found.count == 11 && Set(found.map { $0[0] }).count == 11)
        #expect(
          found.last == [.int(4)] || found.last == [.int(3)] || found.last == [.int(8)], "\(found)")
      }
    }

    @Test func eachOptionHasACollationOfItsOwn() {
      #expect(SQLCollation(.normalized, isNumeric: false) == nil)
      #expect(SQLCollation([.caseInsensitive, .normalized], isNumeric: true) == nil)
      #expect(SQLCollation(.localeSensitive, isNumeric: false) == .plain)
      #expect(Set(SQLCollation.allCases.map { "\($0.name)" }).count == SQLCollation.allCases.count)
    }
  }
#endif
