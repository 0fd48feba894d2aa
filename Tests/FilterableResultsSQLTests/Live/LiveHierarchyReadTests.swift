import FilterableResultsTesting
import FilterableResultsUI

#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import Foundation
  import GRDB
  import TestSupport
  import Testing

  @testable import FilterableResultsGRDB
  @testable import FilterableResultsSQL

  /// The statements by which a hierarchy reads a commit.
  @Suite(.limitedDatabases) struct LiveHierarchyReadTests {
    typealias Owner = LiveHierarchyTests.Owner

    private final class World {
      let base: TicketBase
      let store: CountingStore
      let live: LiveHierarchy<Owner, Ticket>
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      let view = StrictView<String>()
      let adapter: ListViewAdapter<Ticket>
      var changes: [ResultsChange<Ticket>] = []

      init(owners: Int, tickets: Int, limit: Int? = nil, hasView: Bool = true) throws {
        base = try TicketBase()
        try base.write { database in
          try database.execute(
            sql: """
              WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(owners))
              INSERT INTO owner SELECT i, printf('%07d', 2 * i) FROM n;
              CREATE INDEX ticket_owner ON ticket (owner_id);
              """)
          for id in 1...tickets {
            var ticket = TicketBase.ticket(Int64(id))
            ticket.ownerID = Int64(id)
            try TicketBase.put(ticket, database)
          }
        }
        store = CountingStore(try SQLiteStore(base.writer))
        var parents = try LiveHierarchyTests.owners(
          "name != 'none'", sort: [.ascending(\.name, options: .normalized)])
        parents.limit = limit
        live = try LiveHierarchy(
          parents,
          children: SQLFetchRequest(TicketBase.table(), sort: [.ascending(\.priority)]),
          of: "ownerID", in: store, title: \.name)
        adapter = ListViewAdapter<Ticket>(view)
        view.counts = { [unowned adapter] in adapter.rows.counts }
        view.cell = { [unowned adapter] path in adapter.rows.item(at: path)?.text }
        results.observe(for: self) { [unowned self] change in
          changes.append(change)
          if hasView { adapter.apply(change) }
        }
        try results.update(from: live)
      }

      /// The statements that read a commit, and the change that it is, if it is one.
      func step(_ sql: String) throws -> (statements: [String], changeset: Changeset?) {
        let count = changes.count
        try base.write { try $0.execute(sql: sql) }
        _ = store.take()
        try results.update(from: live)
        #expect(changes.count <= count + 1 && changes.last?.isReload != true || count == 0)
        return (store.take(), changes.count == count ? nil : changes.last?.changeset)
      }

      /// Compares the sections with those of a source that reads all rows.
      func check(_ message: String = "") throws {
        let other = ResultsController<Ticket>(identifiedBy: \.id)
        try other.update(
          from: LiveHierarchy(
            live.parents, children: live.request, of: "ownerID", in: store.base, title: \.name))
        let same = zip(results.snapshot.sections, other.snapshot.sections).allSatisfy {
          $0.key == $1.key && $0.title == $1.title && $0.items.elementsEqual($1.items)
        }
        #expect(same && results.snapshot.count == other.snapshot.count, "\(message)")
        guard !view.rows.isEmpty else { return }
        #expect(view.problems.isEmpty, "\(message)")
        #expect(view.rows.map(\.count) == results.snapshot.sections.map(\.count), "\(message)")
      }
    }

    /// Whether no statement reads a table without the condition of keys.
    private static func areKeyed(_ statements: [String]) -> Bool {
      statements.allSatisfy { text in
        text.contains("\"id\" = ?") || text.contains("\"id\" IN")
          || text.contains("\"owner_id\" = ?") || text.contains("\"owner_id\" IN")
      }
    }

    @Test func aCommitOfAHierarchyOf100000ParentsReadsItsSections() throws {
      let world = try World(owners: 100_000, tickets: 50, hasView: false)
      #expect(world.store.take().count == 2)
      for sql in [
        "UPDATE ticket SET title = 'x' WHERE id = 7",
        "UPDATE ticket SET owner_id = 90000 WHERE id = 7",
        "UPDATE owner SET name = '0000001' WHERE id = 9",
      ] {
        let (statements, changeset) = try world.step(sql)
        #expect(statements.count == 2 && Self.areKeyed(statements), "\(sql) \(statements)")
        #expect(changeset != nil)
      }
      #expect(world.results.snapshot.sections[89_999].items.map(\.id) == [7])
      #expect(world.results.snapshot.sections[0].items.map(\.id) == [9])
    }

    @Test func eachKindOfCommitReadsItsSections() throws {
      let world = try World(owners: 1000, tickets: 50)
      #expect(world.store.take().count == 2)
      func step(_ sql: String, _ count: Int = 2) throws -> Changeset? {
        let (statements, changeset) = try world.step(sql)
        #expect(statements.count == count && Self.areKeyed(statements), "\(sql) \(statements)")
        return changeset
      }
      // A child changes, is inserted, gets another parent, and is deleted.
      #expect(try step("UPDATE ticket SET title = 'x' WHERE id = 7")?.updatedItems.count == 1)
      #expect(
        try step("INSERT INTO ticket VALUES (99, 'n', 0, 1, NULL, NULL, 700)")?.insertedItems
          == [ResultsPath(section: 699, item: 0)])
      let moved = try step("UPDATE ticket SET owner_id = 900 WHERE id = 7")
      #expect(moved?.movedItems.map(\.from) == [ResultsPath(section: 6, item: 0)])
      #expect(moved?.movedItems.map(\.to) == [ResultsPath(section: 899, item: 0)])
      #expect(try step("DELETE FROM ticket WHERE id = 99")?.deletedItems.count == 1)
      // A parent gets another name, another position, no match; one is inserted, one is deleted.
      let renamed = try step("UPDATE owner SET name = '0000010x' WHERE id = 5")
      #expect(renamed?.updatedSections.map(\.to) == [4] && renamed?.movedSections.isEmpty == true)
      #expect(try step("UPDATE owner SET name = '0000001' WHERE id = 9")?.movedSections.count == 1)
      #expect(try step("UPDATE owner SET name = 'none' WHERE id = 12", 1)?.deletedSections == [11])
      #expect(
        try step("INSERT INTO owner VALUES (200000, '0000003')")?.insertedSections == [2])
      #expect(try step("DELETE FROM owner WHERE id = 3", 1)?.deletedItems.isEmpty == true)
      #expect(try step("UPDATE owner SET name = '0000024' WHERE id = 12")?.insertedSections != nil)
      // A child without a parent, and one whose parent does not match, are not shown.
      #expect(try step("INSERT INTO ticket VALUES (98, 'n', 0, 1, NULL, NULL, NULL)", 0) == nil)
      try world.check()
      #expect(world.live.parent(forSection: 200_000)?.name == "0000003")
    }

    @Test func theParentOfASectionIsThatOfTheLastRead() throws {
      let world = try World(owners: 3, tickets: 2)
      #expect(world.live.parent(forSection: 2) == Owner(id: 2, name: "0000004"))
      #expect(world.live.parent(forSection: 9) == nil)
      for section in world.results.snapshot.sections {
        #expect(world.live.parent(forSection: section.key)?.name == section.title)
      }
      try world.base.write { try $0.execute(sql: "UPDATE owner SET name = 'b' WHERE id = 2") }
      #expect(world.live.parent(forSection: 2)?.name == "0000004")
      try world.results.update(from: world.live)
      #expect(world.live.parent(forSection: 2)?.name == "b")
      try world.live.setRequests(
        parents: LiveHierarchyTests.owners("id > 2"), children: world.live.request)
      try world.results.update(from: world.live)
      #expect(world.live.parent(forSection: 2) == nil)
      #expect(world.live.parent(forSection: 3)?.id == 3)
    }

    /// Changes that cannot be read section by section have all rows read, and are right.
    @Test func manySectionsAndOthersAreReadWhole() throws {
      let world = try World(owners: 200, tickets: 150)
      func isWhole(_ sql: String) throws -> Bool {
        let statements = try world.step(sql).statements
        try world.check(sql)
        return statements.contains { !Self.areKeyed([$0]) }
      }
      #expect(try !isWhole("UPDATE ticket SET title = 'a' WHERE id <= 60"))
      #expect(try isWhole("UPDATE ticket SET title = 'b' WHERE id <= 70"))
      #expect(try !isWhole("UPDATE owner SET name = name || 'x' WHERE id <= 20"))
      #expect(try isWhole("UPDATE owner SET name = '9' || name WHERE id <= 20"))
      #expect(try !isWhole("DELETE FROM owner WHERE id IN (3, 30, 33)"))
      #expect(try isWhole("DELETE FROM owner WHERE id BETWEEN 40 AND 60"))
      // A row that cannot be decoded may be in any section.
      #expect(try !isWhole("UPDATE ticket SET open = 7 WHERE id = 100"))
      #expect(world.live.failures.count == 1)
      #expect(try isWhole("UPDATE ticket SET title = 'c' WHERE id = 101"))
      #expect(try isWhole("UPDATE ticket SET open = 1 WHERE id = 100"))
      #expect(world.live.failures.isEmpty)
      #expect(try !isWhole("UPDATE ticket SET title = 'd' WHERE id = 101"))
      // Rows that the controller edits, and another identity.
      world.results.remove(key: 101)
      #expect(try isWhole("UPDATE ticket SET title = 'e' WHERE id = 102"))
      try world.results.configure { $0.rows.identity = ResultsKey(\.title) }
      for title in ["f", "g"] {
        let sql = "UPDATE ticket SET title = '\(title)' WHERE id = 102"
        #expect(try !world.step(sql).statements.allSatisfy { Self.areKeyed([$0]) })
      }
    }

    @Test func parentsWithALimitAreReadWhole() throws {
      let world = try World(owners: 20, tickets: 20, limit: 5)
      #expect(world.results.snapshot.count == 5)
      _ = try world.step("DELETE FROM owner WHERE id = 2")
      #expect(world.results.snapshot.sections.map(\.key) == [1, 3, 4, 5, 6])
      try world.check()
    }

    /// A child of an owner, whose name only the database reads.
    private struct Errand: Filterable, Hashable, Sendable {
      var id: Int64
      var ownerID: Int64?
      var boss: Owner?

      static let filterFields = FilterFields<Errand>(
        FilterField("id", \.id), FilterField("ownerID", \.ownerID), FilterField("boss", \.boss))
    }

    /// The filter of the children reads the parent: commits on both sides decide on the rows.
    @Test func aFilterThroughTheParentFollowsIt() throws {
      let world = try World(owners: 30, tickets: 30)
      let errands = try SQLTable<Errand>(
        "ticket", key: ["id"],
        columns: [.integer("id"), .integer("owner_id", nullable: true, field: "ownerID")],
        relations: [.toOne("boss", TicketBase.owners(), from: ["owner_id"])]
      ) { row in Errand(id: row.next(), ownerID: row.next()) }
      let live = try LiveHierarchy(
        LiveHierarchyTests.owners(),
        children: SQLFetchRequest(errands, FilterPredicate(text: "boss.name != '0000008'")),
        of: "ownerID", in: world.store)
      let results = ResultsController<Errand>(identifiedBy: \.id)
      for (sql, count) in [
        ("SELECT 1", 29), ("UPDATE owner SET name = 'x' WHERE id = 4", 30),
        ("UPDATE owner SET name = '0000008' WHERE id = 5", 29),
        ("UPDATE ticket SET owner_id = 5 WHERE id = 1", 28),
      ] {
        try world.base.write { try $0.execute(sql: sql) }
        try results.update(from: live)
        #expect(results.snapshot.rowCount == count, "\(sql)")
      }
    }

    @Test(arguments: RandomSearch.seeds(6))
    func sectionsThatAreReadAloneAreThoseOfAWholeRead(seed: UInt64) throws {
      var random = SeededGenerator(seed: seed)
      let world = try World(owners: 40, tickets: 30)
      if random.chance(50) {
        try world.results.configure { $0.rows.sort = [.descending(\.title)] }
      }
      let isFiltered = random.chance(30)
      if isFiltered { try world.results.filters.add(Self.openOnly()) }
      try world.results.configure { $0.sections.empty = .keep }
      for step in 0..<60 {
        var generator = random
        try world.base.transact { database in
          for _ in 0...generator.below(4) { try Self.change(database, &generator) }
          return generator.chance(10) ? .rollback : .commit
        }
        random = generator
        guard random.chance(75) else { continue }
        let count = world.changes.count
        try world.results.update(from: world.live)
        #expect(world.changes.count <= count + 1)
        try Self.compare(world, isFiltered, "seed \(seed) step \(step)")
      }
      let statements = world.store.take()
      #expect(statements.count { Self.areKeyed([$0]) } > statements.count / 2)
    }

    /// Compares with a controller of the same settings that shows a whole read.
    private static func compare(
      _ world: World, _ isFiltered: Bool, _ message: String
    ) throws {
      let other = ResultsController<Ticket>(identifiedBy: \.id)
      try other.configure { $0 = world.results.configuration }
      if isFiltered { try other.filters.add(openOnly()) }
      let live = try LiveHierarchy(
        world.live.parents, children: world.live.request, of: "ownerID", in: world.store.base,
        title: \.name)
      try other.update(from: live)
      #expect(world.results.snapshot == other.snapshot, "\(message)")
      #expect(world.results.sections.stored == other.sections.stored, "\(message)")
      #expect(world.view.problems.isEmpty, "\(message)")
      for section in other.snapshot.sections {
        #expect(
          world.live.parent(forSection: section.key) == live.parent(forSection: section.key))
      }
    }

    private static func openOnly() throws -> ResultsFilter<Ticket> {
      try ResultsFilter("open", predicate: FilterPredicate("open == TRUE"))
    }

    private static func change(_ database: any TestTransaction, _ random: inout SeededGenerator)
      throws
    {
      let (owner, ticket) = (random.below(44) + 1, random.below(40) + 1)
      let name = random.pick(["0000020", "0000021", "none", "0000039", "a", "0000000"])
      switch random.below(9) {
      case 0: try database.execute(sql: "DELETE FROM owner WHERE id = ?", arguments: [owner])
      case 1:
        try database.execute(
          sql: "INSERT OR REPLACE INTO owner VALUES (?, ?)", arguments: [owner, name])
      case 2:
        try database.execute(
          sql: "UPDATE owner SET name = ? WHERE id = ?", arguments: [name, owner])
      case 3: try database.execute(sql: "DELETE FROM ticket WHERE id = ?", arguments: [ticket])
      case 4, 5:
        try database.execute(
          sql: """
            UPDATE OR IGNORE ticket SET owner_id = (SELECT id FROM owner WHERE id >= ? LIMIT 1)
            WHERE id = ?
            """, arguments: [owner, ticket])
      case 6:
        try database.execute(
          sql: "UPDATE ticket SET open = 1 - open, title = title || 'a' WHERE id = ?",
          arguments: [ticket])
      default:
        try database.execute(
          sql: """
            INSERT OR REPLACE INTO ticket
            SELECT ?, 't', ?, 1, NULL, NULL, (SELECT id FROM owner WHERE id >= ? LIMIT 1)
            """, arguments: [ticket, random.below(90), owner])
      }
    }
  }
#endif
