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

  /// Sources of each kind that are paused, and controllers whose rows are edited by hand while they follow.
  @MainActor @Suite(.limitedDatabases) struct LivePauseTests {
    typealias Kind = AsynchronousStoreTests.Kind

    private final class World {
      let kind: Kind
      let base: TicketBase
      let live: LiveSource<Ticket>
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      var changes: [ResultsChange<Ticket>] = []

      init(_ kind: Kind, _ store: StoreKind = .synchronous) async throws {
        self.kind = kind
        base = try TicketBase(store)
        try base.write { database in
          try database.execute(sql: "INSERT INTO owner VALUES (1, 'x'), (2, 'y')")
          for id in 1...8 {
            var ticket = TicketBase.ticket(Int64(id))
            ticket.ownerID = id % 3 == 0 ? nil : Int64(id % 3)
            try TicketBase.put(ticket, database)
          }
        }
        live = try kind.source(try await base.store(seed: 7))
        results.observe(for: self) { [unowned self] in changes.append($0) }
      }

      var shown: [[Int64]] { results.snapshot.sections.map { $0.items.map(\.id) } }

      var expected: [[Int64]] { get throws { try base.read(kind.expected) } }

      func write(_ sql: String) throws { try base.write { try $0.execute(sql: sql) } }
    }

    @Test(arguments: Kind.allCases, StoreKind.allCases)
    func aPauseOfEachKindEndsWithOneChange(kind: Kind, store: StoreKind) async throws {  // TL-13
      let world = try await World(kind, store)
      try await world.results.show(world.live)
      let before = world.shown
      let isCorrect = try before == world.expected
      #expect(isCorrect)
      let count = world.changes.count
      world.live.pause()
      world.live.pause()
      try world.write("UPDATE ticket SET priority = 500 WHERE id = 3")
      try world.write("DELETE FROM ticket WHERE id = 6")
      #expect(try await !world.results.show(world.live))
      try world.write(
        "INSERT INTO ticket VALUES (20, 'n', 600, TRUE, NULL, NULL, NULL), (21, 'n', 601, TRUE, NULL, NULL, 1)"
      )
      world.live.resume()
      #expect(try await !world.results.show(world.live))
      #expect(world.shown == before && world.changes.count == count)
      world.live.resume()
      #expect(try await world.results.show(world.live))
      #expect(try world.shown == world.expected)
      #expect(world.shown != before && world.changes.count == count + 1)
      #expect(world.changes.last?.isReload == false)
    }

    @Test(arguments: Kind.allCases, StoreKind.allCases)
    func aFollowerOfEachKindCatchesUpWhenAPauseEnds(kind: Kind, store: StoreKind) async throws {
      let world = try await World(kind, store)
      let (results, live) = (world.results, world.live)
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      results.observe { _ in continuation.yield() }
      let task = Task { await results.follow(live) { Issue.record($0) } }
      var changes = stream.makeAsyncIterator()
      try await changes.value()
      live.pause()
      for id in 30...33 {
        try world.write("INSERT INTO ticket VALUES (\(id), 'n', 700, TRUE, NULL, NULL, NULL)")
        try world.write("UPDATE ticket SET priority = 800, owner_id = 1 WHERE id = 4")
      }
      try await live.catchUp()
      live.resume()
      try await changes.value()
      #expect(try world.shown == world.expected)
      #expect(world.changes.count == 2)
      task.cancel()
      await task.value
    }

    /// Moves, expanded rows and new requests are held back with the commits.
    @Test(arguments: StoreKind.allCases)
    func whatIsRequestedDuringAPauseIsShownAfterIt(store: StoreKind) async throws {
      let window = try await World(.window, store)
      try await window.results.show(window.live)
      let first = window.shown
      window.live.pause()
      let sliding = try #require(window.live as? LiveWindow<Ticket>)
      sliding.showNext(2)
      try window.write("DELETE FROM ticket WHERE id = 1")
      #expect(try await !window.results.show(window.live))
      #expect(window.shown == first)
      window.live.resume()
      try await window.results.show(window.live)
      #expect(window.shown == [[6, 5, 4, 3, 2]] && window.changes.count == 2)

      let tree = try await World(.tree, store)
      try await tree.results.show(tree.live)
      #expect(tree.shown == [[6, 3]])
      let expanding = try #require(tree.live as? LiveTree<Ticket>)
      try tree.write(
        "INSERT INTO owner VALUES (3, 'z'); UPDATE ticket SET owner_id = 3 WHERE id < 3")
      try await tree.results.show(tree.live)
      expanding.pause()
      #expect(expanding.setExpanded(true, 3))
      #expect(try await !tree.results.show(tree.live))
      #expect(tree.shown == [[6, 3]])
      expanding.resume()
      try await tree.results.show(tree.live)
      #expect(tree.shown == [[6, 3, 2, 1]])

      let hierarchy = try await World(.hierarchy, store)
      try await hierarchy.results.show(hierarchy.live)
      #expect(hierarchy.shown == [[7, 4, 1], [8, 5, 2]])
      let sections = try #require(
        hierarchy.live as? LiveHierarchy<LiveHierarchyTests.Owner, Ticket>)
      sections.pause()
      try sections.setRequests(
        parents: LiveHierarchyTests.owners("id > 1"), children: sections.request)
      try hierarchy.write("DELETE FROM ticket WHERE id = 5")
      #expect(try await !hierarchy.results.show(hierarchy.live))
      #expect(hierarchy.shown == [[7, 4, 1], [8, 5, 2]])
      sections.resume()
      try await hierarchy.results.show(hierarchy.live)
      #expect(hierarchy.shown == [[8, 2]] && hierarchy.changes.count == 2)
    }

    // MARK: - Rows that are set by hand

    /// Rows that were set by hand disappear when a pause ends, and with the next commit: all of the fetch is shown.
    @Test(arguments: Kind.allCases, StoreKind.allCases)
    func ownRowsOfEachKindGoWithTheNextRead(kind: Kind, store: StoreKind) async throws {  // TL-13
      let world = try await World(kind, store)
      try await world.results.show(world.live)
      let own = try #require(world.results.snapshot.items.last)
      for rows in [nil, [], [own], Array(world.results.snapshot.items.reversed())] {
        for isPaused in [true, false] {
          if isPaused { world.live.pause() }
          try world.results.setItems(rows)
          if isPaused {
            try world.write("UPDATE ticket SET title = title || 'p' WHERE id = 7")
            #expect(try await !world.results.show(world.live))
            #expect(world.results.items?.map(\.id) == rows?.map(\.id))
            world.live.resume()
          }
          #expect(try await world.results.show(world.live))
          #expect(try world.shown == world.expected)
          try world.results.setItems(rows)
          // The commit changes one row, of which the source reads no more.
          try world.write("UPDATE ticket SET title = title || 'x' WHERE id = 5")
          #expect(try await world.results.show(world.live))
          #expect(try world.shown == world.expected)
          #expect(try await !world.results.show(world.live))
        }
      }
    }

    @Test(arguments: Kind.allCases, StoreKind.allCases)
    func aFollowerOfEachKindReplacesOwnRows(kind: Kind, store: StoreKind) async throws {  // TL-13
      let world = try await World(kind, store)
      let (results, live) = (world.results, world.live)
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      results.observe { _ in continuation.yield() }
      let task = Task { await results.follow(live) { Issue.record($0) } }
      var changes = stream.makeAsyncIterator()
      try await changes.value()
      let own = Array(results.snapshot.items.prefix(1))
      for rows in [[], own] {
        live.pause()
        try results.setItems(rows)
        try await changes.value()
        live.resume()
        try await changes.value()
        #expect(try world.shown == world.expected)
        try results.setItems(rows)
        try await changes.value()
        try world.write("UPDATE ticket SET title = title || 'y' WHERE id = 2")
        try await changes.value()
        #expect(try world.shown == world.expected)
      }
      try results.setItems(nil)
      try await changes.value()
      live.pause()
      live.resume()
      try await changes.value()
      #expect(try world.shown == world.expected)
      task.cancel()
      await task.value
    }
  }
#endif
