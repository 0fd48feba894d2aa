#if PostgreSQL
  import FilterEngine
  import FilterSyntax
  import Foundation
  import Testing

  @testable import FilterSQL

  /// That PostgreSQL finds rows by an index with a generic plan, which knows no value of a parameter.
  ///
  /// A scan of the table is made dear, so that the planner takes every index that can serve; a part that none serves is
  /// a filter and no condition of an index.
  @Suite(.limitedDatabases) struct PostgreSQLPlanTests {
    @Test func anIndexFindsTheRowsWithoutTheValues() throws {
      guard let database = try PostgreSQLDatabase() else { return }
      try HostileTable(seed: 1, rows: 60, .postgreSQL).fill(database)
      try database.execute(
        #"""
        ANALYZE "owner", "order", "item ""1"""; SET plan_cache_mode = force_generic_plan;
        SET enable_seqscan = off
        """#)
      for (predicate, index) in Self.indexed {
        let (condition, plan) = try plan(predicate, database)
        let finds = plan.filter { $0.contains(" on \(index)") || $0.contains("using \(index)") }
        let conditions = plan.count { $0.contains("Index Cond:") }
        #expect(
          !finds.isEmpty && conditions >= finds.count && !plan.contains { $0.contains("Seq Scan") },
          "\(predicate): \(condition): \(plan)")
      }
      for predicate in Self.scanned {
        let (condition, plan) = try plan(predicate, database)
        #expect(
          !plan.contains { $0.contains("Index Cond:") }, "\(predicate): \(condition): \(plan)")
      }
    }

    private func plan(
      _ predicate: String, _ database: PostgreSQLDatabase
    ) throws -> (condition: String, plan: [String]) {
      let translation = SQLTranslation(
        try AST.Predicate(parsing: predicate, arguments: SyntaxArguments()),
        table: try HostileTable.declaration(.postgreSQL), dialect: .postgreSQL)
      let (condition, values) = translation.where
      let statement = #"SELECT share FROM "item ""1""" WHERE "# + condition
      return (condition, try database.plan(statement, values))
    }

    private static let indexed = [
      ("id == 5", "\"item \"\"1\"\"_pkey\""), ("id IN {5, 6}", "\"item \"\"1\"\"_pkey\""),
      ("whole == 5", "item_whole"), ("whole > 2.5", "item_whole"), ("whole == nil", "item_whole"),
      ("whole BETWEEN {1, 5}", "item_whole"), ("whole IN {1, 2, 3}", "item_whole"),
      ("whole == 1 OR whole == 7", "item_whole"), ("NOT whole > 2", "item_whole"),
      ("ratio > 1.5", "item_ratio"), ("ratio < 1.5", "item_ratio"),
      ("ratio == 2", "item_ratio"), ("price == 1.10", "item_price"),
      ("price > 2.5", "item_price"), ("price IN {1, 1.10}", "item_price"),
      ("born > CAST(0, 'NSDate')", "item_born"), ("seen <= CAST(1.5, 'NSDate')", "item_seen"),
      ("julian >= CAST(0, 'NSDate')", "item_julian"),
      ("name == 'abc'", "item_name"), ("name IN {'a', 'b'}", "item_name"),
      ("name == nil", "item_name"), ("name < 'b'", "item_name"), ("name >= 'b'", "item_name"),
      ("name >=[n] 'b'", "item_name"), ("name BEGINSWITH 'ab'", "item_name"),
      ("name BEGINSWITH[n] 'é'", "item_name"), ("name BEGINSWITH[c] 'oslo16'", "item_name"),
      ("name ==[d] 'ab'", "item_name"), ("name LIKE 'ab*c'", "item_name"),
      ("name IN[c] {'a', 'b'}", "item_name"), ("name BETWEEN {'a', 'c'}", "item_name"),
      ("name MATCHES '(?s)ab.*'", "item_name"), ("name MATCHES[c] 'ab?c.+'", "item_name"),
      ("local == CAST(0, 'NSDate')", "item_local"), ("local > CAST(1.5, 'NSDate')", "item_local"),
      ("calendar >= CAST(1, 'NSDate')", "item_calendar"),
      ("calendar == CAST(0, 'NSDate')", "item_calendar"),
      ("name UTI-EQUALS 'public.png'", "item_name_folded"),
      ("meta.a == 1", "item_meta"), ("meta.a == 'x'", "item_meta"), ("meta.a == TRUE", "item_meta"),
      ("meta.a IN {1, 'x'}", "item_meta"), ("extra.a == 'x'", "item_extra"),
    ]

    /// What no index serves, so that the assertion above means something.
    private static let scanned = [
      "name CONTAINS 'a'", "name != 'a'", "extra.a < 1", "whole BETWEEN {other, id}",
      "extra.a == 1.5", "whole == other",
    ]
  }
#endif
