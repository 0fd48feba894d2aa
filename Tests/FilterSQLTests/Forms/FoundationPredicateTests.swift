import FilterEngine
import FilterSQL
import FilterSyntax
import Foundation
import Testing

/// Predicates of Foundation as SQL.
@Suite struct FoundationPredicateTests {
  private struct Row: Filterable {
    var id = 0
    var age = 0
    var name = ""

    static let filterFields = FilterFields<Row>(
      FilterField("id", \.id), FilterField("age", \.age), FilterField("name", \.name))
  }

  private func select(_ predicate: Predicate<Row>) throws -> (String, [SQLValue], String?) {
    let table = try SQLTableDeclaration(
      "t", key: ["id"],
      columns: [.integer("id"), .integer("age"), .text("name", indexed: true)])
    let translation = SQLTranslation(
      try FilterPredicate(predicate).syntax, table: table, dialect: .sqlite())
    let select = SQLSelect(translation, columns: ["id"])
    return (select.text, select.parameters, translation.residual?.sourceText)
  }

  @Test func aPredicateIsTested() throws {
    let (text, parameters, rest) = try select(#Predicate { $0.age > 30 && $0.name == "Ann" })
    #expect(text == #"SELECT "id" FROM "t" WHERE "age" > ? AND "name" = ? ORDER BY "id""#)
    #expect(parameters.map { "\($0)" } == ["30", "'Ann'"])
    #expect(rest == nil)
  }

  /// Texts that are equivalent to the constant are within bounds, which the database tests.
  @Test func equivalentTextsAreFound() throws {
    let (text, parameters, rest) = try select(#Predicate { $0.name == "Kim" })
    #expect(
      text == #"""
        SELECT "id" FROM "t" WHERE "name" >= ? AND "name" < ? OR "name" >= ? AND "name" < ? \#
        ORDER BY "id"
        """#)
    #expect(parameters.map { "\($0)" } == ["'K'", "'Å'", "'Kim'", "'Kin'"])
    #expect(rest == #"name ==[l] "Kim""#)
  }
}
