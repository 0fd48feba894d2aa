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

  /// A controller that follows a file that another process writes to.
  @Suite(.limitedDatabases) struct LiveProcessTests {
    // Nothing but the watch of the files wakes the reader within an hour.
    @MainActor @Test(arguments: [true, false])
    func commitsOfAnotherProcessAreNoticedByTheirFiles(isPool: Bool) async throws {
      let base = try TicketBase(isPool: isPool)
      let store = try SQLiteStore(base.writer)
      let live = try LiveFetch(SQLFetchRequest(try TicketBase.table()), in: store)
      let results = ResultsController<Ticket>(identifiedBy: \.id)
      let (stream, continuation) = AsyncStream.makeStream(of: [Int64].self)
      results.observe { change in
        continuation.yield(change.new.sections.flatMap { $0.rows.compactMap { $0.item?.id } })
      }
      let other = try OtherProcess(base.path)
      let watch = Task { try await store.checkForOtherWriters(every: .seconds(3600)) }
      let task = Task { await results.follow(live) { Issue.record($0) } }
      var shown = stream.makeAsyncIterator()
      #expect(await shown.next() == [])
      for id in 1...3 {
        try other.run("INSERT INTO ticket VALUES (\(id), 'a', 1, 1, NULL, NULL, NULL)")
        #expect(await shown.next() == (1...Int64(id)).map { $0 })
      }
      watch.cancel()
      task.cancel()
      await task.value
      let end = await watch.result
      #expect(throws: CancellationError.self) { try end.get() }
    }
  }
#endif
