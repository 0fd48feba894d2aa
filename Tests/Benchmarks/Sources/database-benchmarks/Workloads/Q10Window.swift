import CAllocationCounter
import FilterEngine
import FilterSQL
import FilterableResults
import FilterableResultsGRDB
import FilterableResultsSQL
import Foundation
import GRDB

/// A window that slides over ten times as many rows as the other workloads have: the memory that it takes.
enum Q10Window: DatabaseWorkload {
  static let name = "Q10"
  private static let size = 200

  /// What SQLite keeps of pages, and all else, may take beside the rows of the window, in bytes.
  private static let most = 2 << 20

  /// How often the window goes on by half of its rows.
  private static let stepCount = 2_000

  private struct Line: Filterable, Sendable {
    var id: Int
    var text: String

    static let filterFields = FilterFields<Line>(
      FilterField("id", \.id), FilterField("text", \.text))
  }

  static func run(_ bench: Bench, _ people: PeopleFile) throws {
    guard allocated_bytes() >= 0 else {
      return bench.note("The memory of Q10 cannot be counted on this platform.")
    }
    let count = 10 * people.count
    let file = URL(fileURLWithPath: people.path).deletingLastPathComponent()
      .appendingPathComponent("lines.db").path
    try fill(file, count)
    let lines = try SQLTable<Line>(
      "line", key: ["id"], columns: [.integer("id"), .text("text")]
    ) { row in Line(id: row.next(), text: row.next()) }
    let request = SQLFetchRequest(lines, sort: [.ascending(\.id)])

    let before = allocated_bytes()
    let store = try SQLiteStore(path: file)
    let live = try LiveWindow(request, rows: size, in: store)
    let results = ResultsController<Line>(identifiedBy: \.id)
    var largest = 0
    for _ in 0..<stepCount {
      try results.update(from: live)
      largest = max(largest, allocated_bytes() - before)
      live.showNext(size / 2)
    }
    let rows = size * (MemoryLayout<Line>.stride + 64)
    let verdict = largest <= most + rows ? "ok" : "MISS"
    let last = results.snapshot.items.last?.id ?? 0
    bench.note(
      "Q10 a window of \(size) rows over \(count), at row \(last): \(largest / 1024) KiB at most"
        + " (mallinfo2; must 2 MiB and the rows): \(verdict)")
  }

  private static func fill(_ file: String, _ count: Int) throws {
    let made = try DatabaseQueue(path: file)
    try made.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
      try database.execute(
        sql: "CREATE TABLE line (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
      try database.execute(
        sql: """
          WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
          INSERT INTO line SELECT i, 'a line of the log, number ' || i FROM n
          """, arguments: [count])
    }
    try made.close()
  }
}
