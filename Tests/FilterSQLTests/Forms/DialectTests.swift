import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import FilterSQL

/// What a dialect pushes down.
@Suite struct DialectTests {
  private static func table(_ columns: [SQLColumn]) throws -> SQLTableDeclaration {
    try SQLTableDeclaration("t", key: [columns[0].name], columns: columns)
  }

  private static let columns: [SQLColumn] = [
    .integer("id"), .real("ratio"), .text("name", indexed: true), .boolean("flag"),
    .date("seen", as: .timestamp), .date("local", as: .timestampWithoutZone),
    .date("day", as: .calendarDay), SQLColumn("raw", .bytes), SQLColumn("token", .uuid),
    .decimal("price"), .json("extra", isObject: true),
  ]

  private static func translation(
    _ text: String, _ dialect: SQLDialect, _ columns: [SQLColumn] = columns
  ) throws -> SQLTranslation {
    SQLTranslation(
      try AST.Predicate(parsing: text, arguments: SyntaxArguments()), table: try table(columns),
      dialect: dialect)
  }

  /// The precision of the only part, its SQL, and its values.
  private static func form(
    _ text: String, _ dialect: SQLDialect, _ columns: [SQLColumn] = columns
  ) throws -> String {
    let translation = try translation(text, dialect, columns)
    let part = try #require(translation.explanation.parts.first)
    let values = translation.where.parameters.map(\.description).joined(separator: ", ")
    return "\(part.precision) \(part.sql ?? "-") \(values)"
  }

  @Test func aNewDialectHasWhatAllDatabasesShare() throws {
    let dialect = SQLDialect("New")
    for (text, form) in [
      ("id > 3", "exact \"id\" > ? 3"), ("flag == TRUE", "exact \"flag\" = ? TRUE"),
      ("id IN {1, 2}", "exact \"id\" IN (?, ?) 1, 2"), ("TRUEPREDICATE", "exact TRUE "),
      ("name == nil", "exact FALSE "), ("ratio > 1", "none - "), ("name == 'a'", "none - "),
      ("name CONTAINS[n] 'a'", "none - "), ("seen > now()", "none - "),
      ("price > 1", "none - "), ("extra.a == 1", "none - "), ("token == nil", "exact FALSE "),
    ] {
      #expect(try Self.form(text, dialect) == form, "\(text)")
    }
  }

