import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import FilterSQL

/// What each operator becomes in SQL: `Forms.txt` holds predicates and their forms, both sides of each, and `!` where a
/// row can be an error, so that operands behind it are not tested.
///
/// `RECORD_SNAPSHOTS=1` writes the forms anew.
@Suite struct FormTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Forms.txt")

  @Test func eachOperatorHasTheFormThatIsRecorded() throws {
    let predicates = try Self.predicates()
    #expect(predicates.count > 60)
    var forms = ""
    for predicate in predicates {
      forms += predicate + "\n"
      for line in try Self.forms(of: predicate) { forms += "  \(line)\n" }
    }
    #expect(try forms == RecordedText.read(Self.file, recording: forms))
  }

  /// Constants that texts cannot write, or are too long for.
  static let bindings: [String: FilterValue] = [
    "v": .int(1), "nan": .double(.nan), "infinity": .double(.infinity),
    "wide": FilterValue(integer: UInt64.max), "decimal": .decimal(Decimal(5) / 2),
    "nul": .string("a\0b"), "bytes": .data(Data([0, 97])),
    "uuid": .uuid(UUID(uuid: (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1))),
    "last": .string("a\u{10FFFF}"), "lastOfPlane": .string("a\u{D7FF}"),
    "letters": .string(String(repeating: "a", count: 62)),
    "moreLetters": .string(String(repeating: "a", count: 63)),
    "integers": .list(FilterList((1...65).map { .int($0) })),
    "doubles": .list(FilterList((1...3).map { .double(Double($0) + 0.5) })),
    "texts": .list(FilterList((1...65).map { .string("t\($0)") })),
  ]

  private static let now = Date(timeIntervalSinceReferenceDate: 0)

  /// The predicates of the file.
  static func predicates() throws -> [String] {
    // Predicates begin at the margin, their forms are indented.
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix(" ") }.map(String.init)
  }

  private static func forms(of text: String) throws -> [String] {
    let predicate = try AST.Predicate(parsing: text, arguments: Arguments())
    let opposite = AST.Predicate.not(AST.Negation(predicate))
    let (plain, asked) = (form(predicate, sqlite), form(predicate, engine))
    var lines = ["SQLite      \(plain)", "  block     \(form(opposite, sqlite))"]
    if asked != plain { lines.append("  engine    \(asked)") }
    lines.append("PostgreSQL  \(form(predicate, postgreSQL))")
    lines.append("  block     \(form(opposite, postgreSQL))")
    return lines
  }

  private typealias Target = (dialect: SQLDialect, table: SQLTableDeclaration?)

  private static let sqlite = target(.sqlite())
  private static let engine = target(.sqlite(functions: true))
  private static let postgreSQL = target(.postgreSQL)

  private static func target(_ dialect: SQLDialect) -> Target {
    (dialect, try? HostileTable.declaration(dialect))
  }

  private static func form(_ predicate: AST.Predicate, _ target: Target) -> String {
    guard let table = target.table else { return "" }
    let translation = SQLTranslation(
      predicate, table: table, dialect: target.dialect, bindings: bindings,
      now: now)
    let parts = translation.explanation.parts
    var translator = Translator(
      table: table, dialect: target.dialect,
      constants: ConstantReader(
        bindings: bindings, now: now, libraries: .standard, isStrict: false))
    let precisions =
      parts.map(\.precision.rawValue).joined(separator: ", ")
      + (translator.translate(predicate).canFail ? "!" : "")
    guard parts.contains(where: { $0.sql != nil }) else { return precisions }
    let (text, parameters) = translation.where
    let values = parameters.map(\.description).joined(separator: ", ")
    return "\(precisions): \(text)\(values.isEmpty ? "" : "  -- \(values)")"
  }
}
