import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import FilterSQL

/// How exactly SQLite tests each operator on a column of each kind beside a constant of each kind.
///
/// `Precisions.txt` has a line for each column and operator and a cell for each constant: the precision of the
/// comparison, that of its opposite (`e`xact, `s`uperset or `-` for nothing), and `!` where a row can be an error, so
/// that the operands behind it are not tested. The differential tests hold what is exact against the engine.
/// `RECORD_SNAPSHOTS=1` writes the file.
@Suite struct PrecisionTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Precisions.txt")

  private static let columns = [
    "whole", "other", "ratio", "flag", "name", "code", "title", "born", "at", "raw", "token",
    "price", "stamp", "julian", "extra.a", "doc", "anything", "loose", "owner.name", "id",
  ]

  private static let operators = [
    "==", "!=", "<", ">=", "BETWEEN", "IN", "CONTAINS", "BEGINSWITH", "ENDSWITH[c]", "LIKE",
    "MATCHES", "==[c]", "<[n]", "UTI-EQUALS",
  ]

  private static let constants = [
    "1", "2.5", "TRUE", "nil", "'a'", "'é'", "''", "CAST(0, 'NSDate')", "{1, 2}", "{'a', 'b'}",
    "{nil, 1}", "{1, 'a'}", "{CAST(0, 'NSDate'), CAST(10, 'NSDate')}", "{}",
    "CAST('0.1', 'NSDecimalNumber')", "{nil}", "{1}", "{nil, 1, 2}", "{1, 2, 3}",
  ]

  @Test func eachOperatorIsAsExactAsRecorded() throws {
    let table = try HostileTable.declaration(.sqlite())
    var text = "constants: \(Self.constants.joined(separator: "  "))\n"
    for column in Self.columns {
      for name in Self.operators {
        let cells = try Self.constants.map { try Self.cell("\(column) \(name) \($0)", table) }
        text += "\(column) \(name): \(cells.joined(separator: " "))\n"
      }
    }
    #expect(try text == RecordedText.read(Self.file, recording: text))
  }

  private static func cell(_ comparison: String, _ table: SQLTableDeclaration) throws -> String {
    let parts = try parts("\(comparison) AND id == 1", table)
    let opposite = try Self.parts("NOT \(comparison)", table)
    return letter(parts[0]) + letter(opposite[0])
      + (parts[1].reasons.contains(.behindFailure) ? "!" : "")
  }

  private static func parts(
    _ text: String, _ table: SQLTableDeclaration
  ) throws -> [SQLExplanation.Operand] {
    let predicate = try AST.Predicate(parsing: text)
    return SQLTranslation(predicate, table: table, dialect: .sqlite()).explanation.parts
  }

  private static func letter(_ part: SQLExplanation.Operand) -> String {
    switch part.precision {
    case .exact: "e"
    case .superset: "s"
    case .none: "-"
    }
  }
}
