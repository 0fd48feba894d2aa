import FilterableResultsUI
import FilterableResultsTesting

#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import Foundation
  import GRDB
  import TestSupport
  import Testing

  @testable import FilterableResultsGRDB

  /// Sections of parents with their children.
  @Suite(.limitedDatabases) struct LiveHierarchyTests {
    struct Owner: Filterable, Hashable, Sendable {
      var id: Int64
      var name: String

      static let filterFields = FilterFields<Owner>(
        FilterField("id", \.id), FilterField("name", \.name))
    }

    static func owners(
      _ filter: String? = nil, sort: [ResultsSortKey<Owner>] = []
    ) throws -> SQLFetchRequest<Owner> {
      let table = try SQLTable<Owner>(
        "owner", key: ["id"], columns: [.integer("id"), .text("name")]
      ) { row in Owner(id: row.next(), name: row.next()) }
      return SQLFetchRequest(table, try filter.map { try FilterPredicate(text: $0) }, sort: sort)
    }

    private static func tickets(
      _ filter: String? = nil, sort: [ResultsSortKey<Ticket>] = []
    ) throws -> SQLFetchRequest<Ticket> {
      SQLFetchRequest(
        try TicketBase.table(), try filter.map { try FilterPredicate(text: $0) }, sort: sort)
    }

    private final class Reader {
      let live: LiveHierarchy<Owner, Ticket>
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      let view = StrictView<String>()
      let adapter: ListViewAdapter<Ticket>
      var changes: [ResultsChange<Ticket>] = []

      init(
        _ parents: SQLFetchRequest<Owner>, _ children: SQLFetchRequest<Ticket>,
        _ store: any SQLStore
      ) throws {
        live = try LiveHierarchy(
          parents, children: children, of: "ownerID", in: store, title: \.name)
        adapter = ListViewAdapter<Ticket>(view)
        view.counts = { [unowned adapter] in adapter.rows.counts }
        view.cell = { [unowned adapter] path in adapter.rows.item(at: path)?.text }
        results.observe(for: self) { [unowned self] change in
          changes.append(change)
          adapter.apply(change)
        }
      }

      convenience init(
        _ parents: SQLFetchRequest<Owner>, _ children: SQLFetchRequest<Ticket>, _ base: TicketBase
      ) throws {
        try self.init(parents, children, SQLiteStore(base.writer))
        try results.update(from: live)
      }

      /// Each section with its title and the ids of its rows.
      var shown: [String] {
        results.snapshot.sections.map { section in
          "\(section.title ?? "-"): \(section.rows.compactMap { $0.item.map { "\($0.id)" } }.joined(separator: " "))"
        }
      }
    }

    private static func base(_ kind: StoreKind = .synchronous) throws -> TicketBase {
      let base = try TicketBase(kind)
      try base.write { database in
        try database.execute(
          sql: """
            INSERT INTO owner VALUES (1, 'Ann'), (2, 'Bo'), (3, 'Cy');
            INSERT INTO ticket VALUES (1, 'a', 3, TRUE, NULL, NULL, 1),
              (2, 'b', 2, TRUE, NULL, NULL, 1), (3, 'c', 1, FALSE, NULL, NULL, 2),
              (4, 'd', 9, TRUE, NULL, NULL, NULL);
            """)
      }
      return base
    }

    @Test func eachParentIsASectionWithItsChildrenInOrder() throws {
      let base = try Self.base()
      let reader = try Reader(
        try Self.owners(sort: [.descending(\.name)]),
        try Self.tickets(sort: [.ascending(\.priority)]), base)
      #expect(reader.shown == ["Cy: ", "Bo: 3", "Ann: 2 1"])
      #expect(reader.live.parents.sort.count == 1 && reader.live.request.sort.count == 1)
    }

    @Test func oneParentIsOneSection() throws {
      let base = try Self.base()
      let reader = try Reader(try Self.owners("id == 2"), try Self.tickets(), base)
      #expect(reader.shown == ["Bo: 3"])
    }

    @Test func parentsComeAndGoAndChildrenMove() throws {
      let base = try Self.base()
      let reader = try Reader(
        try Self.owners("name < 'C'", sort: [.ascending(\.name, options: .normalized)]),
        try Self.tickets("open == TRUE OR priority > 0"), base)
      #expect(reader.shown == ["Ann: 1 2", "Bo: 3"])
      func step(_ sql: String, _ shown: [String]) throws -> Changeset {
        let count = reader.changes.count
        try base.writer.write { try $0.execute(sql: sql) }
        try reader.results.update(from: reader.live)
        #expect(reader.shown == shown, "\(sql)")
        #expect(reader.changes.count == count + 1, "\(sql)")
        return try #require(reader.changes.last).changeset
      }
      // A parent matches now, and one does no more.
      #expect(
        try step("UPDATE owner SET name = 'Al' WHERE id = 3", ["Al: ", "Ann: 1 2", "Bo: 3"])
          .insertedSections == [0])
      #expect(
        try step("UPDATE owner SET name = 'Dee' WHERE id = 2", ["Al: ", "Ann: 1 2"])
          .deletedSections == [2])
      // A child changes, comes, moves to another parent, and goes.
      #expect(
        try step("UPDATE ticket SET title = 'x' WHERE id = 2", ["Al: ", "Ann: 1 2"])
          .updatedItems.count == 1)
      #expect(
        try step("UPDATE ticket SET owner_id = 3 WHERE id = 4", ["Al: 4", "Ann: 1 2"])
          .insertedItems.count == 1)
      #expect(
        try step("UPDATE ticket SET owner_id = 3 WHERE id = 1", ["Al: 1 4", "Ann: 2"])
          .movedItems.count == 1)
      #expect(
        try step("DELETE FROM ticket WHERE id = 2", ["Al: 1 4", "Ann: "]).deletedItems.count == 1)
      // Another order of the parents.
      #expect(
        try step("UPDATE owner SET name = 'B' WHERE id = 3", ["Ann: ", "B: 1 4"])
          .movedSections.count == 1)
      #expect(reader.view.problems.isEmpty)
    }

    @Test func otherRequestsAreTheDifference() throws {
      let base = try Self.base()
      let reader = try Reader(try Self.owners(), try Self.tickets(), base)
      try reader.live.setRequests(
        parents: try Self.owners("id > 1"), children: try Self.tickets("priority > 1"))
      try reader.results.update(from: reader.live)
      #expect(reader.shown == ["Bo: ", "Cy: "])
      #expect(reader.changes.count == 2 && reader.changes[1].isReload == false)
    }

    @Test func whatCannotBeAHierarchyIsRefused() throws {
      let base = try Self.base()
      let store = try SQLiteStore(base.writer)
      let error = #expect(throws: LiveFetchError.self) {
        try LiveHierarchy(Self.owners(), children: Self.tickets(), of: "owner", in: store)
      }
      #expect(error?.description == "table 'ticket': there is no column with the key 'owner'")
    }

    /// A row of `ticket` whose owner is read by the database only.
    private struct Errand: Filterable, Hashable, Sendable {
      var id: Int64
      var ownerID: Int64?
      var boss: Owner?

      static let filterFields = FilterFields<Errand>(
        FilterField("id", \.id), FilterField("ownerID", \.ownerID), FilterField("boss", \.boss))

      static func request(
        _ filter: String, key: [String] = ["id"], table: String = "ticket"
      ) throws -> SQLFetchRequest<Errand> {
        let owners = try SQLRelation.toOne("boss", TicketBase.owners(), from: ["owner_id"])
        let table = try SQLTable<Errand>(
          table, key: key,
          columns: [.integer("id"), .integer("owner_id", nullable: true, field: "ownerID")],
          relations: [owners]
        ) { row in Errand(id: row.next(), ownerID: row.next()) }
        return SQLFetchRequest(table, try FilterPredicate(text: filter))
      }
    }

    private struct Refusal: CustomTestStringConvertible, Sendable {
      var filter = "id > 0"
      var key = ["id"]
      var table = "ticket"
      var isParentOnly = false
      var reason: String

      var testDescription: String { reason }
    }

    private static let refusals = [
      Refusal(filter: "length(boss.name) > 1", reason: "the rows of 'boss' are not fetched"),
      Refusal(filter: "random() > 0.5", reason: "random() cannot be followed"),
      Refusal(table: "nothing", reason: "there is no table 'nothing'"),
      Refusal(key: ["id", "owner_id"], isParentOnly: true, reason: "a key of several columns"),
    ]

    @Test(arguments: refusals)
    private func aRequestThatCannotBeFollowedIsRefusedAtOnce(_ refusal: Refusal) throws {
      let base = try Self.base()
      let store = try SQLiteStore(base.writer)
      let good = try Errand.request("id < 3")
      let bad = try Errand.request(refusal.filter, key: refusal.key, table: refusal.table)
      let live = try LiveHierarchy(good, children: good, of: "ownerID", in: store)
      let pairs = [(bad, good)] + (refusal.isParentOnly ? [] : [(good, bad)])
      for (parents, children) in pairs {
        let errors = [
          #expect(throws: (any Error).self) {
            try LiveHierarchy(parents, children: children, of: "ownerID", in: store)
          },
          #expect(throws: (any Error).self) {
            try live.setRequests(parents: parents, children: children)
          },
        ]
        for error in errors { #expect("\(try #require(error))".contains(refusal.reason)) }
        for kept in [live.parents, live.request] {
          #expect(kept.predicate?.description == good.predicate?.description)
          #expect(kept.table.declaration.name == "ticket")
        }
      }
    }

    @Test(arguments: StoreKind.rounds(4))
    func sectionsAreThoseOfTheTables(seed: UInt64, kind: StoreKind) async throws {
      var random = SeededGenerator(seed: seed)
      let base = try Self.base(kind)
      let reader = try Reader(
        try Self.owners("name != 'Bo'", sort: [.ascending(\.name, options: .normalized)]),
        try Self.tickets("priority >= 0", sort: [.descending(\.title)]),
        try await base.store(seed: seed))
      try await reader.results.show(reader.live)
      for step in 0..<40 {
        let ticket = TicketBase.ticket(Int64(random.below(9)) + 1, &random)
        let (owner, name) = (random.below(4) + 1, random.pick(["Ann", "Bo", "Cy"]))
        let kind = random.below(5)
        try base.write { database in
          switch kind {
          case 0: try database.execute(sql: "DELETE FROM owner WHERE id = ?", arguments: [owner])
          case 1:
            try database.put("owner", [owner, name])
          default:
            try database.execute(
              sql: "INSERT INTO owner VALUES (?, 'new') ON CONFLICT DO NOTHING",
              arguments: [ticket.ownerID ?? 1])
            try TicketBase.put(ticket, database)
          }
        }
        guard random.chance(70) else { continue }
        let count = reader.changes.count
        try await reader.results.show(reader.live)
        let expected = try base.read(Self.expected)
        #expect(reader.shown == expected, "seed \(seed) step \(step)")
        #expect(reader.changes.count <= count + 1)
        #expect(reader.view.problems.isEmpty, "seed \(seed) step \(step)")
      }
    }

    /// The sections, from both tables as a whole.
    private static func expected(_ database: any TestTransaction) throws -> [String] {
      let tickets = try TicketBase.all(database).filter { $0.priority >= 0 }
      let source = MemorySource(tickets)
      source.request.sort = [.descending(\.title)]
      guard case .items(let sorted) = try source.contents() else { return [] }
      let owners = try database.rows(
        "SELECT id, name FROM owner WHERE name <> 'Bo' ORDER BY name, id")
      return owners.map { owner in
        let (id, name): (Int64, String) = (owner[0], owner[1])
        return "\(name): "
          + sorted.filter { $0.ownerID == id }.map { "\($0.id)" }.joined(separator: " ")
      }
    }
  }
#endif
