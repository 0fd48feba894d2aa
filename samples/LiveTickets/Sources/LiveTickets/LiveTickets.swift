import FilterEngine
import FilterableResults
import FilterableResultsGRDB
import FilterableResultsSQL
import Foundation
import GRDB

/// Prints the tickets of a database that a filter matches, and then each change of them.
///
///     live-tickets FILE [FILTER]     until Ctrl-C; other programs may write to the file
///     live-tickets --demo FILE       writes to the file itself, and ends
@main struct LiveTickets {
  @MainActor static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isDemo = arguments.first == "--demo"
    if isDemo { arguments.removeFirst() }
    guard let path = arguments.first else {
      print("usage: live-tickets [--demo] FILE [FILTER]")
      return
    }
    let filter = arguments.count > 1 ? arguments[1] : "open == TRUE"

    let store = try SQLiteStore(path: path)
    try await store.writer.write { database in
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS ticket (id INTEGER PRIMARY KEY, title TEXT NOT NULL,
            priority INTEGER NOT NULL, open INTEGER NOT NULL)
          """)
    }
    let live = try LiveFetch(
      SQLFetchRequest(
        try Ticket.table(), try FilterPredicate(text: filter), sort: [.descending(\.priority)]),
      in: store)
    let results = ResultsController<Ticket>(identifiedBy: \.id)
    if isDemo { return try demonstrate(live, results, store) }

    results.observe { print(change: $0) }
    let others = Task { try await store.checkForOtherWriters(every: .seconds(1)) }
    await results.follow(live) { print("error: \($0)") }
    others.cancel()
  }

  /// Commits, and prints what they change.
  @MainActor private static func demonstrate(
    _ live: LiveFetch<Ticket>, _ results: ResultsController<Ticket>, _ store: SQLiteStore
  ) throws {
    try results.update(from: live)
    results.observe { print(change: $0) }
    for sql in [
      "INSERT INTO ticket VALUES (1, 'Printer burns', 3, 1), (2, 'Wrong font', 1, 1)",
      "INSERT INTO ticket VALUES (3, 'Closed long ago', 9, 0)",
      "UPDATE ticket SET priority = 5 WHERE id = 2",
      "UPDATE ticket SET open = 0 WHERE id = 1",
    ] {
      print(sql)
      try store.writer.write { try $0.execute(sql: sql) }
      try results.update(from: live)
    }
  }

  private static func print(change: ResultsChange<Ticket>) {
    for path in change.changeset.deletedItems {
      if let ticket = change.old.row(at: path)?.item { print("- \(ticket.title)") }
    }
    for path in change.changeset.insertedItems {
      if let ticket = change.new.row(at: path)?.item { print("+ \(ticket.title)") }
    }
    for row in change.new.sections.flatMap({ $0.rows }) {
      if let ticket = row.item { print("    \(ticket.priority) \(ticket.title)") }
    }
    // A reader of a pipe sees each change when it is made.
    fflush(nil)
  }

  private static func print(_ line: String) { Swift.print(line) }
}
