#if SQLite
  import FilterEngine
  import FilterSQLite
  import FilterSyntax
  import Foundation
  import Testing

  @testable import FilterSQL

  /// That SQLite finds rows by the index of a column, whatever the form of a comparison is.
  @Suite struct PlanTests {
    @Test(arguments: [
      ("whole == 5", "item_whole"), ("whole > 2.5", "item_whole"), ("whole == nil", "item_whole"),
      ("whole BETWEEN {1, 5}", "item_whole"), ("whole IN {1, 2, 3}", "item_whole"),
      ("{1, 2} CONTAINS whole", "item_whole"), ("NOT whole > 2", "item_whole"),
      ("whole <= nil", "item_whole"), ("whole == 1 OR whole == 7", "item_whole"),
      ("name == 'abc'", "item_name"), ("name < 'b'", "item_name"), ("name >= 'b'", "item_name"),
      ("name BEGINSWITH 'ab'", "item_name"), ("name BEGINSWITH[n] 'é'", "item_name"),
      ("name BEGINSWITH[c] 'oslo16'", "item_name"), ("name ==[c] 'ab'", "item_name"),
      ("name ==[d] 'ab'", "item_name"), ("name LIKE 'ab*c'", "item_name"),
      ("name IN {'a', 'b'}", "item_name"), ("name IN[c] {'a', 'b'}", "item_name"),
      ("name BETWEEN {'a', 'c'}", "item_name"), ("name == nil", "item_name"),
      ("name MATCHES '(?s)ab.*'", "item_name"), ("name MATCHES 'ab?c.+'", "item_name"),
      ("name MATCHES[cd] '^ab.*'", "item_name"), ("title == 'abc'", "item_title"),
      ("ratio > 1 AND name == 'a'", "item_name"), ("id == 5", "PRIMARY KEY"),
      ("id IN {5, 6}", "PRIMARY KEY"),
      ("born > CAST(0, 'NSDate')", "item_born"), ("born == nil", "item_born"),
      ("born BETWEEN {CAST(0, 'NSDate'), CAST(1.5, 'NSDate')}", "item_born"),
      ("stamp >= CAST(0, 'NSDate')", "item_stamp"), ("stamp == CAST(0, 'NSDate')", "item_stamp"),
      ("julian < CAST(0, 'NSDate')", "item_julian"),
      ("julian BETWEEN {CAST(0, 'NSDate'), CAST(1.5, 'NSDate')}", "item_julian"),
      ("meta.a == 1", "item_meta"), ("meta.a == 'x'", "item_meta"), ("meta.a < 2.5", "item_meta"),
      ("meta.a IN {1, 'x'}", "item_meta"), ("meta.a == nil", "item_meta"),
      ("anything == 3", "item_anything"), ("anything < 3", "item_anything"),
      ("anything > 3", "item_anything"), ("anything IN {1, 'a'}", "item_anything"),
      ("anything BEGINSWITH[n] 'a'", "item_anything"), ("loose == 'a'", "item_loose"),
      ("loose BETWEEN {1, 3}", "item_loose"), ("loose IN {1, 'a'}", "item_loose"),
      ("title UTI-CONFORMS-TO 'public.text'", "item_title"),
      ("title UTI-EQUALS 'public.png'", "item_title"), ("mark == $mark", "item_mark"),
      ("mark IN {$mark, $uuid}", "item_mark"), ("mark == nil", "item_mark"),
    ])
    func anIndexFindsTheRows(_ predicate: String, _ index: String) throws {
      for hasFunctions in [false, true] {
        let dialect = SQLDialect.sqlite(functions: hasFunctions)
        let database = try HostileTable(seed: 1, rows: 10, dialect).sqlite()
        let translation = SQLTranslation(
          try AST.Predicate(parsing: predicate, arguments: SyntaxArguments()),
          table: try HostileTable.declaration(dialect), dialect: dialect,
          bindings: FormTests.bindings)
        // Without an order, for the sake of which a few rows would be scanned.
        let (condition, values) = translation.where
        let statement = #"SELECT share FROM "item ""1""" WHERE "# + condition
        let plan = try database.plan(statement, values, tests: translation.tests)
        let finds = plan.filter { $0.hasPrefix("SEARCH") }
        #expect(
          !finds.isEmpty && finds.allSatisfy { $0.contains(index) }
            && !plan.contains { $0.hasPrefix("SCAN") }, "\(condition): \(plan)")
      }
    }
  }
#endif
