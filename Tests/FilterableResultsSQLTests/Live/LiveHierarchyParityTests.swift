#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import GRDB
  import Testing

  @testable import FilterableResultsGRDB

  /// What parents with ordered children can do (ZSWHierarchicalResultsController), on a database.
  @Suite(.limitedDatabases) struct LiveHierarchyParityTests {
    typealias Owner = LiveHierarchyTests.Owner

    /// Notes the changed sections that a delegate gets.
    private final class Calls: ResultsControllerDelegate {
      var lines: [String] = []

      func controller(
        _ controller: ResultsController<Ticket>, didChangeSection change: SectionChange
      ) {
        lines.append("section \(change)")
      }
    }

    private struct World {
      let base: TicketBase
      let store: CountingStore
      let live: LiveHierarchy<Owner, Ticket>
      let results = ResultsController<Ticket>(identifiedBy: \.id)

      init(
        _ filter: String? = nil,
        _ configure: (inout ResultsConfiguration<Ticket>) -> Void = { _ in }
      ) throws {
        base = try TicketBase()
        try base.writer.write { database in
          try database.execute(
            sql: """
              INSERT INTO owner VALUES (1, 'Ann'), (2, 'Bo'), (3, 'Cy');
              INSERT INTO ticket VALUES (1, 'a', 3, 1, NULL, NULL, 1), (2, 'b', 2, 1, NULL, NULL, 1),
                (3, 'c', 1, 0, NULL, NULL, 3);
              """)
        }
        store = CountingStore(try SQLiteStore(base.writer))
        try results.configure(configure)
        live = try Self.live(filter, store)
        try results.update(from: live)
      }

      static func live(
        _ filter: String?, _ store: any SQLStore
      ) throws -> LiveHierarchy<Owner, Ticket> {
        let owners = try SQLTable<Owner>(
          "owner", key: ["id"], columns: [.integer("id"), .text("name")]
        ) { row in Owner(id: row.next(), name: row.next()) }
        return try LiveHierarchy(
          SQLFetchRequest(
            owners, try filter.map { try FilterPredicate(text: $0) },
            sort: [.ascending(\.name, options: .normalized)]),
          children: SQLFetchRequest(TicketBase.table(), sort: [.ascending(\.priority)]),
          of: "ownerID", in: store, title: \.name)
      }

      func write(_ sql: String) throws {
        try base.writer.write { try $0.execute(sql: sql) }
        try results.update(from: live)
      }

      /// Each section with its title and the ids of its rows.
      var shown: [String] {
        results.snapshot.sections.map { "\($0.title ?? "-") \($0.items.map(\.id))" }
      }
    }

    @Test func parentsAreFetchedWithTheirChildrenAtOnce() throws {  // ZS-1
      let world = try World()
      #expect(world.live.parents.predicate == nil)
      #expect(world.shown == ["Ann [2, 1]", "Bo []", "Cy [3]"])
      #expect(world.store.take().count == 2)
      // The request is a copy.
      var parents = world.live.parents
      parents.predicate = try FilterPredicate("id > 1")
      try world.write("INSERT INTO owner VALUES (4, 'Di')")
      #expect(world.shown == ["Ann [2, 1]", "Bo []", "Cy [3]", "Di []"])
      try world.live.setRequests(parents: parents, children: world.live.request)
      try world.results.update(from: world.live)
      #expect(world.shown == ["Bo []", "Cy [3]", "Di []"])
    }

    @Test func anyNumberOfParentsIsTwoStatements() throws {  // ZS-1
      let world = try World()
      try world.base.writer.write { database in
        try database.execute(
          sql: """
            WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 5009)
            INSERT INTO owner SELECT i, 'Zed' FROM n;
            INSERT INTO ticket SELECT id, 't', 1, 1, NULL, NULL, id FROM owner WHERE id > 9;
            """)
      }
      _ = world.store.take()
      try world.results.update(from: world.live)
      #expect(world.store.take().count == 2)
      #expect(world.results.snapshot.sections.count == 5003)
      #expect(world.results.snapshot.sections[5002].items.map(\.id) == [5009])
    }

    @Test func oneParentIsOneSection() throws {  // ZS-2
      let world = try World("id == 1")
      #expect(world.shown == ["Ann [2, 1]"])
      try world.write("UPDATE ticket SET owner_id = 1 WHERE id = 3")
      #expect(world.shown == ["Ann [3, 2, 1]"])
      try world.write("DELETE FROM owner WHERE id = 1")
      #expect(world.shown == [])
    }

    @Test func theRequestsAndTheDelegateAreReadAndSet() throws {  // ZS-4
      let world = try World("id < 3")
      let delegate = Calls()
      world.results.delegate = delegate
      #expect(world.results.delegate === delegate)
      #expect(world.live.parents.predicate?.syntax.sourceText == "id < 3")
      #expect(world.live.request.sort == [.ascending(\.priority)])
      // Two controllers follow one database, each with a delegate of its own.
      let second = ResultsController<Ticket>(identifiedBy: \.id)
      let live = try World.live(nil, world.store)
      try second.update(from: live)
      let other = Calls()
      second.delegate = other
      try world.write("UPDATE owner SET name = 'Al' WHERE id = 2")
      try second.update(from: live)
      #expect(delegate.lines.contains("section move(from: 1, to: 0)"), "\(delegate.lines)")
      #expect(other.lines == delegate.lines)
      let count = delegate.lines.count
      world.results.delegate = nil
      try world.write("DELETE FROM owner WHERE id = 2")
      try second.update(from: live)
      #expect(delegate.lines.count == count && other.lines.last == "section delete(at: 0)")
    }

    @Test func updatesAreLeftToThoseWhoWatchItems() throws {  // ZS-9
      let world = try World { $0.rows.isModified = { _, _ in false } }
      var changes: [ResultsChange<Ticket>] = []
      world.results.observe { changes.append($0) }
      try world.write("UPDATE ticket SET title = 'new' WHERE id = 1")
      #expect(changes.isEmpty)
      #expect(world.results.snapshot.sections[0].items.map(\.title) == ["b", "new"])
      try world.write("UPDATE ticket SET priority = 0, title = 'x' WHERE id = 1")
      #expect(changes.count == 1 && changes[0].changeset.updatedItems.isEmpty)
      #expect(world.shown == ["Ann [1, 2]", "Bo []", "Cy [3]"])
    }

    @Test func parentsComeAndGoByPredicateAndOrder() throws {  // ZS-10
      let world = try World("name < 'C'") { $0.delivery.reportsMoves = false }
      var changes: [Changeset] = []
      world.results.observe { changes.append($0.changeset) }
      #expect(world.shown == ["Ann [2, 1]", "Bo []"])
      // A parent begins to match: its children are not listed by themselves.
      try world.write("UPDATE owner SET name = 'Al' WHERE id = 3")
      #expect(changes.last?.insertedSections == [0] && changes.last?.insertedItems.isEmpty == true)
      // It ceases to.
      try world.write("UPDATE owner SET name = 'Dee' WHERE id = 3")
      #expect(changes.last?.deletedSections == [0] && changes.last?.deletedItems.isEmpty == true)
      // It matches before and after: only children differ.
      try world.write(
        "UPDATE owner SET name = 'Anna' WHERE id = 1; UPDATE ticket SET owner_id = 2 WHERE id = 2")
      #expect(changes.last?.deletedItems == [ResultsPath(section: 0, item: 0)])
      #expect(changes.last?.insertedItems == [ResultsPath(section: 1, item: 0)])
      #expect(changes.last?.insertedSections.isEmpty == true)
      // Another order.
      try world.write("UPDATE owner SET name = 'Bob' WHERE id = 1")
      #expect(changes.last?.deletedSections.count == 1)
      #expect(changes.last?.insertedSections.count == 1)
      #expect(world.shown == ["Bo [2]", "Bob [1]"] && changes.count == 4)
    }
  }
#endif
