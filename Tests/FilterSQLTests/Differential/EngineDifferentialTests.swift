import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import FilterSQL

/// Random predicates over hostile rows: DuckDB, Spark and the engine alone.
///
/// They need a Python that has both, whose path is in `FRC_ENGINES`; without one they are skipped.
@Suite(
  .enabled(if: AnalyticEngine.python != nil, "FRC_ENGINES names no Python with DuckDB and Spark"))
struct EngineDifferentialTests {
  private static let rows = 60

  @Test func duckDBAgreesWithTheEngine() throws { try agrees(.duckdb) }

  @Test func sparkAgreesWithTheEngine() throws { try agrees(.spark) }

  private func agrees(_ kind: AnalyticEngine.Kind) throws {
    let database = try AnalyticEngine(kind)
    try Differential.search(kind.dialect, rounds: 400, rows: Self.rows) { table, number in
      try database.fill(table, kind.dialect, files: number.isMultiple(of: 2))
    } keys: {
      try database.keys($0, $1)
    }
  }

  /// Each predicate whose form is recorded means in the database what it means to the engine.
  @Test(arguments: AnalyticEngine.Kind.allCases, [false, true])
  func eachFormHasTheRowsOfTheEngine(_ kind: AnalyticEngine.Kind, files: Bool) throws {
    let database = try AnalyticEngine(kind)
    for seed in RandomSearch.seeds(1) {
      let table = HostileTable(seed: seed, rows: Self.rows, kind.dialect)
      try database.fill(table, kind.dialect, files: files)
      let differences = try Differential(table, kind.dialect).differencesOfForms {
        try database.keys($0, $1)
      }
      #expect(differences == [], "FRC_SEED=\(seed)")
    }
  }

  /// Columns and texts in which a sign belongs to one character with what stands beside it.
  @Test(arguments: AnalyticEngine.Kind.allCases)
  func namesAndTextsHaveAnySign(_ kind: AnalyticEngine.Kind) throws {
    let database = try AnalyticEngine(kind)
    let signs = ["'", "\"", "`", "\\", "?", "$", "${", "--", "/*"]
    let texts = Set(signs.flatMap { JoinedSigns.texts(around: $0, JoinedSigns.visible) }).sorted()
    for start in stride(from: 0, to: texts.count, by: 100) {
      let names = texts[start..<min(start + 100, texts.count)]
      let table = try SQLTableDeclaration(
        "t", key: ["id"],
        columns: [.integer("id")] + names.map { .text($0, nullable: true) })
      let rows = (0..<3).map { row -> [SQLValue?] in
        [.integer(Int64(row))] + names.map { row == 0 ? .text($0) : row == 1 ? .text("v") : nil }
      }
      try database.create([(table, rows)], files: true)
      for name in names {
        let key = AST.Expression.keyPath(AST.KeyPath([AST.KeyPath.Component(.key, name)]))
        for (constant, expected) in [(AST.Constant.text(name), Int64(0)), (.null, 2)] {
          let translation = SQLTranslation(
            .comparison(AST.Comparison(key, .equal, .literal(AST.Literal(constant)))),
            table: table, dialect: kind.dialect)
          let keys = try database.keys(translation, SQLSelect(translation, columns: ["id"]))
          #expect(
            translation.isExact ? keys == [expected] : keys.contains(expected),
            "\(name.debugDescription)")
        }
      }
    }
  }

  /// A dialect that claims what the database does not do makes a predicate differ.
  @Test(arguments: AnalyticEngine.Kind.allCases)
  func aWrongDialectIsFound(_ kind: AnalyticEngine.Kind) throws {
    let database = try AnalyticEngine(kind)
    for (name, dialect, predicates) in kind.wrongDialects {
      var isFound = false
      for seed in 0..<UInt64(12) where !isFound {
        let table = HostileTable(seed: seed, rows: Self.rows, kind.dialect)
        try database.fill(table, kind.dialect, files: true)
        let declaration = try HostileTable.declaration(kind.dialect)
        isFound = try Differential(table, dialect, declaration: declaration).differs(on: predicates)
        {
          try database.keys($0, $1)
        }
      }
      #expect(isFound, "\(kind): \(name)")
    }
  }
}

/// A process that answers statements by DuckDB or Spark.
final class AnalyticEngine {
  enum Kind: String, CaseIterable, Sendable {
    case duckdb
    case spark

    var dialect: SQLDialect { self == .duckdb ? .duckDB : .spark }

