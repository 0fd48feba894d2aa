#if PostgreSQL && os(Linux)
  internal import FilterableResultsPostgres
  internal import Foundation
  internal import PostgreSQLSupport

  /// Ends the process with 3 if the run does not go on.
  enum Watchdog {
    /// The longest time without a step of the run.
    private static let patience = Duration.seconds(960)

    static func start(_ journal: Journal, _ server: PostgreSQLServer, seconds: Int) {
      Thread.detachNewThread {
        while journal.silence < patience, journal.seconds < Double(seconds + 1_200) {
          Thread.sleep(forTimeInterval: 1)
        }
        journal.dump()
        for line in (try? activity(server)) ?? ["the server does not answer"] {
          Journal.write(line)
        }
        if let log = try? String(
          contentsOf: server.folder.appendingPathComponent("log"), encoding: .utf8)
        {
          for line in log.split(separator: "\n").suffix(60) { Journal.write(String(line)) }
        }
        Journal.write("the run does not go on")
        server.stop()
        exit(3)
      }
    }

    private static func activity(_ server: PostgreSQLServer) throws -> [String] {
      let connection = try PostgresConnection(server.address, timeout: .seconds(3))
      connection.replyTimeout = .seconds(3)
      return try connection.rows(
        """
        SELECT pid::text, application_name::text, state::text, wait_event::text, query::text
        FROM pg_stat_activity
        """
      ).map { "\($0)" }
    }
  }
#endif
