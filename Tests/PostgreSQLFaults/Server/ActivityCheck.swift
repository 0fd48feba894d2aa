#if PostgreSQL && os(Linux)
  internal import FilterableResultsPostgres
  internal import FilterableResultsSQL
  internal import Foundation
  internal import Synchronization

  /// Watches the connections of the stores: none that listens may have a transaction open, and none that reads may keep
  /// one for long.
  final class ActivityCheck: Sendable {
    private let address: String
    private let journal: Journal
    /// Whether the server learns that a client is gone.
    private let isReachable: Bool
    private let isEnded = Mutex(false)

    init(_ address: String, _ journal: Journal, isReachable: Bool) {
      (self.address, self.journal, self.isReachable) = (address, journal, isReachable)
    }

    func end() { isEnded.withLock { $0 = true } }

    func start() {
      Thread.detachNewThread { [self] in
        var connection: PostgresConnection?
        var listening: Set<Int64> = []
        while !isEnded.withLock({ $0 }) {
          do {
            let open = try connection ?? PostgresConnection(address, timeout: .seconds(5))
            open.replyTimeout = .seconds(10)
            connection = open
            try check(open, &listening)
          } catch {
            connection = nil
          }
          Thread.sleep(forTimeInterval: 0.05)
        }
      }
    }

    private func check(_ connection: PostgresConnection, _ listening: inout Set<Int64>) throws {
      let rows = try connection.rows(
        """
        SELECT pid, state::text, query::text, coalesce(now() - xact_start > '40 s', false)
          AND state LIKE 'idle in%' FROM pg_stat_activity
        WHERE application_name = 'filterable-results'
        """)
      var present: Set<Int64> = []
      for row in rows {
        guard case .integer(let process) = row[0], case .text(let state?) = row[1],
          case .text(let query?) = row[2], case .integer(let isLong) = row[3]
        else { continue }
        present.insert(process)
        if query.uppercased().hasPrefix("LISTEN") { listening.insert(process) }
        if listening.contains(process), state.hasPrefix("idle in transaction") {
          journal.fail("e", "the connection that listens is \(state) after \(query)")
        }
        if isLong == 1, isReachable {
          journal.fail("e", "a connection keeps a transaction after \(query)")
        }
      }
      listening.formIntersection(present)
      journal.count("looks at connections")
      journal.count("connections that listen", listening.count)
    }
  }
#endif
