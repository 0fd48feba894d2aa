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

  /// Windows that slide through the rows of a table.
  @Suite(.limitedDatabases) struct LiveWindowTests {
    private final class Reader {
      let live: LiveWindow<Ticket>
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      let view = StrictView<String>()
      let adapter: ListViewAdapter<Ticket>
      var changes: [ResultsChange<Ticket>] = []

      init(_ request: SQLFetchRequest<Ticket>, rows: Int, _ store: any SQLStore) throws {
        live = try LiveWindow(request, rows: rows, in: store)
        adapter = ListViewAdapter<Ticket>(view)
        view.counts = { [unowned adapter] in adapter.rows.counts }
        view.cell = { [unowned adapter] path in adapter.rows.item(at: path)?.text }
        results.observe(for: self) { [unowned self] change in
          changes.append(change)
          adapter.apply(change)
        }
        if store is any SynchronousSQLStore { try results.update(from: live) }
      }

      var ids: [Int64] { results.snapshot.items.map(\.id) }

      func update() throws { try results.update(from: live) }
    }

    private static func base(rows: Int) throws -> TicketBase {
      let base = try TicketBase()
      try base.writer.write { database in
        for id in 1...Int64(rows) {
          let ticket = Ticket(
            id: id, title: "t", priority: 10 * id, isOpen: true, score: nil, due: nil, ownerID: nil)
          try TicketBase.put(ticket, database)
        }
      }
      return base
    }

    private static func request(
      _ filter: String = "TRUEPREDICATE", sort: [ResultsSortKey<Ticket>] = [.ascending(\.priority)]
    ) throws -> SQLFetchRequest<Ticket> {
      SQLFetchRequest(try TicketBase.table(), try FilterPredicate(text: filter), sort: sort)
    }

    @Test func aWindowSlidesByTheDifference() throws {
      let base = try Self.base(rows: 30)
      let reader = try Reader(Self.request(), rows: 10, SQLiteStore(base.writer))
      #expect(reader.ids == Array(1...10) && reader.live.isAtStart && !reader.live.isAtEnd)
      reader.live.showNext(4)
      try reader.update()
      #expect(reader.ids == Array(5...14) && !reader.live.isAtStart)
      let changeset = try #require(reader.changes.last).changeset
      #expect(changeset.deletedItems.count == 4 && changeset.insertedItems.count == 4)
      reader.live.showPrevious(1)
      reader.live.showPrevious(1)
      try reader.update()
      #expect(reader.ids == Array(3...12))
      for _ in 0..<4 {
        reader.live.showNext(10)
        try reader.update()
      }
      #expect(reader.ids == Array(21...30) && reader.live.isAtEnd)
      reader.live.showPrevious(100)
      try reader.update()
      #expect(reader.ids == Array(1...10) && reader.live.isAtStart)
      reader.live.showNext(20)
      try reader.update()
      #expect(reader.ids == Array(10...19))
      reader.live.showStart()
      try reader.update()
      #expect(reader.ids == Array(1...10))
      #expect(reader.changes.dropFirst().allSatisfy { !$0.isReload })
      #expect(reader.view.problems.isEmpty)
    }

    @Test func aCommitBesideAWindowShowsNothing() throws {
      let base = try Self.base(rows: 30)
      let reader = try Reader(Self.request(), rows: 5, SQLiteStore(base.writer))
      reader.live.showNext(3)
      try reader.update()
      let count = reader.changes.count
      func write(_ sql: String) throws {
        try base.writer.write { try $0.execute(sql: sql) }
        try reader.update()
      }
      try write("INSERT INTO ticket VALUES (99, 'a', 5, 1, 1, 1, NULL)")
      try write("DELETE FROM ticket WHERE id IN (1, 2, 20)")
      #expect(reader.changes.count == count && reader.ids == [4, 5, 6, 7, 8])
      // The first row goes; the window begins at the next one.
      try write("DELETE FROM ticket WHERE id = 4")
      #expect(reader.ids == [5, 6, 7, 8, 9] && reader.changes.count == count + 1)
      // Rows that come where the first one was are shown.
      try write("INSERT INTO ticket VALUES (98, 'a', 45, 1, 1, 1, NULL)")
      #expect(reader.ids == [98, 5, 6, 7, 8])
      // The rest goes; rows before the window fill it.
      try write("DELETE FROM ticket WHERE priority > 45")
      #expect(reader.ids == [99, 3, 98] && reader.live.isAtStart && reader.live.isAtEnd)
      try write("DELETE FROM ticket")
      try write("INSERT INTO ticket VALUES (7, 'a', 1, 1, 1, 1, NULL)")
      #expect(reader.ids == [7])
      #expect(reader.view.problems.isEmpty)
    }

    @Test func aWindowIsFoundByAnIndexAndNotByCounting() throws {
      let base = try Self.base(rows: 30)
      let store = CountingStore(try SQLiteStore(base.writer))
      let reader = try Reader(Self.request(), rows: 5, store)
      reader.live.showNext(5)
      _ = store.take()
      try reader.update()
      let statements = store.take()
      #expect(statements.count == 2)
      #expect(statements.allSatisfy { !$0.contains("OFFSET") })
      #expect(
        statements.first?.hasSuffix(
          "WHERE \"priority\" >= ? AND (\"priority\" > ? OR \"priority\" = ? AND (\"id\" > ? "
            + "OR \"id\" = ?)) ORDER BY \"priority\", \"id\" LIMIT ?") == true,
        "\(statements)")
      // Without a test for NULL, for which all rows behind the window would be read.
      #expect(
        statements.last?.hasSuffix(
          "WHERE \"priority\" <= ? AND (\"priority\" < ? OR \"priority\" = ? AND \"id\" < ?) "
            + "ORDER BY \"priority\" DESC, \"id\" DESC LIMIT ?") == true,
        "\(statements)")
    }

    @Test func anOrderThatTheDatabaseDoesNotHaveIsRefused() throws {
      let base = try Self.base(rows: 1)
      let store = try SQLiteStore(base.writer)
      #expect(throws: FetchError.self) {
        try LiveWindow(Self.request(sort: [.ascending(\.title)]), rows: 5, in: store)
      }
    }

    @Test func anotherRequestIsShownFromItsFirstRow() throws {
      let base = try Self.base(rows: 30)
      let reader = try Reader(Self.request(), rows: 5, SQLiteStore(base.writer))
      reader.live.showNext(5)
      try reader.update()
      try reader.live.setRequest(
        Self.request("priority > 50", sort: [.descending(\.priority)]))
      try reader.update()
      #expect(reader.ids == [30, 29, 28, 27, 26])
      #expect(reader.live.request.sort == [.descending(\.priority)])
    }

    enum Move: CaseIterable, Sendable {
      case next, previous, start, request

      /// The rows that are shown of 30 after the rows 5 to 9.
      var shown: [Int64] {
        switch self {
        case .next: [7, 8, 9, 10, 11]
        case .previous: [3, 4, 5, 6, 7]
        case .start: [1, 2, 3, 4, 5]
        case .request: [30, 29, 28, 27, 26]
        }
      }

      func make(_ live: LiveWindow<Ticket>) throws {
        switch self {
        case .next: live.showNext(2)
        case .previous: live.showPrevious(2)
        case .start: live.showStart()
        case .request: try live.setRequest(LiveWindowTests.request(sort: [.descending(\.priority)]))
        }
      }
    }

    /// The rows that are being read are those of the place before the move.
    @Test(arguments: Move.allCases)
    func aMoveWhileRowsAreReadIsForTheNextLook(_ move: Move) throws {
      let base = try Self.base(rows: 30)
      let store = CountingStore(try SQLiteStore(base.writer))
      let reader = try Reader(Self.request(), rows: 5, store)
      reader.live.showNext(4)
      try reader.update()
      #expect(reader.ids == [5, 6, 7, 8, 9])
      let live = reader.live
      store.interrupt { try move.make(live) }
      try base.writer.write { try $0.execute(sql: "UPDATE ticket SET title = 'a' WHERE id = 6") }
      try reader.update()
      #expect(reader.ids == [5, 6, 7, 8, 9])
      try reader.update()
      #expect(reader.ids == move.shown)
      #expect(reader.view.problems.isEmpty)
    }

    private static let orders: [[ResultsSortKey<Ticket>]] = [
      [.ascending(\.priority)], [.descending(\.score), .ascending(\.isOpen)], [.descending(\.id)],
      [.ascending(\.due), .descending(\.title, options: .normalized)], [],
    ]

    /// The rows of a window that begins with the first one of `sorted` that is not before its position.
    private static func expected(_ sorted: [Ticket], _ start: Int, _ size: Int) -> [Ticket] {
      Array(sorted[max(0, min(start, sorted.count - size))...].prefix(size))
    }

    @Test(arguments: StoreKind.rounds(6))
    func aWindowShowsConsecutiveRows(seed: UInt64, kind: StoreKind) async throws {
      var random = SeededGenerator(seed: seed)
      let base = try TicketBase(
        kind, isPool: random.chance(50), hasFunctions: random.chance(30))
      try base.write { database in
        try database.execute(sql: "INSERT INTO owner VALUES (1, 'x'), (2, 'y'), (3, 'z')")
        for id in 1...40 { try TicketBase.put(TicketBase.ticket(Int64(id), &random), database) }
      }
      let filter = random.pick([
        "TRUEPREDICATE", "priority >= 0", "title CONTAINS[cd] 'a' OR id > 9",
      ])
      let request = try Self.request(filter, sort: random.pick(Self.orders))
      let size = 1 + random.below(8)
      let reader = try Reader(request, rows: size, try await base.store(seed: seed))
      try await reader.results.show(reader.live)
      for step in 0..<40 {
        let before = reader.results.snapshot.items
        let old = try Self.sorted(base, request)
        let first = old.firstIndex { $0.id == before.first?.id } ?? 0
        var start = first
        let count = 1 + random.below(size + 3)
        if random.chance(50) {
          reader.live.showNext(count)
          start = first + min(count, max(0, before.count - 1))
        } else {
          reader.live.showPrevious(count)
          start = max(0, first - count)
        }
        try await reader.results.show(reader.live)
        #expect(
          reader.results.snapshot.items == Self.expected(old, start, size),
          "seed \(seed) step \(step)")
        let ticket = TicketBase.ticket(Int64(random.below(45)) + 1, &random)
        let isRemoved = random.chance(40)
        try base.write { database in
          if isRemoved {
            try database.execute(sql: "DELETE FROM ticket WHERE id = ?", arguments: [ticket.id])
          } else {
            try TicketBase.put(ticket, database)
          }
        }
        try await reader.results.show(reader.live)
        let all = try Self.sorted(base, request)
        let shown = reader.results.snapshot.items
        let place = all.firstIndex { $0.id == shown.first?.id } ?? 0
        #expect(shown == Self.expected(all, place, size), "seed \(seed) step \(step)")
        #expect(shown.count == min(size, all.count))
        #expect(reader.live.isAtStart == (place == 0))
        #expect(reader.live.isAtEnd == (place + shown.count >= all.count))
        #expect(reader.view.rows == [shown.map(\.text)] && reader.view.problems.isEmpty)
      }
    }

    private static func sorted(
      _ base: TicketBase, _ request: SQLFetchRequest<Ticket>
    ) throws -> [Ticket] {
      let all = try base.read(TicketBase.all)
      let source = MemorySource(
        all.filter { (try? request.predicate?.matches($0) ?? true) ?? false })
      source.request.sort = request.sort
      guard case .items(let sorted) = try source.contents() else { return [] }
      return sorted
    }
  }
#endif
