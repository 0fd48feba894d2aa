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
  @testable import FilterableResultsSQL

  /// The numbers of rows that windows, pages and fetches are a part of.
  @Suite(.limitedDatabases) struct LiveTotalsTests {
    /// What a user interface would show of a delivery.
    struct Numbers: Equatable {
      var total: Int?
      var offset: Int?
      var sections: [FilterValue: Int] = [:]
      var shown = 0
    }

    private final class Reader {
      let live: LiveSource<Ticket>
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      var deliveries: [(changeset: Changeset, numbers: Numbers)] = []

      init(_ live: LiveSource<Ticket>, sectionedBy key: ResultsKey<Ticket>? = nil) throws {
        self.live = live
        if let key { try results.configure { $0.sections.key = key } }
        results.observe(for: self) { [unowned self] change in
          deliveries.append((change.changeset, numbers(change.new.rowCount)))
        }
      }

      func numbers(_ shown: Int) -> Numbers {
        Numbers(
          total: live.total, offset: live.offset, sections: live.sectionCounts, shown: shown)
      }

      var numbers: Numbers { numbers(results.snapshot.rowCount) }

      func update() throws { try results.update(from: live) }

      /// All loaded rows, also those of collapsed sections.
      var loaded: [Ticket] { results.sections.stored?.flatMap(\.items) ?? [] }
    }

    private static func base(_ kind: StoreKind = .synchronous, rows: Int) throws -> TicketBase {
      let base = try TicketBase(kind)
      try base.write { database in
        for id in 1...Int64(rows) {
          var ticket = TicketBase.ticket(id)
          ticket.isOpen = id % 3 == 0
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

    // MARK: - Deliveries

    @Test func aWindowIsAPartOfTheRowsThatMatch() throws {
      let base = try Self.base(rows: 30)
      let live = try LiveWindow(
        Self.request("priority > 20").countsRows(), rows: 10, in: SQLiteStore(base.writer))
      let reader = try Reader(live)
      #expect(live.total == nil && live.offset == nil && live.sectionCounts.isEmpty)
      try reader.update()
      #expect(reader.numbers == Numbers(total: 28, offset: 0, shown: 10))
      live.showNext(7)
      #expect(live.offset == 0)
      try reader.update()
      #expect(reader.numbers == Numbers(total: 28, offset: 7, shown: 10))
      for _ in 0..<3 {
        live.showNext(9)
        try reader.update()
      }
      #expect(reader.numbers == Numbers(total: 28, offset: 18, shown: 10) && live.isAtEnd)
      #expect(reader.deliveries.map(\.numbers.offset) == [0, 7, 16, 18])
    }

    @Test func aCommitBesideAWindowIsADeliveryOfNumbersAlone() throws {
      let base = try Self.base(rows: 30)
      let live = try LiveWindow(
        Self.request().countsRows(), rows: 5, in: SQLiteStore(base.writer))
      let reader = try Reader(live)
      let log = EventLog()
      reader.results.delegate = log
      try reader.update()
      live.showNext(3)
      try reader.update()
      let (count, events) = (reader.deliveries.count, log.count)
      func write(_ sql: String) throws {
        try base.writer.write { try $0.execute(sql: sql) }
        try reader.update()
      }
      try write("DELETE FROM ticket WHERE id = 20")
      #expect(reader.numbers == Numbers(total: 29, offset: 3, shown: 5))
      try write("DELETE FROM ticket WHERE id IN (1, 2)")
      #expect(reader.numbers == Numbers(total: 27, offset: 1, shown: 5))
      #expect(reader.deliveries.count == count + 2)
      for delivery in reader.deliveries.suffix(2) { #expect(delivery.changeset.isEmpty) }
      #expect(reader.deliveries[count].numbers == Numbers(total: 29, offset: 3, shown: 5))
      // The numbers stay the same, and no row of the window changes.
      try write("UPDATE ticket SET title = 'new' WHERE id = 25")
      #expect(reader.deliveries.count == count + 2)
      // A list view has nothing to do.
      #expect(log.count == events)
      try write("DELETE FROM ticket WHERE id = 5")
      #expect(log.count > events && reader.deliveries.count == count + 3)
    }

    private final class EventLog: ResultsControllerDelegate {
      var count = 0

      func controllerWillChangeContent(_ controller: ResultsController<Ticket>) { count += 1 }
      func controllerDidChangeContent(_ controller: ResultsController<Ticket>) { count += 1 }
      func controllerShouldReload(_ controller: ResultsController<Ticket>) { count += 1 }
    }

    @Test func rowsAreCountedOnlyOnRequest() throws {
      let base = try Self.base(rows: 30)
      let store = CountingStore(try SQLiteStore(base.writer))
      for request in [try Self.request(), try Self.request().countsRows()] {
        let live = try LiveWindow(request, rows: 5, in: store)
        let reader = try Reader(live)
        try reader.update()
        live.showNext(3)
        _ = store.take()
        try reader.update()
        let counted = store.take().filter { $0.contains("count(*)") }
        #expect(counted.count == (request.counting == nil ? 0 : 2), "\(counted)")
        #expect((live.total == nil) == (request.counting == nil))
      }
    }

    @Test func aRequestThatCountsNothingHasNoNumbers() throws {
      let base = try Self.base(rows: 30)
      let live = try LiveWindow(
        Self.request().countsRows(), rows: 5, in: SQLiteStore(base.writer))
      let reader = try Reader(live)
      try reader.update()
      try live.setRequest(Self.request("priority > 0"))
      #expect(live.total == 30)
      try reader.update()
      #expect(live.total == nil && reader.deliveries.count == 2)
      try live.setRequest(Self.request("priority > 20").countsRows(inSectionsOf: "open"))
      try reader.update()
      #expect(live.total == 28 && live.sectionCounts == [.bool(true): 10, .bool(false): 18])
    }

    @Test func rowsAreCountedByColumnsOfOneValue() throws {
      let base = try Self.base(rows: 1)
      let store = try SQLiteStore(base.writer)
      for field in ["owner", "owner_id", "x"] {
        let error = #expect(throws: FetchError.self) {
          try LiveWindow(Self.request().countsRows(inSectionsOf: field), rows: 5, in: store)
        }
        #expect(error?.description.hasPrefix("rows cannot be counted by '\(field)'") == true)
        #expect(throws: FetchError.self) {
          try LiveFetch(Self.request().countsRows(inSectionsOf: field), in: store)
        }
      }
      let live = try LiveFetch(Self.request().countsRows(inSectionsOf: "due"), in: store)
      #expect(throws: FetchError.self) {
        try live.setRequest(Self.request().countsRows(inSectionsOf: "x"))
      }
    }

    @Test func pagesAreAPartOfTheRowsThatMatch() throws {
      let base = try Self.base(rows: 30)
      var request = try Self.request("priority > 20").countsRows(inSectionsOf: "open")
      (request.offset, request.limit) = (4, 10)
      let live = try LivePages(
        request, items: TicketBase.table(), in: SQLiteStore(base.writer))
      let reader = try Reader(live, sectionedBy: ResultsKey(\.isOpen))
      try reader.update()
      let counts: [FilterValue: Int] = [.bool(true): 10, .bool(false): 18]
      #expect(reader.numbers == Numbers(total: 28, offset: 4, sections: counts, shown: 10))
      // Of the rows 3 to 6 that precede them, 3 and 6 are open; of the rows 7 to 16, 9, 12 and 15.
      reader.results.sections.setCollapsed(true, forKey: true)
      #expect(reader.numbers == Numbers(total: 18, offset: 2, sections: counts, shown: 7))
      try base.write { try $0.execute(sql: "DELETE FROM ticket WHERE id > 8") }
      try reader.update()
      #expect(reader.numbers.total == 4 && reader.numbers.offset == 2)
      try base.write { try $0.execute(sql: "DELETE FROM ticket WHERE id > 4") }
      try reader.update()
      #expect(reader.numbers.total == 1 && reader.numbers.offset == 1)
    }

    // MARK: - Sections

    @Test func rowsOfCollapsedSectionsDoNotCount() throws {
      let base = try Self.base(rows: 30)
      let live = try LiveWindow(
        Self.request().countsRows(inSectionsOf: "open"), rows: 4, in: SQLiteStore(base.writer))
      let reader = try Reader(live, sectionedBy: ResultsKey(\.isOpen))
      try reader.update()
      live.showNext(2)
      try reader.update()
      live.showNext(2)
      try reader.update()
      let counts: [FilterValue: Int] = [.bool(true): 10, .bool(false): 20]
      // The rows 5 to 8, of which 6 is open.
      #expect(reader.numbers == Numbers(total: 30, offset: 4, sections: counts, shown: 4))
      reader.results.sections.setCollapsed(true, forKey: true)
      #expect(reader.numbers == Numbers(total: 20, offset: 3, sections: counts, shown: 3))
      reader.results.sections.setCollapsed(true)
      #expect(reader.numbers == Numbers(total: 0, offset: 0, sections: counts, shown: 0))
      reader.results.sections.setCollapsed(false, forKey: true)
      #expect(reader.numbers == Numbers(total: 10, offset: 1, sections: counts, shown: 1))
      #expect(reader.deliveries.suffix(3).map(\.numbers.total) == [20, 0, 10])
      try base.write { try $0.execute(sql: "DELETE FROM ticket WHERE id IN (3, 4, 9)") }
      try reader.update()
      #expect(reader.numbers.total == 8 && reader.numbers.offset == 0)
    }

    @Test func aCollapsedSectionWithoutALoadedRowIsADeliveryOfNumbersAlone() throws {
      let base = try Self.base(rows: 30)
      let live = try LiveWindow(
        Self.request().countsRows(inSectionsOf: "priority"), rows: 4,
        in: SQLiteStore(base.writer))
      let reader = try Reader(live, sectionedBy: ResultsKey(\.priority))
      try reader.update()
      reader.results.sections.setCollapsed(true, forKey: 300)
      #expect(reader.numbers.total == 29 && reader.deliveries.count == 2)
      #expect(reader.deliveries.last?.changeset.isEmpty == true)
      reader.results.sections.setCollapsed(true, forKey: 301)
      #expect(reader.numbers.total == 29 && reader.deliveries.count == 2)
    }

    // MARK: - Rows that are delivered later or never

    @Test func numbersWaitForTheirRows() throws {
      let base = try Self.base(rows: 30)
      let live = try LiveWindow(
        Self.request().countsRows(), rows: 4, in: SQLiteStore(base.writer))
      let reader = try Reader(live)
      try reader.update()
      reader.results.pause()
      for id in 29...30 {
        try base.write { try $0.execute(sql: "DELETE FROM ticket WHERE id = ?", arguments: [id]) }
        try reader.update()
      }
      #expect(live.total == 30 && reader.deliveries.count == 1)
      reader.results.resume()
      #expect(live.total == 28 && reader.deliveries.count == 2)
      struct Stop: Error {}
      try base.write { try $0.execute(sql: "DELETE FROM ticket WHERE id = 1") }
      #expect(throws: Stop.self) {
        try reader.results.performBatch {
          try reader.update()
          throw Stop()
        }
      }
      #expect(reader.numbers == Numbers(total: 28, offset: 0, shown: 4))
      #expect(reader.loaded.map(\.id) == [1, 2, 3, 4])
      // The source notices that its rows were reverted.
      try reader.update()
      #expect(reader.numbers == Numbers(total: 27, offset: 0, shown: 4))
      #expect(reader.loaded.map(\.id) == [2, 3, 4, 5])
    }

    @Test func anAuthorIsNotNotifiedOfTheNumbersThatItChanged() throws {
      let base = try Self.base(rows: 30)
      let store = try SQLiteStore(base.writer)
      let live = try LiveWindow(Self.request().countsRows(), rows: 4, in: store)
      let reader = try Reader(live)
      var count = 0
      let author = reader.results.observe { _ in count += 1 }
      try reader.update()
      try store.write(silentFor: author) { database in
        try database.execute(sql: "DELETE FROM ticket WHERE id = 30")
      }
      try reader.update()
      #expect(count == 1 && reader.deliveries.count == 2 && live.total == 29)
    }

    /// Each transaction replaces all rows by so many that their titles say how many there are.
    @Test(arguments: StoreKind.allCases)
    @MainActor func numbersAgreeWithTheRowsThatAreDelivered(kind: StoreKind) async throws {
      let base = try TicketBase(kind)
      let live = try LiveWindow(
        Self.request().countsRows(inSectionsOf: "title"), rows: 5,
        in: try await base.store(seed: 7))
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      var seen: Set<Int> = []
      results.observe { change in
        let titles = Set(change.new.items.map(\.title))
        let total = live.total ?? -1
        seen.insert(total)
        #expect(titles == (total == 0 ? [] : ["\(total)"]))
        #expect(live.sectionCounts == (total == 0 ? [:] : [.string("\(total)"): total]))
      }
      let task = Task { [weak results] in
        await results?.follow(live) { error in Issue.record(error) }
      }
      let last = 60
      for number in 1...last {
        let count = number == last ? 77 : number * 7 % 23
        try base.write { database in
          try database.execute(sql: "DELETE FROM ticket")
          for id in 0..<count {
            var ticket = TicketBase.ticket(Int64(id))
            ticket.title = "\(count)"
            try TicketBase.put(ticket, database)
          }
        }
        if number % 4 == 0 { try await live.caughtUp() }
      }
      try await live.caughtUp()
      #expect(live.total == 77 && results.snapshot.rowCount == 5 && seen.count > 2)
      task.cancel()
      await task.value
    }

    // MARK: - Random sessions

    private static let filters = [
      "TRUEPREDICATE", "priority >= 0", "12 / priority > 1", "title CONTAINS[cd] 'a' OR id > 9",
      "score > 0 AND 12 / priority < 9", "length(title) < 2",
    ]

    private static let orders: [[ResultsSortKey<Ticket>]] = [
      [.ascending(\.priority)], [.descending(\.score), .ascending(\.isOpen)], [.descending(\.id)],
      [.ascending(\.due), .descending(\.title, options: .normalized)], [],
    ]

    private static let fields = ["open", "priority", "title", "score", "due", "ownerID"]

    /// All rows that match, read by plain rows, tested and sorted in memory.
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

    /// The numbers by a recount of all rows.
    private static func recount(
      _ base: TicketBase, _ request: SQLFetchRequest<Ticket>, _ reader: Reader
    ) throws -> Numbers {
      let all = try sorted(base, request)
      let field = request.counting?.field
      func section(_ ticket: Ticket) -> FilterValue {
        field.flatMap { ticket.filterValue(forKey: $0) } ?? .null
      }
      let sections = reader.results.sections
      let counted = all.map { field == nil || !sections.isCollapsed(forKey: section($0)) }
      let loaded = Set(reader.loaded.map(\.id))
      let first = all.firstIndex { loaded.contains($0.id) } ?? min(request.offset, all.count)
      let rows = all[first...].prefix(loaded.count)
      #expect(Set(rows.map(\.id)) == loaded)
      return Numbers(
        total: counted.count { $0 }, offset: counted[..<first].count { $0 },
        sections: field == nil
          ? [:] : Dictionary(grouping: all, by: section).mapValues(\.count),
        shown: rows.count { !sections.isCollapsed(forKey: section($0)) || field == nil })
    }

    @Test(arguments: StoreKind.rounds(12))
    func numbersAreThoseOfARecount(seed: UInt64, kind: StoreKind) async throws {
      var random = SeededGenerator(seed: seed)
      let base = try TicketBase(
        kind, isPool: random.chance(50), hasFunctions: random.chance(50))
      try base.write { database in
        try database.execute(sql: "INSERT INTO owner VALUES (1, 'x'), (2, 'y'), (3, 'z')")
        for id in 1...40 { try TicketBase.put(TicketBase.ticket(Int64(id), &random), database) }
      }
      let store = try await base.store(seed: seed, usesHook: random.chance(80))
      var request = try Self.request(
        random.pick(Self.filters), sort: random.pick(Self.orders))
      let field = random.pick(Self.fields)
      let isSectioned = random.chance(70)
      request = request.countsRows(inSectionsOf: isSectioned ? field : nil)
      let live: LiveSource<Ticket>
      if random.chance(60) {
        live = try LiveWindow(request, rows: 1 + random.below(12), in: store)
      } else {
        request.offset = random.chance(50) ? 0 : random.below(30)
        request.limit = random.chance(30) ? nil : random.below(20)
        live = try LiveFetch(request, in: store)
      }
      let window = live as? LiveWindow<Ticket>
      let reader = try Reader(
        live, sectionedBy: isSectioned ? ResultsKey(field, policy: .unrestricted) : nil)
      try await reader.results.show(live)
      for step in 0..<50 {
        let (before, count) = (reader.numbers, reader.deliveries.count)
        switch random.below(6) {
        case 0: window?.showNext(1 + random.below(9))
        case 1: window?.showPrevious(1 + random.below(9))
        case 2 where isSectioned:
          let value = try Self.sorted(base, request).randomElement(using: &random)?
            .filterValue(forKey: field)
          reader.results.sections.setCollapsed(random.chance(50), forKey: value ?? .null)
        case 3 where isSectioned && random.chance(20):
          reader.results.sections.setCollapsed(random.chance(30))
        default:
          for _ in 0...random.below(3) {
            let ticket = TicketBase.ticket(Int64(random.below(45)) + 1, &random)
            let isRemoved = random.chance(40)
            try base.write { database in
              if isRemoved {
                try database.execute(sql: "DELETE FROM ticket WHERE id = ?", arguments: [ticket.id])
              } else {
                try TicketBase.put(ticket, database)
              }
            }
          }
          if random.chance(5) { try base.write { try $0.execute(sql: "DELETE FROM ticket") } }
        }
        try await reader.results.show(live)
        let expected = try Self.recount(base, request, reader)
        #expect(reader.numbers == expected, "seed \(seed) step \(step)")
        #expect(reader.deliveries.last?.numbers == expected, "seed \(seed) step \(step)")
        #expect(reader.deliveries.count <= count + 1, "seed \(seed) step \(step)")
        if expected != before { #expect(reader.deliveries.count == count + 1) }
      }
    }
  }
#endif
