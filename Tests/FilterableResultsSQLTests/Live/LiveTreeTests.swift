import FilterableResultsUI
import FilterableResultsTesting

#if SQLite
  import FilterEngine
  import FilterSQL
  import FilterableResults
  import FilterableResultsSQL
  import Foundation
  import GRDB
  import Synchronization
  import TestSupport
  import Testing

  @testable import FilterableResultsGRDB

  /// Trees of the rows of a table, held against a source of trees in memory.
  @Suite(.limitedDatabases) struct LiveTreeTests {
    struct Folder: Filterable, Hashable, Sendable {
      var id: Int64
      var name: String
      var parentID: Int64?

      static let filterFields = FilterFields<Folder>(
        FilterField("id", \.id), FilterField("name", \.name), FilterField("parentID", \.parentID))

      static func all(_ database: any TestTransaction) throws -> [Folder] {
        try database.rows("SELECT id, name, parent FROM folder ORDER BY name, id")
          .map { Folder(id: $0[0], name: $0[1], parentID: $0[2]) }
      }
    }

    private static let schema = """
      CREATE TABLE folder (id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent INTEGER);
      CREATE INDEX folder_parent ON folder (parent);
      """

    private static func request(_ filter: String?) throws -> SQLFetchRequest<Folder> {
      let table = try SQLTable<Folder>(
        "folder", key: ["id"],
        columns: [
          .integer("id"), .text("name"), .integer("parent", nullable: true, field: "parentID"),
        ]
      ) { row in Folder(id: row.next(), name: row.next(), parentID: row.next()) }
      return SQLFetchRequest(
        table, try filter.map { try FilterPredicate(text: $0) },
        sort: [.ascending(\.name, options: .normalized)])
    }

    private final class Reader {
      let live: LiveTree<Folder>
      let results = ResultsController<Folder>(identifiedBy: \.id)
      let view = StrictView<String>()
      let adapter: ListViewAdapter<Folder>
      var changes: [ResultsChange<Folder>] = []

      init(_ filter: String?, expanded: Set<FilterValue> = [], _ store: any SQLStore) throws {
        live = try LiveTree(
          LiveTreeTests.request(filter), parent: "parentID", in: store, expanded: expanded)
        adapter = ListViewAdapter<Folder>(view)
        view.counts = { [unowned adapter] in adapter.rows.counts }
        view.cell = { [unowned self] path in adapter.rows.item(at: path).map(cell) }
        results.observe(for: self) { [unowned self] change in
          changes.append(change)
          adapter.apply(change)
        }
        if store is any SynchronousSQLStore { try results.update(from: live) }
      }

      /// A row as a list shows it: indented, and marked where it has children.
      func cell(_ folder: Folder) -> String {
        let key = FilterValue.int(folder.id)
        let mark = live.canExpand(key) ? "+" : ""
        return String(repeating: "-", count: live.depth(ofKey: key) ?? 9) + folder.name + mark
      }

      var shown: [String] { results.snapshot.items.map(cell) }

      func update() throws { try results.update(from: live) }
    }

    private static func base() throws -> TicketBase {
      let base = try TicketBase(schema: schema)
      try base.writer.write { database in
        try database.execute(
          sql: """
            INSERT INTO folder VALUES (1, 'a', NULL), (2, 'b', NULL), (3, 'aa', 1), (4, 'ab', 1),
              (5, 'aaa', 3), (6, 'ba', 2), (7, 'bb', 2), (8, 'lost', 99), (9, 'own', 9)
            """)
      }
      return base
    }

    @Test func expandedRowsShowTheirChildren() throws {
      let base = try Self.base()
      let store = CountingStore(try SQLiteStore(base.writer))
      let reader = try Reader(nil, store)
      #expect(reader.shown == ["a+", "b+"])
      #expect(reader.live.setExpanded(true, 1) && !reader.live.setExpanded(true, 1))
      #expect(!reader.live.setExpanded(true, 4) && !reader.live.setExpanded(false, 2))
      _ = store.take()
      try reader.update()
      #expect(reader.shown == ["a+", "-aa+", "-ab", "b+"])
      #expect(reader.live.setExpanded(true, 3) && reader.live.setExpanded(true, 2))
      try reader.update()
      #expect(reader.shown == ["a+", "-aa+", "--aaa", "-ab", "b+", "-ba", "-bb"])
      // Two statements, whatever is expanded.
      let statements = store.take()
      #expect(statements.count == 4)
      #expect(statements[0].contains("WHERE \"parent\" IS NULL OR \"parent\" = ? ORDER BY"))
      #expect(
        statements[3].contains("EXISTS (SELECT 1 FROM \"folder\" AS t1 WHERE t1.\"parent\" ="))
      // What was expanded below is forgotten.
      #expect(reader.live.setExpanded(false, 1) && !reader.live.isExpanded(3))
      try reader.update()
      #expect(reader.live.setExpanded(true, 1))
      try reader.update()
      #expect(reader.shown == ["a+", "-aa+", "-ab", "b+", "-ba", "-bb"])
      #expect(reader.changes.dropFirst().allSatisfy { !$0.isReload })
      #expect(reader.view.problems.isEmpty)
    }

    @Test func allRowsExpandAndCollapse() throws {
      let base = try Self.base()
      let store = CountingStore(try SQLiteStore(base.writer))
      let reader = try Reader(nil, store)
      let count = reader.changes.count
      store.reset()
      reader.live.expandAll()
      #expect(reader.shown == ["a+", "b+"])
      try reader.update()
      #expect(reader.shown == ["a+", "-aa+", "--aaa", "-ab", "b+", "-ba", "-bb"])
      #expect(store.take().count == 1 && reader.changes.count == count + 1)
      // What is inserted later is collapsed.
      try base.writer.write { database in
        try database.execute(sql: "INSERT INTO folder VALUES (20, 'c', NULL), (21, 'ca', 20)")
      }
      try reader.update()
      #expect(reader.shown.suffix(2) == ["-bb", "c+"])
      #expect(reader.live.setExpanded(false, 1))
      try reader.update()
      #expect(reader.shown == ["a+", "b+", "-ba", "-bb", "c+"])
      reader.live.collapseAll()
      try reader.update()
      #expect(reader.shown == ["a+", "b+", "c+"] && !reader.live.isExpanded(3))
      // The last call counts.
      reader.live.expandAll()
      reader.live.collapseAll()
      try reader.update()
      #expect(reader.shown == ["a+", "b+", "c+"])
      #expect(reader.view.problems.isEmpty)
    }

    @Test func aRowThatIsExpandedCollapsesItsSiblings() throws {
      let base = try Self.base()
      let reader = try Reader(nil, SQLiteStore(base.writer))
      reader.live.expandsOneNode = true
      #expect(reader.live.setExpanded(true, 1))
      try reader.update()
      #expect(reader.live.setExpanded(true, 3))
      try reader.update()
      #expect(reader.shown == ["a+", "-aa+", "--aaa", "-ab", "b+"])
      #expect(reader.live.setExpanded(true, 2) && !reader.live.isExpanded(1))
      try reader.update()
      #expect(reader.shown == ["a+", "b+", "-ba", "-bb"] && !reader.live.isExpanded(3))
      #expect(reader.view.problems.isEmpty)
    }

    @Test func aRowIsNotExpandedOrCollapsedIfTheClosureRefuses() throws {
      let base = try Self.base()
      let reader = try Reader(nil, SQLiteStore(base.writer))
      let asked = Mutex<[String]>([])
      let live = reader.live
      live.shouldSetExpanded = { [weak live] key, isExpanded in
        asked.withLock { $0.append("\(key) \(isExpanded) \(live?.isExpanded(key) == isExpanded)") }
        return key != 2 && (isExpanded || key != 1)
      }
      #expect(!live.setExpanded(true, 2) && live.setExpanded(true, 1))
      // The closure is called only for rows that would change.
      #expect(
        !live.setExpanded(true, 1) && !live.setExpanded(true, 4) && !live.setExpanded(true, 99))
      #expect(!live.setExpanded(false, 1) && !live.setExpanded(false, 2))
      #expect(asked.withLock { $0 } == ["2 true false", "1 true false", "1 false false"])
      try reader.update()
      #expect(reader.shown == ["a+", "-aa+", "-ab", "b+"])
      // It is not called for all rows at once.
      live.expandAll()
      try reader.update()
      #expect(reader.shown.count == 7 && asked.withLock { $0.count } == 3)
      live.shouldSetExpanded = nil
      #expect(live.setExpanded(false, 2))
    }

    @Test func whatIsExpandedWhileRowsAreReadIsShownAtTheNextLook() throws {
      let base = try Self.base()
      let store = CountingStore(try SQLiteStore(base.writer))
      let reader = try Reader(nil, expanded: [2], store)
      let live = reader.live
      let request = try Self.request("id != 3")
      func update(_ shown: [String], after step: @escaping @Sendable () throws -> Void) throws {
        let before = reader.shown
        store.interrupt(step)
        try base.writer.write { try $0.execute(sql: "UPDATE folder SET name = name") }
        try reader.update()
        #expect(reader.shown == before)
        try reader.update()
        #expect(reader.shown == shown)
      }
      try update(["a+", "-aa+", "-ab", "b+", "-ba", "-bb"]) { live.setExpanded(true, 1) }
      try update(["a+", "-aa+", "-ab", "b+"]) { live.setExpanded(false, 2) }
      try update(["a+", "-ab", "b+"]) { try live.setRequest(request) }
      #expect(reader.view.problems.isEmpty)
    }

    @Test func commitsAreTheDifference() throws {
      let base = try Self.base()
      let reader = try Reader(nil, expanded: [1, 2, 77], SQLiteStore(base.writer))
      #expect(reader.shown == ["a+", "-aa+", "-ab", "b+", "-ba", "-bb"])
      #expect(!reader.live.isExpanded(77))
      func write(_ sql: String) throws -> Changeset? {
        let count = reader.changes.count
        try base.writer.write { try $0.execute(sql: sql) }
        try reader.update()
        #expect(reader.view.rows == [reader.shown] && reader.view.problems.isEmpty, "\(sql)")
        return reader.changes.count == count + 1 ? reader.changes.last?.changeset : nil
      }
      // A first child and a last one are updates of their parents.
      #expect(try write("INSERT INTO folder VALUES (10, 'x', 4)")?.updatedItems.count == 1)
      #expect(reader.shown == ["a+", "-aa+", "-ab+", "b+", "-ba", "-bb"])
      #expect(try write("DELETE FROM folder WHERE id = 5")?.updatedItems.count == 1)
      #expect(try write("UPDATE folder SET parent = 2 WHERE id = 3")?.movedItems.count == 1)
      #expect(reader.shown == ["a+", "-ab+", "b+", "-aa", "-ba", "-bb"])
      #expect(try write("UPDATE folder SET name = 'y' WHERE id = 10") == nil)
      // A row that goes takes those below it along, and forgets that it was expanded.
      #expect(try write("DELETE FROM folder WHERE id = 2")?.deletedItems.count == 4)
      #expect(!reader.live.isExpanded(2))
      try reader.live.setRequest(Self.request("name != 'ab'"))
      try reader.update()
      #expect(reader.shown == ["a"])
    }

    @Test func childrenThatTheEngineTestsAreFoundToo() throws {
      let base = try Self.base()
      let store = CountingStore(try SQLiteStore(base.writer))
      let reader = try Reader("length(name) < 2 OR id == 5 OR parentID == 2", store)
      #expect(reader.shown == ["a", "b+"])
      #expect(store.take().allSatisfy { !$0.contains("EXISTS") })
      let exact = try Reader("name BEGINSWITH[n] 'a' OR parentID == nil", store)
      #expect(exact.shown == ["a+", "b"])
      #expect(store.take().count { $0.contains("EXISTS") } == 1)
    }

    @Test func whatCannotBeATreeIsRefused() throws {
      let base = try Self.base()
      let store = try SQLiteStore(base.writer)
      let error = #expect(throws: LiveFetchError.self) {
        try LiveTree(Self.request(nil), parent: "above", in: store)
      }
      #expect(error?.description == "table 'folder': there is no column with the key 'above'")
    }

    @Test(arguments: StoreKind.rounds(6))
    func rowsAreThoseOfASourceOfTrees(seed: UInt64, kind: StoreKind) async throws {
      var random = SeededGenerator(seed: seed)
      let base = try TicketBase(
        kind, isPool: random.chance(50), hasFunctions: random.chance(30), schema: Self.schema)
      let filter = random.pick([nil, "name != 'c'", "length(name) < 2"])
      let reader = try Reader(
        filter, try await base.store(seed: seed, [Self.request(nil).table.declaration]))
      let matches = try FilterPredicate<Folder>(text: filter ?? "TRUEPREDICATE")
      let source = TreeSource<Folder>(identifiedBy: ResultsKey(\.id))
      for step in 0..<60 {
        var generator = random
        try base.write { database in
          for _ in 0...generator.below(step == 0 ? 30 : 3) {
            try Self.change(database, &generator)
          }
        }
        random = generator
        try await reader.results.show(reader.live)
        let all = try base.read(Folder.all)
        source.roots = Self.trees(all.filter { (try? matches.matches($0)) ?? false })
        Self.collapseHidden(source)
        try compare(reader, source, "seed \(seed) step \(step)")
        let key = FilterValue.int(Int64(random.below(20)))
        let isExpanded = random.chance(70)
        if reader.live.depth(ofKey: key) != nil, reader.live.canExpand(key) || !isExpanded {
          #expect(reader.live.setExpanded(isExpanded, key) == source.setExpanded(isExpanded, key))
        }
        let areAllSet = random.chance(10)
        if areAllSet { Self.setAll(random.chance(50), reader.live, source) }
        if areAllSet || random.chance(50) {
          try await reader.results.show(reader.live)
          try compare(reader, source, "seed \(seed) step \(step) expanded")
        }
      }
    }

    /// Expands or collapses all rows.
    private static func setAll(
      _ isExpanded: Bool, _ live: LiveTree<Folder>, _ source: TreeSource<Folder>
    ) {
      guard !isExpanded else {
        live.expandAll()
        return source.expandAll()
      }
      live.collapseAll()
      for key in (0..<20).map({ FilterValue.int($0) }) { source.setExpanded(false, key) }
    }

    /// All rows of trees.
    private static func folders(_ nodes: [ResultsTreeNode<Folder>]) -> [Folder] {
      nodes.flatMap { [$0.item] + folders($0.children ?? []) }
    }

    /// A row that a commit hides is collapsed.
    private static func collapseHidden(_ source: TreeSource<Folder>) {
      guard case .items(let items)? = try? source.contents() else { return }
      let shown = Set(items.map { FilterValue.int($0.id) })
      for key in (0..<20).map({ FilterValue.int($0) }) where !shown.contains(key) {
        source.setExpanded(false, key)
      }
    }

    private func compare(_ reader: Reader, _ source: TreeSource<Folder>, _ message: String) throws {
      guard case .items(let items) = try source.contents() else { return }
      let parents = Set(Self.folders(source.roots).compactMap(\.parentID))
      #expect(reader.results.snapshot.items == items, "\(message)")
      for item in items {
        let key = FilterValue.int(item.id)
        #expect(reader.live.depth(ofKey: key) == source.depth(ofKey: key), "\(message)")
        #expect(reader.live.canExpand(key) == parents.contains(item.id), "\(message)")
        #expect(reader.live.isExpanded(key) == source.isExpanded(key), "\(message)")
      }
      #expect(reader.view.rows == [reader.shown], "\(message)")
      #expect(reader.view.problems.isEmpty, "\(message)")
    }

    private static func change(_ database: any TestTransaction, _ random: inout SeededGenerator)
      throws
    {
      let id = random.below(20)
      let parent: Int? = random.chance(30) ? nil : random.below(20)
      switch random.below(5) {
      case 0: try database.execute(sql: "DELETE FROM folder WHERE id = ?", arguments: [id])
      case 1:
        try database.execute(
          sql: "UPDATE folder SET parent = ? WHERE id = ?", arguments: [parent, id])
      default:
        try database.put("folder", [id, random.pick(["a", "b", "c", "dd"]), parent])
      }
    }

    /// The trees of rows, each of which can be expanded; those on a circle belong to none.
    private static func trees(_ folders: [Folder]) -> [ResultsTreeNode<Folder>] {
      let children = Dictionary(grouping: folders, by: \.parentID)
      func node(_ folder: Folder) -> ResultsTreeNode<Folder> {
        ResultsTreeNode(folder, children: (children[folder.id] ?? []).map(node))
      }
      return (children[nil] ?? []).map(node)
    }
  }
#endif
