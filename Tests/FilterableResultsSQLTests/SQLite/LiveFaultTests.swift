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

  /// What goes wrong around a database: locks, processes that are killed, disks that are full.
  @Suite(.limitedDatabases) struct LiveFaultTests {
    private final class World {
      let writer: any DatabaseWriter
      let store: SQLiteStore
      let live: LiveFetch<Ticket>
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      var changes: [ResultsChange<Ticket>] = []

      /// - Parameter rows: How many tickets there are, each of a kilobyte.
      init(_ writer: any DatabaseWriter, rows: Int) throws {
        self.writer = writer
        try writer.write { database in
          for id in 0..<rows {
            try database.execute(
              sql: "INSERT INTO ticket VALUES (?, hex(zeroblob(512)), 1, 1, NULL, NULL, NULL)",
              arguments: [id + 1])
          }
        }
        store = try SQLiteStore(writer)
        live = try LiveFetch(SQLFetchRequest(try TicketBase.table()), in: store)
        try results.update(from: live)
        results.observe(for: self) { [unowned self] in changes.append($0) }
      }

      var ids: [Int64] {
        results.snapshot.sections.flatMap { $0.rows.compactMap { $0.item?.id } }
      }

      var shown: [Ticket] { results.snapshot.sections.flatMap { $0.rows.compactMap(\.item) } }

      /// Looks whether others have written, and shows it.
      func look() throws {
        try store.checkForOtherWriters()
        try results.update(from: live)
      }
    }

    // MARK: - Locks

    @Test func aLockIsAnErrorAndTheNextSuccessIsTheDifference() throws {
      let base = try TicketBase(isPool: false)
      let world = try World(base.writer, rows: 2)
      let other = try OtherProcess(base.path)
      try other.run("BEGIN EXCLUSIVE", "DELETE FROM ticket WHERE id = 1")
      world.live.refresh()
      let error = #expect(throws: DatabaseError.self) { try world.results.update(from: world.live) }
      #expect(error?.resultCode == .SQLITE_BUSY)
      #expect(error?.message == "database is locked")
      #expect(throws: DatabaseError.self) { try world.store.checkForOtherWriters() }
      #expect(world.ids == [1, 2] && world.changes.isEmpty)
      try other.run("COMMIT")
      try world.look()
      #expect(world.ids == [2])
      #expect(world.changes.count == 1 && !world.changes[0].isReload)
    }

    // The lock is released without a change: only the repetition shows the rows.
    @MainActor @Test func whatWasLockedIsReadAgain() async throws {
      let base = try TicketBase(isPool: false)
      try await base.writer.write { database in
        try database.execute(sql: "INSERT INTO ticket VALUES (1, 'a', 1, 1, NULL, NULL, NULL)")
      }
      let store = try SQLiteStore(base.writer)
      let live = try LiveFetch(SQLFetchRequest(try TicketBase.table()), in: store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      let (shown, showing) = AsyncStream.makeStream(of: Int.self)
      let (errors, failing) = AsyncStream.makeStream(of: ResultCode?.self)
      results.observe { showing.yield($0.new.rowCount) }
      let other = try OtherProcess(base.path)
      try other.run("BEGIN EXCLUSIVE")
      let watch = Task { try await store.checkForOtherWriters(every: .milliseconds(20)) }
      let task = Task {
        await results.follow(live) { failing.yield(($0 as? DatabaseError)?.resultCode) }
      }
      #expect(try await errors.value() == .SQLITE_BUSY)
      try other.run("ROLLBACK")
      #expect(try await shown.value() == 1)
      watch.cancel()
      task.cancel()
      await task.value
    }

    // MARK: - Killed processes

    @Test(arguments: [true, false]) func aWriterThatIsKilledChangesNothing(isPool: Bool) throws {
      let base = try TicketBase(isPool: isPool)
      let world = try World(base.writer, rows: 100)
      let before = world.shown
      for round in 1...(RandomSearch.isExhaustive ? 20 : 3) {
        let victim = try OtherProcess(base.path)
        // With a small cache pages go to the disk before the commit.
        try victim.run(
          "PRAGMA cache_size = 2", "BEGIN IMMEDIATE", "UPDATE ticket SET title = title || 'x'",
          "DELETE FROM ticket WHERE id % 3 = \(round % 3)")
        victim.kill()
        try world.look()
        #expect(world.shown == before && world.changes.isEmpty, "round \(round)")
        #expect(try base.writer.read(TicketBase.all) == before, "round \(round)")
      }
      let other = try OtherProcess(base.path)
      try other.run("DELETE FROM ticket WHERE id > 1")
      try world.look()
      #expect(world.ids == [1] && world.changes.count == 1)
    }

    // MARK: - Full disks

    private func fill(_ world: World) -> DatabaseError? {
      #expect(throws: DatabaseError.self) {
        try world.writer.write { database in
          try database.execute(sql: "DELETE FROM ticket WHERE id = 1")
          for id in 1000..<9000 {
            try database.execute(
              sql: "INSERT INTO ticket VALUES (?, hex(zeroblob(512)), 1, 1, NULL, NULL, NULL)",
              arguments: [id])
          }
        }
      }
    }

    @Test(arguments: [true, false]) func aTransactionThatFillsTheFileIsNone(isLogged: Bool) throws {
      let base = try TicketBase()
      let world = try World(base.writer, rows: 3)
      if isLogged {
        try world.store.installChangeLog(for: [world.live.request.table.declaration])
        try world.results.update(from: world.live)
      }
      try base.writer.writeWithoutTransaction { database in
        let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        try database.execute(sql: "PRAGMA max_page_count = \(pages + 8)")
      }
      #expect(fill(world)?.resultCode == .SQLITE_FULL)
      try world.look()
      #expect(world.ids == [1, 2, 3] && world.changes.isEmpty)
      try base.writer.write { try $0.execute(sql: "DELETE FROM ticket WHERE id = 2") }
      try world.look()
      #expect(world.ids == [1, 3] && world.changes.count == 1)
    }

    /// A folder that holds four megabytes; nil where this user may not mount one.
    private static func disk() throws -> URL? {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("disk-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      if try run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder.path) == 0 {
        return folder
      }
      try FileManager.default.removeItem(at: folder)
      return nil
    }

    @Test(.enabled(if: RandomSearch.isExhaustive, "mounts a file system in exhaustive runs"))
    func aDiskThatIsFullKeepsWhatIsShown() throws {
      guard let folder = try Self.disk() else { return print("no disk of four megabytes: skipped") }
      defer {
        _ = try? Self.run("umount", "-l", folder.path)
        try? FileManager.default.removeItem(at: folder)
      }
      let writer = try DatabasePool(path: folder.appendingPathComponent("tickets.db").path)
      try writer.writeWithoutTransaction { try $0.execute(sql: TicketBase.schema) }
      let world = try World(writer, rows: 3)
      #expect(fill(world)?.resultCode == .SQLITE_FULL)
      try world.look()
      #expect(world.ids == [1, 2, 3] && world.changes.isEmpty)
      try writer.write { try $0.execute(sql: "DELETE FROM ticket WHERE id = 2") }
      try world.look()
      #expect(world.ids == [1, 3] && world.changes.count == 1)
    }

    private static func run(_ words: String...) throws -> Int32 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }
#endif
