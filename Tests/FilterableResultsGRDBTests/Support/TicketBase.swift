#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import Foundation
  import GRDB
  import TestSupport

  @testable import FilterableResultsGRDB

  /// A row of the table `ticket`.
  struct Ticket: Filterable, Hashable, Codable, Sendable {
    var id: Int64
    var title: String
    var priority: Int64
    var isOpen: Bool
    var score: Double?
    var due: Date?
    var ownerID: Int64?

    static let filterFields = FilterFields<Ticket>(
      FilterField("id", \.id), FilterField("title", \.title), FilterField("priority", \.priority),
      FilterField("open", \.isOpen), FilterField("score", \.score), FilterField("due", \.due),
      FilterField("ownerID", \.ownerID))

    var text: String {
      "\(id) \(title) \(priority) \(isOpen) \(score.map { "\($0)" } ?? "-")"
        + " \(due.map { "\($0.timeIntervalSinceReferenceDate)" } ?? "-")"
        + " \(ownerID.map { "\($0)" } ?? "-")"
    }
  }

  /// A database in a folder of its own, with tickets and their owners.
  final class TicketBase {
    let folder: URL
    let writer: any DatabaseWriter
    let hasFunctions: Bool

    var path: String { folder.appendingPathComponent("tickets.db").path }

    /// - Parameter isPool: Whether reads go on during writes, by the journal of write-ahead logging.
    init(isPool: Bool = true, hasFunctions: Bool = false, schema: String = TicketBase.schema) throws
    {
      self.hasFunctions = hasFunctions
      folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("tickets-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var configuration = Configuration()
      if hasFunctions { configuration.prepareForFilters() }
      let path = folder.appendingPathComponent("tickets.db").path
      writer =
        try isPool
        ? DatabasePool(path: path, configuration: configuration)
        : DatabaseQueue(path: path, configuration: configuration)
      try writer.writeWithoutTransaction { try $0.execute(sql: schema) }
    }

    /// Commits a transaction, also within asynchronous tests.
    func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
      try writer.write(body)
    }

    /// Runs a transaction to the end that `body` returns.
    func transact(_ body: (Database) throws -> Database.TransactionCompletion) throws {
      try writer.writeWithoutTransaction { database in
        try database.inTransaction { try body(database) }
      }
    }

    /// Reads, also within asynchronous tests.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
      try writer.read(body)
    }

    deinit {
      try? FileManager.default.removeItem(at: folder)
    }

    static let schema = """
      CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE ticket (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, priority INTEGER NOT NULL,
        open INTEGER NOT NULL, score REAL, due INTEGER,
        owner_id INTEGER REFERENCES owner (id) ON DELETE CASCADE);
      CREATE INDEX ticket_priority ON ticket (priority);
      """

    static func owners() throws -> SQLTableDeclaration {
      try SQLTableDeclaration("owner", key: ["id"], columns: [.integer("id"), .text("name")])
    }

    static func table(_ name: String = "ticket") throws -> SQLTable<Ticket> {
      try SQLTable<Ticket>(
        name, key: ["id"],
        columns: [
          .integer("id"), .text("title"), .integer("priority"), .boolean("open"),
          .real("score", nullable: true), .date("due", as: .unixSeconds, nullable: true),
          .integer("owner_id", nullable: true, field: "ownerID"),
        ], relations: [.toOne("owner", owners(), from: ["owner_id"])]
      ) { row in
        Ticket(
          id: row.next(), title: row.next(), priority: row.next(), isOpen: row.next(),
          score: row.next(), due: row.next(), ownerID: row.next())
      }
    }

    // GRDB ends a text at its NUL, so that titles go in and out as bytes.

    /// Puts a ticket in, or in place of the one with its id.
    static func put(_ ticket: Ticket, _ database: Database) throws {
      try database.execute(
        sql: "INSERT OR REPLACE INTO ticket VALUES (?, CAST(? AS TEXT), ?, ?, ?, ?, ?)",
        arguments: [
          ticket.id, Data(ticket.title.utf8), ticket.priority, ticket.isOpen, ticket.score,
          ticket.due.map { Int64($0.timeIntervalSince1970) }, ticket.ownerID,
        ])
    }

    /// All tickets, read by GRDB and not by the library.
    static func all(_ database: Database) throws -> [Ticket] {
      try Row.fetchAll(
        database, sql: "SELECT *, CAST(title AS BLOB) AS bytes FROM ticket ORDER BY id"
      ).map { row in
        let due: Int64? = row["due"]
        return Ticket(
          id: row["id"], title: String(decoding: row["bytes"] as Data, as: UTF8.self),
          priority: row["priority"], isOpen: row["open"],
          score: row["score"], due: due.map { Date(timeIntervalSince1970: Double($0)) },
          ownerID: row["owner_id"])
      }
    }

    static let titles = [
      "", "a", "A", "ab", "Ab", "é", "e\u{301}", "K", "\u{212A}", "ß", "a\0b", "zz",
    ]

    static func ticket(_ id: Int64, _ random: inout SeededGenerator) -> Ticket {
      Ticket(
        id: id, title: random.pick(titles), priority: Int64(random.below(5)) - 1,
        isOpen: random.below(2) == 0,
        score: random.below(4) == 0 ? nil : random.pick([0, -0.5, 1, 2.5, 1e300]),
        due: random.below(3) == 0 ? nil : Date(timeIntervalSince1970: Double(random.below(4))),
        ownerID: random.below(2) == 0 ? nil : Int64(random.below(3)) + 1)
    }
  }
#endif
