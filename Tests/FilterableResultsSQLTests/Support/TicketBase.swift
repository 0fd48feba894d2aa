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

  /// A database with a folder of its own, with tickets and their owners.
  final class TicketBase: Sendable {
    let kind: StoreKind
    let folder: URL
    let hasFunctions: Bool
    private let database: any TestDatabase

    /// - Parameters:
    ///   - isPool: Whether reads go on during writes, by the journal of write-ahead logging.
    ///   - hasFunctions: Whether the database asks the engine. PostgreSQL cannot.
    ///   - schema: Statements of SQLite with BOOLEAN for the type of booleans.
    init(
      _ kind: StoreKind = .synchronous, isPool: Bool = true, hasFunctions: Bool = false,
      schema: String = TicketBase.schema
    ) throws {
      self.kind = kind
      self.hasFunctions = hasFunctions && kind.isSQLite
      folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("tickets-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      database = try kind.database(
        folder.appendingPathComponent("tickets.db").path, isPool: isPool,
        hasFunctions: hasFunctions, schema: schema)
    }

    deinit {
      try? FileManager.default.removeItem(at: folder)
    }

    /// The file of SQLite.
    var path: String { folder.appendingPathComponent("tickets.db").path }

    /// The connections of GRDB to the file.
    var writer: any DatabaseWriter {
      guard let file = database as? SQLiteFile else { fatalError("the database is no file") }
      return file.writer
    }

    /// A store that can follow the tables; by default those of the tickets.
    func store(
      seed: UInt64 = 0, usesHook: Bool = true, _ tables: [SQLTableDeclaration]? = nil
    ) async throws -> any SQLStore {
      let tables = try tables ?? [Self.table().declaration, Self.owners()]
      return kind.store(try await database.store(tables, usesHook: usesHook), seed: seed)
    }

    /// Commits a transaction, also within asynchronous tests.
    func write<Result>(_ body: (any TestTransaction) throws -> Result) throws -> Result {
      var result: Result?
      try database.transact { transaction in
        result = try body(transaction)
        return .commit
      }
      guard let result else { fatalError("the transaction did not run") }
      return result
    }

    /// Runs a transaction to the end that `body` returns.
    func transact(
      _ body: (any TestTransaction) throws -> Database.TransactionCompletion
    ) throws { try database.transact(body) }

    /// Reads, also within asynchronous tests.
    func read<Result>(_ body: (any TestTransaction) throws -> Result) throws -> Result {
      try database.read(body)
    }

    static let schema = """
      CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE ticket (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, priority INTEGER NOT NULL,
        open BOOLEAN NOT NULL, score REAL, due INTEGER,
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
          .real("score", nullable: true, finite: true),
          .date("due", as: .unixSeconds, nullable: true),
          .integer("owner_id", nullable: true, field: "ownerID"),
        ], relations: [.toOne("owner", owners(), from: ["owner_id"])]
      ) { row in
        Ticket(
          id: row.next(), title: row.next(), priority: row.next(), isOpen: row.next(),
          score: row.next(), due: row.next(), ownerID: row.next())
      }
    }

    // GRDB ends a text at its NUL, so that titles go in and out as bytes.

    /// Inserts a ticket, in place of the one with its id.
    static func put(_ ticket: Ticket, _ database: Database) throws {
      try database.execute(
        sql: "INSERT OR REPLACE INTO ticket VALUES (?, CAST(? AS TEXT), ?, ?, ?, ?, ?)",
        arguments: [
          ticket.id, Data(ticket.title.utf8), ticket.priority, ticket.isOpen, ticket.score,
          ticket.due.map { Int64($0.timeIntervalSince1970) }, ticket.ownerID,
        ])
    }

    /// Inserts a ticket, in place of the one with its id.
    static func put(_ ticket: Ticket, _ transaction: any TestTransaction) throws {
      // PostgreSQL has no NUL.
      let title = transaction.isPostgreSQL ? ticket.title.replacing("\0", with: "") : ticket.title
      let values: [(any TestValue)?] = [
        ticket.id, title, ticket.priority, ticket.isOpen, ticket.score,
        ticket.due.map { Int64($0.timeIntervalSince1970) }, ticket.ownerID,
      ]
      guard !title.utf8.contains(0) else {
        let bound = values.map { value -> SQLValue? in
          if case .text(let text)? = value?.bound { .bytes(Array(text.utf8)) } else { value?.bound }
        }
        return try transaction.run(
          "INSERT OR REPLACE INTO ticket VALUES (?, CAST(? AS TEXT), ?, ?, ?, ?, ?)", bound)
      }
      try transaction.put("ticket", values)
    }

    /// All tickets, read by GRDB and not by the library.
    static func all(_ database: Database) throws -> [Ticket] {
      try all(SQLiteTransaction(database))
    }

    /// All tickets, read by plain rows and not by the library.
    static func all(_ transaction: any TestTransaction) throws -> [Ticket] {
      let title = transaction.isPostgreSQL ? "title" : "CAST(title AS BLOB)"
      return try transaction.rows(
        "SELECT id, \(title), priority, open, score, due, owner_id FROM ticket ORDER BY id"
      ).map { row in
        let due: Int64? = row[5]
        return Ticket(
          id: row[0], title: row[1], priority: row[2], isOpen: row[3], score: row[4],
          due: due.map { Date(timeIntervalSince1970: Double($0)) }, ownerID: row[6])
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