  @Test func propertiesOfADialectAreUsed() throws {
    var dialect = SQLDialect("New")
    dialect.quote = "`"
    dialect.placeholder = .dollar
    dialect.texts = .collation("utf8mb4_bin")
    dialect.reals = .withoutNaN
    let columns: [SQLColumn] = [.text("a`b"), .real("ratio")]
    #expect(
      try Self.form("#a == 1 OR `ratio` > 1.5", dialect, columns) != ""
        && Self.form("ratio > 1.5", dialect, columns) == "exact `ratio` > $1 1.5")
    let named = SQLColumn.text("a`b", field: "text")
    #expect(
      try Self.form("text == 'x'", dialect, [named])
        == "exact `a``b` COLLATE utf8mb4_bin = $1 'x'")
  }

  @Test(arguments: [
    ("name == 'a'", #"exact "name" COLLATE C = ? 'a'"#),
    ("name CONTAINS[n] 'a'", #"exact contains("name" COLLATE C, ?) 'a'"#),
    ("ratio > 1.5", #"exact "ratio" > ? AND NOT isnan(["ratio"][1]) 1.5"#),
    ("ratio < 1.5", #"exact CASE WHEN isnan(["ratio"][1]) THEN TRUE ELSE "ratio" < ? END 1.5"#),
    ("ratio < -1.5", #"exact "ratio" < ? AND NOT isnan(["ratio"][1]) -1.5"#),
    ("ratio != 1.5", #"exact CASE WHEN isnan(["ratio"][1]) THEN TRUE ELSE "ratio" <> ? END 1.5"#),
    (
      "seen >= CAST('2020-01-01T00:00:00.25Z', 'NSDate')",
      #"exact "seen" >= CAST(? AS TIMESTAMPTZ) '2020-01-01T00:00:00.250000Z'"#
    ),
    (
      "local < CAST('2020-01-01', 'NSDate')",
      #"exact "local" < CAST(? AS TIMESTAMP) '2020-01-01T00:00:00.000000Z'"#
    ),
    ("day == CAST('2020-01-01', 'NSDate')", #"exact "day" = CAST(? AS DATE) '2020-01-01'"#),
    ("price > 1", "none - "), ("extra.a == 1", "none - "),
  ]) func formsOfDuckDB(text: String, form: String) throws {
    #expect(try Self.form(text, .duckDB) == form)
  }

  @Test(arguments: [
    ("name == 'a'", "exact `name` = ? 'a'"),
    ("ratio >= 0", "exact `ratio` >= ? AND NOT isnan(`ratio`) -0.0"),
    ("ratio <= 0", "exact `ratio` <= ? OR isnan(`ratio`) 0.0"),
    ("ratio == 0", "exact `ratio` >= ? AND `ratio` <= ? -0.0, 0.0"),
    ("ratio IN {0, 2}", "exact `ratio` = ? OR `ratio` >= ? AND `ratio` <= ? 2.0, -0.0, 0.0"),
    ("ratio < 1.5", "exact `ratio` < ? OR isnan(`ratio`) 1.5"),
    (
      "local < CAST('2020-01-01', 'NSDate')",
      "exact `local` < CAST(? AS TIMESTAMP_NTZ) '2020-01-01T00:00:00.000000Z'"
    ),
    ("NOT ratio IN {1, 2}", "exact `ratio` NOT IN (?, ?) OR isnan(`ratio`) 1.0, 2.0"),
    ("day == CAST('1582-10-10', 'NSDate')", "none - "), ("token == nil", "exact FALSE "),
    ("price > 1", "none - "),
  ]) func formsOfSpark(text: String, form: String) throws {
    #expect(try Self.form(text, .spark) == form)
  }

  /// Dates outside of the years that all databases read are tested by the engine.
  @Test func datesThatStatementsCannotWriteAreNotPushed() throws {
    for text in ["seen > CAST(1e12, 'NSDate')", "seen < CAST(-1e11, 'NSDate')"] {
      #expect(try Self.translation(text, .duckDB).residual != nil, "\(text)")
      #expect(try Self.translation(text, .spark).residual != nil, "\(text)")
    }
  }

  @Test func columnsThatAStatementCannotMeanAreNotPushed() throws {
    let columns: [SQLColumn] = [.integer("id"), .integer("a"), .integer("A", field: "other")]
    for dialect in [SQLDialect.duckDB, .spark] {
      #expect(try Self.form("a > 3", dialect, columns) == "none - ")
      #expect(try Self.form("other > 3", dialect, columns) == "none - ")
      #expect(try Self.translation("id > 3", dialect, columns).isExact)
    }
    #expect(try Self.form("a > 3", .postgreSQL, columns) == "exact \"a\" > $1 3")
    let variable = [SQLColumn.integer("${x}", field: "x")]
    #expect(try Self.form("x > 3", .spark, variable) == "none - ")
    #expect(try Self.form("x > 3", .duckDB, variable) == "exact \"${x}\" > ? 3")
  }

  @Test func manyValuesAreOneArrayInDuckDB() throws {
    let few = (1...64).map(String.init).joined(separator: ", ")
    #expect(try Self.translation("id IN {\(few)}", .duckDB).where.parameters.count == 64)
    let many = try Self.translation("id IN {\(few), 65}", .duckDB).where
    #expect(many.text == #""id" = ANY(?)"# && many.parameters.count == 1)
    // Spark takes seconds for as many.
    let most = (1...1_001).map(String.init).joined(separator: ", ")
    #expect(try Self.translation("id IN {\(most)}", .spark).residual != nil)
  }
}
