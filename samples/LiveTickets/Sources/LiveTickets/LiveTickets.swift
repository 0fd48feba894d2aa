import FilterEngine
import FilterableResults
import FilterableResultsSQL
import Foundation

/// Prints the tickets of a database that a filter matches, and then each change of them.
///
///     live-tickets DATABASE [FILTER]     until Ctrl-C; other programs may write to the database
///     live-tickets --demo DATABASE       writes to the database itself, and ends
///
/// DATABASE is a file of SQLite, or `postgres://user@host/name`.
@main struct LiveTickets {
  @MainActor static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isDemo = arguments.first == "--demo"
    if isDemo { arguments.removeFirst() }
    guard let address = arguments.first else {
      print("usage: live-tickets [--demo] DATABASE [FILTER]")
      return
    }
    let filter = arguments.count > 1 ? arguments[1] : "open == TRUE"

    let database = try await TicketDatabase(address)
    try await database.createTable()
    let live = try LiveFetch(
      SQLFetchRequest(
        try Ticket.table(), try FilterPredicate(text: filter), sort: [.descending(\.priority)]),
      in: database.store)
    let results = ResultsController<Ticket>(identifiedBy: \.id)
    if isDemo { return try await demonstrate(live, results, database) }

    results.observe { print(change: $0) }
    let watch = Task { try await database.watch { note($0) } }
    await results.follow(live) { note("error: \($0)") }
    watch.cancel()
  }

  /// Commits, and prints what they change.
  @MainActor private static func demonstrate(
    _ live: LiveFetch<Ticket>, _ results: ResultsController<Ticket>, _ database: TicketDatabase
  ) async throws {
    try await results.update(from: live)
    results.observe { print(change: $0) }
    for sql in [
      "INSERT INTO ticket VALUES (1, 'Printer burns', 3, TRUE), (2, 'Wrong font', 1, TRUE)",
      "INSERT INTO ticket VALUES (3, 'Closed long ago', 9, FALSE)",
      "UPDATE ticket SET priority = 5 WHERE id = 2",
      "UPDATE ticket SET open = FALSE WHERE id = 1",
    ] {
      print(sql)
      try await database.run(sql)
      try await database.store.catchUp()
      try await results.update(from: live)
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

  /// Prints a line beside the tickets.
  private static func note(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
