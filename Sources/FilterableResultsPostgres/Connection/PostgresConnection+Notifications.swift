#if PostgreSQL
  internal import CLibPQ
  internal import EssentialFoundation

  // Unsafe: notifications of libpq are pointers, which are freed after their texts are copied.

  extension PostgresConnection {
    /// The largest number of bytes of notifications that are kept, and about those of one beside its texts. A listener that
    /// is lost reads all rows again.
    private static var mostKeptBytes: Int { 1 << 26 }
    private static var entryBytes: Int { 64 }

    /// Returns the notifications that have arrived. If there are none, waits for the first until the deadline, or until
    /// `wake()` is called; nil for no deadline.
    package func notifications(
      until deadline: ContinuousClock.Instant?
    ) throws(PostgresError) -> [PostgresNotification] {
      while true {
        let arrived = try takeNotifications()
        if !arrived.isEmpty { return arrived }
        try checkAbort()
        if isWoken {
          isWoken = false
          return []
        }
        switch alarm.wait(for: PQsocket(connection), Int32(POLLIN), until: deadline) {
        case .ready: guard PQconsumeInput(connection) == 1 else { throw lost() }
        case .late: return []
        case .woken:
          try checkAbort()
          return try takeNotifications()
        }
      }
    }

    private func takeNotifications() throws(PostgresError) -> [PostgresNotification] {
      try keepNotifications()
      defer { (kept, keptBytes) = ([], 0) }
      return kept
    }

    /// Moves notifications from libpq, which keeps any number of them, to `kept`.
    func keepNotifications() throws(PostgresError) {
      while let notification = PQnotifies(connection) {
        defer { PQfreemem(notification) }
        let arrived = PostgresNotification(
          channel: String(cString: notification.pointee.relname),
          payload: String(cString: notification.pointee.extra),
          processID: notification.pointee.be_pid)
        keptBytes += arrived.channel.utf8.count + arrived.payload.utf8.count + Self.entryBytes
        guard keptBytes <= Self.mostKeptBytes else {
          (kept, keptBytes) = ([], 0)
          throw lost(
            "the server has sent more than \(Self.mostKeptBytes >> 20) MiB of notifications")
        }
        kept.append(arrived)
      }
    }
  }

  /// A notification that a transaction sent with NOTIFY.
  package struct PostgresNotification: Sendable {
    package let channel: String
    package let payload: String

    /// The number of the server process that sent it.
    package let processID: Int32
  }
#endif
