#if SQLite
  internal import CSQLite
  internal import CSQLiteHooks
  internal import FilterableResultsSQL
  internal import GRDB
  internal import Synchronization

  /// The one pre-update hook of a connection, which other code may replace: the session extension of SQLite, for example.
  ///
  /// SQLite does not report this, but it counts changed rows: if rows have changed during a transaction and the hook was
  /// not called, it was replaced before. If it was replaced during the transaction, a test shows it: a write to a temporary
  /// table.
  struct HookSlot {
    /// Whether the hook was called since the last transaction.
    var isCalled = false

    /// The number of changed rows, as SQLite counts them, at the end of the last transaction.
    var total: Int32 = 0

    /// Whether the hook was not called when it had to be.
    private(set) var isLost = false

    /// Whether the open transaction is a test.
    var isTested = false

    /// Ends a transaction after which SQLite counts a number of changed rows; returns false if the hook has missed them.
    mutating func sawChanges(_ total: Int32) -> Bool {
      guard !isTested else { return true }
      if isCalled { isLost = false } else if total != self.total { isLost = true }
      defer { (isCalled, self.total) = (false, total) }
      return isCalled || total == self.total
    }

    /// Ends a test; returns true if the hook was called before it and is not called any more.
    mutating func didTest(wasCalled: Bool, _ total: Int32, isInTransaction: Bool) -> Bool {
      let wasLost = isLost
      (isLost, isTested) = (!isCalled, false)
      if !isInTransaction { self.total = total }
      // The test is part of an open transaction.
      isCalled = wasCalled || isInTransaction && isCalled
      return isLost && !wasLost
    }
  }

  /// A hook in the memory of C, which is freed with this object.
  final class PreupdateHook: @unchecked Sendable {
    // Unsafe and unchecked: the pointer is a constant, and only SQLite reads the hook, on the connection that has it.
    let pointer: OpaquePointer?

    init(_ callback: @escaping frc_preupdate_callback, _ context: UnsafeMutableRawPointer) {
      pointer = frc_hook_create(callback, context)
    }

    deinit { frc_hook_free(pointer) }
  }

  extension ChangeCollector {
    /// Tests whether the hook is still called, and has all rows read if it is not.
    func testHook(_ database: Database) {
      guard usesHook, state.withLock({ !$0.followers.isEmpty }) else { return }
      let wasCalled = state.withLock { state in
        defer { (state.slot.isCalled, state.slot.isTested) = (false, true) }
        return state.slot.isCalled
      }
      // A connection that permits no write needs no hook.
      let isTested = (try? write(database)) != nil
      let total = sqlite3_total_changes(database.sqliteConnection)
      let changes = state.withLock { state -> [(SQLChanges?, FollowedChange)] in
        if !isTested { state.slot.isCalled = true }
        let isNews = state.slot.didTest(
          wasCalled: wasCalled, total, isInTransaction: database.isInsideTransaction)
        guard isNews else { return [] }
        return state.changes(state.touched(nil, isKnown: false), areLinksKnown: false)
      }
      report(changes, hasNewSchema: false)
    }

    // Neither statement changes the row id of the last insertion.
    private func write(_ database: Database) throws {
      try database.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS frc_hook AS SELECT 1 AS number")
      try database.cachedStatement(sql: "UPDATE temp.frc_hook SET number = number").execute()
    }
  }
#endif
