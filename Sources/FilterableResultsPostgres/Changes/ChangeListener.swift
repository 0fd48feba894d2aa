#if PostgreSQL
  internal import Dispatch
  internal import EssentialFoundation
  internal import FilterSQL
  internal import FilterableResultsSQL
  internal import Synchronization

  /// Receives the notifications of changed rows on a connection of its own, and reports them to sources.
  ///
  /// The connection is opened for the first source. Each statement on it is a transaction of its own, as the server keeps
  /// all notifications while a listening connection has an open transaction.
  final class ChangeListener: Sendable {
    /// A call from another thread, which the thread of the connection answers.
    enum Request: Sendable {
      /// Follow tables, and answer after LISTEN
      case follow([SQLTableDeclaration], WeakChanges)
      /// Wake a source when the connection is made again, also if it does not follow its tables yet
      case register([SQLTableDeclaration], WeakChanges)
      /// Answer when all notifications of earlier commits were received
      case catchUp
      /// Answer when all commits that a snapshot sees were reported
      case report(PostgresSnapshot)
    }

    typealias Answer = @Sendable (Result<Void, any Error>) -> Void

    private struct Shared {
      var state = PostgresState.connecting
      var subscribers: [Int: AsyncStream<PostgresState>.Continuation] = [:]
      var subscriptions = 0
      var requests: [(Request, Answer)] = []
      var connection: PostgresConnection?
      var commits = ReportedCommits()
      var isStarted = false
      var isClosed = false
    }

    private let shared = Mutex(Shared())

    /// Signals the thread while it waits to connect again.
    private let attention = DispatchSemaphore(value: 0)

    let connect: @Sendable () throws(PostgresError) -> PostgresConnection

    /// The time between two checks of the connection. A check takes as long at most, but may take a second.
    let keepAlive: Duration

    /// The longest time until the marker of another connection arrives.
    let connectTimeout: Duration

    /// Makes the connections useless on which sources read.
    let disconnect: @Sendable () -> Void

    /// Has declared tables compared with the catalog again.
    let forgetSchema: @Sendable () -> Void

    init(
      connectTimeout: Duration, keepAlive: Duration,
      connect: @escaping @Sendable () throws(PostgresError) -> PostgresConnection,
      disconnect: @escaping @Sendable () -> Void, forgetSchema: @escaping @Sendable () -> Void
    ) {
      self.connectTimeout = connectTimeout.asPause
      self.keepAlive = keepAlive.asPause
      self.connect = connect
      self.disconnect = disconnect
      self.forgetSchema = forgetSchema
    }

    // MARK: - Calls of other threads

    /// Reports changes of the first table, and of the others that it is related to, to `changes`.
    ///
    /// Returns after LISTEN, so that changes which a later snapshot does not contain are reported. For a source that reads
    /// at intervals it returns at once.
    func follow(_ tables: [SQLTableDeclaration], into changes: SQLChanges) async throws {
      let request = Request.follow(tables, WeakChanges(changes))
      if changes.areReadAtIntervals {
        send(request) { _ in }
      } else {
        try await answer(to: request)
      }
    }

    /// Wakes a source that cannot follow its tables yet when the connection is made again, and after each check.
    func register(_ tables: [SQLTableDeclaration], for changes: SQLChanges) {
      send(.register(tables, WeakChanges(changes))) { _ in }
    }

    /// Returns when the changes of all earlier commits were reported.
    func catchUp() async throws { try await answer(to: .catchUp) }

    /// Waits until all commits that a snapshot sees were reported, on the caller's thread.
    func awaitReports(of snapshot: PostgresSnapshot) throws {
      if hasReported(snapshot) { return }
      let outcome = Outcome()
      send(.report(snapshot), outcome.set)
      try outcome.wait()
    }

    /// An answer for which a thread waits.
    private final class Outcome: Sendable {
      private let isDone = DispatchSemaphore(value: 0)
      private let result = Mutex<Result<Void, any Error>>(.success(()))

      func set(_ result: Result<Void, any Error>) {
        self.result.withLock { $0 = result }
        isDone.signal()
      }

      func wait() throws {
        isDone.wait()
        try result.withLock { $0 }.get()
      }
    }

    private func answer(to request: Request) async throws {
      try await withCheckedThrowingContinuation { continuation in
        send(request) { continuation.resume(with: $0) }
      }
    }

    private func send(_ request: Request, _ answer: @escaping Answer) {
      let (isClosed, isNew, connection) = shared.withLock { shared in
        defer { shared.isStarted = true }
        if !shared.isClosed { shared.requests.append((request, answer)) }
        return (shared.isClosed, !shared.isStarted, shared.connection)
      }
      if isClosed { return answer(.failure(CancellationError())) }
      if isNew { start() }
      connection?.wake()
      attention.signal()
    }

    private func start() {
      DispatchQueue(label: "filterable-results.postgres-listener").async {
        ListenerLoop(self).run()
      }
    }

    /// Ends the thread and all sequences of states.
    func close() {
      let (subscribers, requests, connection) = shared.withLock { shared in
        shared.isClosed = true
        defer { (shared.subscribers, shared.requests) = ([:], []) }
        return (shared.subscribers.values, shared.requests, shared.connection)
      }
      for subscriber in subscribers { subscriber.finish() }
      for (_, answer) in requests { answer(.failure(CancellationError())) }
      connection?.wake()
      attention.signal()
    }

    // MARK: - States

    var state: PostgresState { shared.withLock { $0.state } }

    /// The current state and each later one. A slow reader misses all but the newest.
    var states: AsyncStream<PostgresState> {
      let (stream, continuation) = AsyncStream.makeStream(
        of: PostgresState.self, bufferingPolicy: .bufferingNewest(1))
      let (number, isClosed) = shared.withLock { shared in
        shared.subscriptions += 1
        // Under the lock, so that a later state is not followed by this one.
        continuation.yield(shared.state)
        if !shared.isClosed { shared.subscribers[shared.subscriptions] = continuation }
        return (shared.subscriptions, shared.isClosed)
      }
      if isClosed { continuation.finish() }
      continuation.onTermination = { [weak self] _ in
        self?.shared.withLock { _ = $0.subscribers.removeValue(forKey: number) }
      }
      return stream
    }

    // MARK: - The thread

    var isClosed: Bool { shared.withLock { $0.isClosed } }

    /// Whether a source was followed.
    var isStarted: Bool { shared.withLock { $0.isStarted } }

    /// Sets the state if it is the expected one; nil for any.
    func setState(_ state: PostgresState, from expected: PostgresState? = nil) {
      shared.withLock { shared in
        guard shared.state != state, expected == nil || shared.state == expected else { return }
        shared.state = state
        for subscriber in shared.subscribers.values { subscriber.yield(state) }
      }
    }

    /// Sets the state after a failed attempt to connect; the time stays that of the first one.
    func setStale(since date: Date, _ reason: PostgresError) {
      if case .stale(let since, _) = state {
        setState(.stale(since: since, reason: reason))
      } else {
        setState(.stale(since: date, reason: reason))
      }
    }

    /// Whether all commits that a snapshot sees were reported.
    func hasReported(_ snapshot: PostgresSnapshot) -> Bool {
      shared.withLock { $0.commits.include(snapshot) }
    }

    /// Changes which commits were reported.
    func withCommits(_ body: (inout ReportedCommits) -> Void) {
      shared.withLock { body(&$0.commits) }
    }

    /// Sets the connection that requests wake.
    func setConnection(_ connection: PostgresConnection?) {
      shared.withLock { $0.connection = connection }
    }

    func takeRequests() -> [(Request, Answer)] {
      shared.withLock { shared in
        defer { shared.requests = [] }
        return shared.requests
      }
    }

    /// Waits for a request or for the deadline.
    func wait(until deadline: ContinuousClock.Instant) {
      let seconds = ContinuousClock.now.duration(to: deadline) / .seconds(1)
      _ = attention.wait(timeout: .now() + max(0, seconds))
    }
  }

  /// The changes of a source, which a request does not keep.
  struct WeakChanges: Sendable {
    private let find: @Sendable () -> SQLChanges?

    var changes: SQLChanges? { find() }

    init(_ changes: SQLChanges) { find = { [weak changes] in changes } }
  }
#endif