    /// Dialects with a mistake each, and predicates that show it on some rows.
    var wrongDialects: [(name: String, dialect: SQLDialect, predicates: [String])] {
      func changed(_ change: (inout SQLDialect) -> Void) -> SQLDialect {
        var dialect = dialect
        change(&dialect)
        return dialect
      }
      let order = ["ratio > 1", "ratio < 1", "NOT ratio > 1", "ratio != 1", "ratio IN {1, 2}"]
      let both = [
        ("no NaN", changed { $0.reals = .withoutNaN }, order),
        ("NaN is found by comparisons of files", changed { $0.reals = .nanAbove }, order),
      ]
      switch self {
      case .duckdb:
        let texts = ["name == 'a'", "name == 'A'", "name BEGINSWITH[n] 'a'", "name >[n] 'a'"]
        return both + [("texts are bytes", changed { $0.texts = .bytes(collation: nil) }, texts)]
      case .spark:
        let zeros = ["ratio == 0", "ratio >= 0", "ratio <= 0", "NOT ratio < 0"]
        return both + [("zeros are equal", changed { $0.distinguishesZeros = false }, zeros)]
      }
    }
  }

  struct Failure: Error {
    let message: String
  }

  /// The path of a Python with both engines.
  static let python = ProcessInfo.processInfo.environment["FRC_ENGINES"]

  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var rest = Data()

  init(_ kind: Kind) throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Engines/answer.py")
    process.executableURL = URL(fileURLWithPath: Self.python ?? "")
    process.arguments = [script.path, kind.rawValue]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  // MARK: - Requests

  /// Fills the three tables.
  func fill(_ table: HostileTable, _ dialect: SQLDialect, files: Bool) throws {
    let declaration = try HostileTable.declaration(dialect)
    let relations = declaration.relations.map(\.table)
    let all = [
      (declaration, table.items), (relations[0], table.owners), (relations[1], table.orders),
    ]
    try create(all, files: files)
  }

  /// Creates tables with rows, in place of those with the same names.
  func create(
    _ tables: [(declaration: SQLTableDeclaration, rows: [[SQLValue?]])], files: Bool
  ) throws {
    let tables = tables.map { declaration, rows -> [String: Any] in
      [
        "name": declaration.name, "columns": declaration.columns.map { [$0.name, $0.kind.word] },
        "rows": rows.map { row in row.map { $0?.sent ?? NSNull() } },
      ]
    }
    _ = try answer(
      try JSONSerialization.data(withJSONObject: ["tables": tables, "files": files]))
  }

  /// The keys of the rows that a statement returns.
  func keys(_ translation: SQLTranslation, _ select: SQLSelect) throws -> [Int64] {
    // Not read and written again, which would lose the sign of zero.
    var line = Data("{\"statement\":".utf8)
    line += try JSONEncoder().encode(select.text) + Data(",".utf8)
    line += Data(translation.json(columns: nil).dropFirst())
    let keys = try answer(line)["keys"] as? [NSNumber]
    return keys?.map(\.int64Value) ?? []
  }

  private func answer(_ request: Data) throws -> [String: Any] {
    input.fileHandleForWriting.write(request + Data([10]))
    while !rest.contains(10) {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Failure(message: "the process has ended") }
      rest += more
    }
    let end = rest.firstIndex(of: 10) ?? rest.endIndex
    let line = rest[..<end]
    rest = Data(rest[end...].dropFirst())
    let answer = try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
    if let error = answer["error"] as? String {
      throw Failure(message: "\(String(decoding: request.prefix(2_000), as: UTF8.self)): \(error)")
    }
    return answer
  }
}

extension SQLColumn.Kind {
  /// The name of the kind for the process.
  fileprivate var word: String {
    switch self {
    case .integer, .date(.unixSeconds), .date(.unixMilliseconds): "integer"
    case .real, .date(.unixReal), .date(.julianDay): "real"
    case .boolean: "boolean"
    case .text, .date(.text), .uuidText: "text"
    case .bytes: "bytes"
    case .uuid: "uuid"
    case .date(.timestamp): "date"
    case .date(.timestampWithoutZone): "localdate"
    case .date(.calendarDay): "day"
    case .decimal, .json, .dynamic: "other"
    }
  }
}

extension SQLValue {
  /// The value of a cell for the process.
  fileprivate var sent: Any {
    switch self {
    case .integer(let value), .microseconds(let value), .localMicroseconds(let value),
      .days(let value):
      value
    // Not all numbers have a form in JSON, and Python reads them from texts.
    case .real(let value): "\(value)"
    case .boolean(let value): value
    case .text(let text): text
    case .bytes(let bytes): Data(bytes).base64EncodedString()
    case .uuid: castText ?? ""
    default: NSNull()
    }
  }
}
