#if PostgreSQL
  internal import CLibPQ
  internal import EssentialFoundation
  internal import Synchronization

  // Unsafe: libpq's connection is a pointer, valid from `init` to `deinit`. One thread at a time uses it, except for
  // the request that cancels a statement. This is also why the class is Sendable.

  /// A connection to a PostgreSQL server.
  ///
  /// One thread at a time uses it, and waits for the server in each call. Any thread may call `cancel()`, `wake()` and
  /// `abort()`.
  package final class PostgresConnection: @unchecked Sendable {
    let connection: OpaquePointer

    /// The address without a password: `postgres://user@host:port/database`.
    package let location: String

    /// The number of the server process.
    package let processID: Int32

    /// The version of the server, such as 150018 for 15.18.
    package let serverVersion: Int

    /// The longest time that the server may take for an answer, after which the connection counts as lost; nil for no
    /// limit.
    package var replyTimeout: Duration?

    /// The time after which the connection counts as lost if the server has not answered; nil for none.
    var deadline: ContinuousClock.Instant?

    /// The search path that the session had before it was confined to `pg_catalog`; nil for another session.
    var searchPath: PostgresSearchPath?

    /// The statements that the server has prepared.
    var prepared = PreparedStatements()

    /// The statement whose rows have not all been received. Not weak, as each use of an object with weak references takes
    /// longer.
    var running: PostgresStatement?

    /// The mode of a transaction that the next statement begins.
    var mode: StaticString?

    /// The transactions that the current snapshot sees; nil if a transaction did not ask for them.
    package internal(set) var snapshot: PostgresSnapshot?

    /// Whether the transaction that the next statement begins has the search path that the session had at first.
    var hasOwnSearchPath = false

    /// The tables, as quoted identifiers with schemas, that the transaction locks which the next statement begins.
    var locks: [String] = []

    /// Whether the transaction that the next statement begins asks for its snapshot.
    var wantsSnapshot = false

    /// Whether the server has a transaction.
    package internal(set) var isInTransaction = false

    /// The number of pipelines whose results have not been received.
    var unread = 0

    /// The notifications that have arrived and were not returned, and about the bytes that they take.
    var kept: [PostgresNotification] = []
    var keptBytes = 0

    /// Asked while the connection is made.
    var isInterrupted: (() -> Bool)?

    /// Whether `wake()` was called while a statement ran.
    var isWoken = false

    private struct Flags {
      var isCancelled = false
      var isAborted = false
      var isLost = false
    }

    private let flags = Mutex(Flags())
    private let cancellation: PostgresCancellation
    let alarm: Alarm

    /// The time that a server may take to confirm that a statement is cancelled.
    private static let cancelTimeout = Duration.seconds(5)

    /// The time after which a statement that still runs is cancelled again.
    private static let cancelInterval = Duration.milliseconds(200)

    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - address: A URI, `postgres://user@host/database`, or keywords and values, `host=… dbname=…`, as libpq reads
    ///     them. What it does not say comes from the environment and from the files of libpq.
    ///   - timeout: The longest time to wait, unless the address has a `connect_timeout`.
    ///   - isInterrupted: Asked while the server does not answer; ends the wait if it returns true.
    package init(
      _ address: String, timeout: Duration, isInterrupted: (() -> Bool)? = nil
    ) throws(PostgresError) {
      guard let alarm = Alarm() else {
        throw PostgresError("there are too many open files to connect to a server")
      }
      let address = try PostgresAddress(address)
      let connection = try address.start(timeout: timeout)
      // libpq would print notices of the server.
      PQsetNoticeProcessor(connection, { _, _ in }, nil)
      do throws(PostgresError) {
        try Self.connect(connection, alarm, timeout: timeout, isInterrupted)
        try Self.checkServer(connection)
      } catch {
        PQfinish(connection)
        throw PostgresError(address.shown(error.message), sqlState: error.sqlState)
      }
      (self.connection, self.alarm) = (connection, alarm)
      self.isInterrupted = isInterrupted
      location = PostgresAddress.location(of: connection)
      processID = PQbackendPID(connection)
      serverVersion = Int(PQserverVersion(connection))
      cancellation = PostgresCancellation(connection)
      PQsetnonblocking(connection, 1)
    }

    deinit { PQfinish(connection) }

    // MARK: - Connecting

    private static func connect(
      _ connection: OpaquePointer, _ alarm: Alarm, timeout: Duration,
      _ isInterrupted: (() -> Bool)?
    ) throws(PostgresError) {
      let timeout = PostgresAddress.timeout(of: connection) ?? timeout
      let deadline = ContinuousClock.now + timeout
      var events = Int32(POLLOUT)
      while true {
        guard PQstatus(connection) != CONNECTION_BAD else { throw connectError(connection) }
        let outcome = try alarm.wait(
          for: PQsocket(connection), events, until: deadline, isInterrupted)
        guard outcome == .ready else {
          let host = PQhost(connection).map { String(cString: $0) } ?? ""
          let port = PQport(connection).map { String(cString: $0) } ?? ""
          throw PostgresError("no answer from \(host), port \(port), within \(timeout)")
        }
        switch PQconnectPoll(connection) {
        case PGRES_POLLING_OK: return
        case PGRES_POLLING_READING: events = Int32(POLLIN)
        case PGRES_POLLING_WRITING: events = Int32(POLLOUT)
        default: throw connectError(connection)
        }
      }
    }

    private static func connectError(_ connection: OpaquePointer) -> PostgresError {
      let message = String(cString: PQerrorMessage(connection))
      return PostgresError(message, sqlState: PostgresAddress.sqlState(ofConnectError: message))
    }

    /// The only encoding of texts that is read.
    static var encoding: String { "UTF8" }

    private static func checkServer(_ connection: OpaquePointer) throws(PostgresError) {
      for name in ["server_encoding", "client_encoding"] {
        let found = PQparameterStatus(connection, name).map { String(cString: $0) }
        guard found != encoding else { continue }
        throw PostgresError(
          "the database has texts in \(found ?? "an unknown encoding"), not in \(encoding)",
          sqlState: "22021")
      }
      let version = PQserverVersion(connection)
      guard version >= 120_000 else {
        throw PostgresError(
          "the server has version \(version / 10_000), needs 12 or later", sqlState: "0A000")
      }
    }

    // MARK: - Waiting

    /// Waits until the server has sent something.
    func awaitInput() throws(PostgresError) { try wait(for: Int32(POLLIN)) }

    /// Sends what is buffered, and receives meanwhile, so that neither side waits for the other.
    func flush() throws(PostgresError) {
      while true {
        switch PQflush(connection) {
        case 0: return
        case 1: try wait(for: Int32(POLLIN) | Int32(POLLOUT))
        default: throw lost()
        }
      }
    }

    private func wait(for events: Int32) throws(PostgresError) {
      var deadline = [replyTimeout.map { ContinuousClock.now + $0 }, deadline]
        .compactMap(\.self).min()
      var isCancelled = false
      while true {
        if !isCancelled, flags.withLock({ $0.isCancelled }) {
          isCancelled = true
          let end = ContinuousClock.now + Self.cancelTimeout
          deadline = min(deadline ?? end, end)
        }
        let end = isCancelled ? ContinuousClock.now + Self.cancelInterval : deadline
        switch try alarm.wait(for: PQsocket(connection), events, until: end, isInterrupted) {
        case .ready:
          guard PQconsumeInput(connection) == 1 else { throw lost() }
          try keepNotifications()
          return
        case .late:
          if let deadline, ContinuousClock.now >= deadline {
            throw lost("no answer from the server")
          }
          // The server ignores a request that comes before the statement.
          requestCancel {}
        case .woken:
          isWoken = true
          try checkAbort()
        }
      }
    }

    func checkAbort() throws(PostgresError) {
      if flags.withLock({ $0.isAborted }) { throw lost("the connection was closed") }
    }

    /// The error of a connection that is lost.
    func lost(_ reason: String? = nil) -> PostgresError {
      flags.withLock { $0.isLost = true }
      // The statement refers to the connection in turn.
      running = nil
      let message = String(cString: PQerrorMessage(connection))
      return PostgresError(reason ?? (message.isEmpty ? "the connection is lost" : message))
    }

    /// Whether statements can be run.
    package var isUsable: Bool {
      flags.withLock { !$0.isAborted && !$0.isCancelled && !$0.isLost }
        && PQstatus(connection) == CONNECTION_OK
    }

    /// Whether statements can be run, as far as it is known without asking the server. A server that has ended while the
    /// connection was idle has closed it.
    var isReady: Bool {
      // An idle connection that receives more than this is not worth keeping.
      for _ in 0..<64 where isUsable {
        switch alarm.wait(for: PQsocket(connection), Int32(POLLIN), until: .now) {
        case .late: return true
        case .woken: continue
        case .ready:
          guard PQconsumeInput(connection) == 1, (try? keepNotifications()) != nil else {
            return false
          }
        }
      }
      return false
    }

    // MARK: - Other threads

    /// Ends the wait of `notifications(until:)`.
    package func wake() { alarm.ring() }

    /// Cancels the running statement, which then fails with SQLSTATE 57014. The connection cannot be used afterwards.
    package func cancel() {
      flags.withLock { $0.isCancelled = true }
      alarm.ring()
      requestCancel {}
    }

    /// Asks the server to cancel the running statement, and then calls `body` on another thread.
    package func requestCancel(_ body: @escaping @Sendable () -> Void) {
      cancellation.request(body)
    }

    /// Makes the connection useless: a call that waits for the server throws, and so does each later one.
    package func abort() {
      flags.withLock { $0.isAborted = true }
      alarm.ring()
    }
  }
#endif
