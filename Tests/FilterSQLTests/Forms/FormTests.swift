import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import FilterSQL

/// The SQL of each operator, as `Forms.txt` records it.
///
/// A predicate begins at the margin. Its forms are indented: both sides for each dialect, with `!` if a row can be an
/// error, so that the operands after it are not tested. The first predicate of each operator has its forms in full, the others
/// a digest of theirs. A new predicate gets its forms in full; `  -` below it asks for the digest.
///
/// `RECORD_SNAPSHOTS=1` writes the file. `FRC_FORMS=FILE` writes all forms in full to a file, to compare two commits.
@Suite struct FormTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Forms.txt")

  /// A predicate and the lines below it.
  private struct Entry {
    let predicate: String
    var lines: [String] = []

    /// Whether a digest takes the place of the forms.
    var isDigest: Bool { lines.count == 1 }

    var text: String { ([predicate] + lines.map { "  \($0)" }).joined(separator: "\n") }
  }

  @Test func eachOperatorHasTheFormThatIsRecorded() throws {
    let recorded = try Self.entries()
    #expect(recorded.count > 60)
    let full = try recorded.map {
      Entry(predicate: $0.predicate, lines: try Self.forms(of: $0.predicate))
    }
    if let path = ProcessInfo.processInfo.environment["FRC_FORMS"] {
      try Data(full.map { $0.text + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: path))
    }
    var present = full
    for index in present.indices where recorded[index].isDigest {
      present[index].lines = [Self.digest(full[index].lines)]
    }
    _ = try RecordedText.read(Self.file, recording: present.map { $0.text + "\n" }.joined())
    let old = try Self.entries()
    let differing = present.indices.filter { present[$0].text != old[$0].text }
      .map { "\(full[$0].text)\nwas recorded as\n\(old[$0].text)" }
    #expect(differing == [])
  }

  /// Each line of the table in the article has the forms of its filter.
  @Test func theArticleShowsForms() throws {
    let root = Self.file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appendingPathComponent("Sources/FilterSQL/FilterSQL.docc/PushedDown.md"),
      encoding: .utf8)
    let section = try #require(article.range(of: "\n## Forms\n"))
    let table = article[section.upperBound...].components(separatedBy: "\n## ")[0]
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.count > 20)
    for row in rows {
      let cells = row.dropFirst("| `".count).dropLast("` |".count).components(separatedBy: "` | `")
      try #require(cells.count == 3)
      let forms = try Self.forms(of: cells[0])
      #expect(forms.contains("SQLite      \(cells[1])"), "\(forms)")
      #expect(forms.contains("PostgreSQL  \(cells[2])"), "\(forms)")
    }
  }

  /// FNV-1a of the lines, in 32 bits.
  private static func digest(_ lines: [String]) -> String {
    let hash = lines.joined(separator: "\n").utf8.reduce(UInt32(0x811c_9dc5)) {
      ($0 ^ UInt32($1)) &* 0x0100_0193
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Constants that texts cannot write, or are too long for.
  static let bindings: [String: FilterValue] = [
    "v": .int(1), "nan": .double(.nan), "infinity": .double(.infinity),
    "wide": FilterValue(integer: UInt64.max), "decimal": .decimal(Decimal(5) / 2),
    "nul": .string("a\0b"), "bytes": .data(Data([0, 97])),
    "uuid": .uuid(UUID(uuid: (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1))),
    "mark": .uuid(
      UUID(
        uuid: (
          0xAB, 0xCD, 0xEF, 0xAB, 0xCD, 0xEF, 0x4A, 0xBC, 0x8D, 0xEF, 0xAB, 0xCD, 0xEF, 0xAB, 0xCD,
          0xEF
        ))),
    "last": .string("a\u{10FFFF}"), "lastOfPlane": .string("a\u{D7FF}"),
    "letters": .string(String(repeating: "a", count: 62)),
    "moreLetters": .string(String(repeating: "a", count: 63)),
    "integers": .list(FilterList((1...65).map { .int($0) })),
    "doubles": .list(FilterList((1...3).map { .double(Double($0) + 0.5) })),
    "texts": .list(FilterList((1...65).map { .string("t\($0)") })),
  ]

  private static let now = Date(timeIntervalSinceReferenceDate: 0)

  /// The predicates of the file.
  static func predicates() throws -> [String] { try entries().map(\.predicate) }

  private static func entries() throws -> [Entry] {
    var entries: [Entry] = []
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix(" "), !entries.isEmpty {
        entries[entries.count - 1].lines.append(String(line.dropFirst(2)))
      } else {
        entries.append(Entry(predicate: String(line)))
      }
    }
    return entries
  }

  private static func forms(of text: String) throws -> [String] {
    let predicate = try AST.Predicate(parsing: text, arguments: SyntaxArguments())
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
        bindings: bindings, now: now, options: .standard))
    let precisions =
      parts.map(\.precision.rawValue).joined(separator: ", ")
      + (translator.translate(predicate).canFail ? "!" : "")
    guard parts.contains(where: { $0.sql != nil }) else { return precisions }
    let (text, parameters) = translation.where
    let values = parameters.map(\.description).joined(separator: ", ")
    return "\(precisions): \(text)\(values.isEmpty ? "" : "  -- \(values)")"
  }
}
