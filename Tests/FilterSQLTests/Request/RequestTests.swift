#if SQLite
  import FilterEngine
  import FilterJSON
  import FilterSQLite
  import FilterSyntax
  import Foundation
  import TestSupport
  import Testing

  @testable import FilterSQL

  /// Statements around a translation: order, windows, counts, places in an order, explanations.
  @Suite struct RequestTests {
    private func translation(
      _ text: String, functions: Bool = false
    ) throws -> SQLTranslation {
      let dialect = SQLDialect.sqlite(functions: functions)
      return SQLTranslation(
        try AST.Predicate(parsing: text, arguments: SyntaxArguments()),
        table: try HostileTable.declaration(dialect), dialect: dialect)
    }

    private func keys(
      _ select: SQLSelect, _ translation: SQLTranslation, _ database: SQLiteDatabase
    ) throws -> [FilterValue] {
      try database.rows(select.text, select.parameters, tests: translation.tests, [.integer])
        .map { $0[0] }
    }

    /// Pages that begin behind the last row of the page before give all rows once, in order, with NULLs, equal
    /// values and both directions.
    @Test func pagesGiveTheRowsOfTheWholeOrder() throws {
      for seed in RandomSearch.seeds(30) {
        var random = SeededGenerator(seed: seed)
        let table = HostileTable(seed: seed, rows: 40, .sqlite())
        let database = try table.sqlite()
        let translation = try translation("whole != 100")
        let columns = HostileTable.columns(.sqlite()).map(\.name)
        let order = ["title", "whole", "name", "flag", "born"].shuffled(using: &random)
          .prefix(Int.random(in: 0...3, using: &random)).map {
            SQLOrder($0, descending: random.chance(50))
          }
        let all = try keys(
          SQLSelect(translation, columns: ["id"], order: order), translation, database)
        var pages: [FilterValue] = []
        var place: [SQLValue?]?
        while true {
          let select = SQLSelect(
            translation, columns: ["id"], order: order, limit: 7, after: place)
          #expect(select.isWindow)
          let page = try keys(select, translation, database)
          pages += page
          guard page.count == 7, case .int(let last)? = page.last else { break }
          let row = table.items[Int(last) - 1]
          place = order.withKey(of: translation.table).map { term in
            columns.firstIndex(of: term.column).flatMap { row[$0] }
          }
        }
        #expect(pages == all, "FRC_SEED=\(seed)")
      }
    }

    @Test func onlyAnExactConditionIsCutAndCounted() throws {
      let database = try HostileTable(seed: 3, rows: 40, .sqlite()).sqlite()
      let exact = try translation("whole > 1")
      let window = SQLSelect(exact, columns: ["id"], limit: 3, offset: 1)
      #expect(window.text.hasSuffix(" ORDER BY \"id\" LIMIT ? OFFSET ?") && window.isWindow)
      let count = try #require(SQLSelect.count(exact))
      let all = try keys(SQLSelect(exact, columns: ["id"]), exact, database)
      #expect(try keys(count, exact, database) == [.int(Int64(all.count))])
      #expect(try keys(window, exact, database) == Array(all.dropFirst().prefix(3)))
      let first = SQLSelect(exact, columns: ["id"], limit: 3)
      #expect(try keys(first, exact, database) == Array(all.prefix(3)))
      let rest = SQLSelect(exact, columns: ["id"], offset: 2)
      #expect(try keys(rest, exact, database) == Array(all.dropFirst(2)))
      let whole = SQLSelect(exact, columns: ["id"], offset: 0)
      #expect(whole.isWindow && whole.text.hasSuffix(" ORDER BY \"id\""))
      #expect(first.text.hasSuffix(" LIMIT ?") && rest.text.hasSuffix(" LIMIT ? OFFSET ?"))
      #expect(try keys(SQLSelect(exact, columns: ["id"], limit: 0), exact, database) == [])
      let superset = try translation("name BEGINSWITH[c] 'a'")
      #expect(SQLSelect.count(superset) == nil)
      let rows = SQLSelect(superset, columns: ["id"], limit: 3)
      #expect(!rows.isWindow && !rows.text.contains("LIMIT"))
    }

    @Test func onlyAPageOfTheWholeTableHasItsLimitInItsText() throws {
      let database = try HostileTable(seed: 3, rows: 40, .sqlite()).sqlite()
      let every = try translation("TRUEPREDICATE")
      let all = try keys(SQLSelect(every, columns: ["id"]), every, database)
      let page = SQLSelect(
        every, columns: ["id"], limit: 3, after: [.integer(4)], includesPlace: true)
      let plain = page.withLimitInText
      #expect(page.text.hasSuffix(" LIMIT ?") && plain.text.hasSuffix(" LIMIT 3"))
      #expect(plain.parameters == Array(page.parameters.dropLast()))
      #expect(try keys(plain, every, database) == keys(page, every, database))
      let first = SQLSelect(every, columns: ["id"], limit: 5).withLimitInText
      #expect(first.parameters.isEmpty)
      #expect(try keys(first, every, database) == Array(all.prefix(5)))
      let others = [
        plain, SQLSelect(every, columns: ["id"]), SQLSelect(every, columns: ["id"], offset: 2),
        SQLSelect(every, columns: ["id"], limit: 3, offset: 2),
        SQLSelect(try translation("whole > 1"), columns: ["id"], limit: 3),
        SQLSelect(try translation("name BEGINSWITH[c] 'a'"), columns: ["id"], limit: 3),
      ]
      for other in others {
        #expect(other.withLimitInText.text == other.text)
        #expect(other.withLimitInText.parameters == other.parameters)
      }
    }

    /// What a database reads back is what the engine sees in memory.
    @Test func storedValuesAreThoseOfMemory() throws {
      let table = HostileTable(seed: 5, rows: 60, .sqlite())
      let columns = HostileTable.columns(.sqlite())
      let all = try translation("TRUEPREDICATE")
      let select = SQLSelect(all, columns: columns.map(\.name))
      let rows = try table.sqlite().rows(select.text, select.parameters, columns.map(\.kind))
      #expect(rows.count == 60)
      for (row, value) in zip(rows, table.values) {
        guard case .object(let object) = value else { continue }
        for (column, stored) in zip(columns, row) {
          // A document comes back as its text.
          guard case .json = column.kind, case .string(let text) = stored else {
            #expect(object[column.field] == stored)
            continue
          }
          #expect(object[column.field] == (try? JSONReader().read(text)))
        }
      }
    }

    @Test func anExplanationSaysWhatIsPushedAndWhy() throws {
      let translation = try translation(
        "code == \"Oslo\" AND name CONTAINS[cd] \"z\" AND whole / other > 3 AND flag == TRUE",
        functions: true)
      let select = SQLSelect(translation, columns: ["id", "name"], order: [SQLOrder("whole")])
      let text = select.explain(translation, plan: ["SEARCH item"])
      #expect(
        text == #"""
          SELECT "id", "name" FROM "item ""1""" WHERE "code" = ? AND frc_test(?, "name") AND frc_test(?, "whole", "other") ORDER BY "whole", "id"
            ?1 'Oslo'   ?2 name CONTAINS[cd] "z"   ?3 whole / other > 3
          plan    SEARCH item
          part    code == "Oslo"         pushed down
          part    name CONTAINS[cd] "z"  pushed down, tested by the engine in the database
          part    whole / other > 3      pushed down, tested by the engine in the database; rows are rechecked because the test can fail
          part    flag == TRUE           not pushed down: an earlier part can fail; put this part first
          """#)
      #expect(translation.residual?.sourceText == "whole / other > 3 AND flag == TRUE")
    }

    /// No value and no key becomes a part of the text.
    @Test(arguments: ["' OR 1=1 --", "\" OR 1=1 --", "?1", "\u{0}", "'; DROP TABLE owner; --"])
    func hostileTextsStayValues(_ text: String) throws {
      let database = try HostileTable(seed: 3, rows: 20, .sqlite()).sqlite()
      for comparison in ["code == %@", "name BEGINSWITH[c] %@", "name IN {%@, 'a'}", "%K == 'a'"] {
        let tree = try? AST.Predicate(
          parsing: comparison, arguments: SyntaxArguments([.constant(.text(text))]))
        guard let tree else { continue }
        for functions in [false, true] {
          let dialect = SQLDialect.sqlite(functions: functions)
          let translation = SQLTranslation(
            tree, table: try HostileTable.declaration(dialect), dialect: dialect)
          let select = SQLSelect(translation, columns: ["id"])
          #expect(!select.text.contains(text))
          _ = try keys(select, translation, database)
        }
      }
    }
  }
#endif
