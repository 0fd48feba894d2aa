import FilterEngine
import FilterSyntax
import Foundation
import Testing

@testable import FilterSQL

/// What each operator becomes in SQL: `Forms.txt` holds predicates and their forms, both sides of each.
///
/// `RECORD_SNAPSHOTS=1` writes the forms anew.
@Suite struct FormTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Forms.txt")

  @Test func eachOperatorHasTheFormThatIsRecorded() throws {
    let recorded = try String(contentsOf: Self.file, encoding: .utf8)
    // Predicates begin at the margin, their forms are indented.
    let predicates = recorded.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
    #expect(predicates.count > 60)
    var forms = ""
    for predicate in predicates {
      forms += predicate + "\n"
      for line in try Self.forms(of: predicate) { forms += "  \(line)\n" }
    }
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try forms.write(to: Self.file, atomically: true, encoding: .utf8)
    } else {
      #expect(forms == recorded)
    }
  }

  private static func forms(of text: String) throws -> [String] {
    let predicate = try AST.Predicate(parsing: text, arguments: Arguments())
    let opposite = AST.Predicate.not(AST.Negation(predicate))
    let plain = SQLDialect.sqlite()
    var lines = [
      "SQLite      \(try form(predicate, plain))", "  block     \(try form(opposite, plain))",
    ]
    let asked = try form(predicate, .sqlite(functions: true))
    if try asked != form(predicate, plain) { lines.append("  engine    \(asked)") }
    lines.append("PostgreSQL  \(try form(predicate, .postgreSQL))")
    lines.append("  block     \(try form(opposite, .postgreSQL))")
    return lines
  }

  private static func form(_ predicate: AST.Predicate, _ dialect: SQLDialect) throws -> String {
    let translation = SQLTranslation(
      predicate, table: try HostileTable.declaration(dialect), dialect: dialect,
      bindings: ["v": .int(1)], now: Date(timeIntervalSinceReferenceDate: 0))
    let parts = translation.explanation.parts
    let precisions = parts.map(\.precision.rawValue).joined(separator: ", ")
    guard parts.contains(where: { $0.sql != nil }) else { return precisions }
    let (text, parameters) = translation.where
    let values = parameters.map(\.description).joined(separator: ", ")
    return "\(precisions): \(text)\(values.isEmpty ? "" : "  -- \(values)")"
  }
}
