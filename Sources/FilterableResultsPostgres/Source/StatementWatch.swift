#if PostgreSQL
  internal import Dispatch
  internal import FilterEngine
  internal import FilterTables
  internal import Synchronization

  /// Asks the server to cancel a statement when the user or the limits of the evaluation end it. If the server does not
  /// answer within a second, the connection is dropped.
  ///
  /// Unlike after the connection's own way to cancel, a connection whose server has answered can be used.
  ///
  /// Unchecked because timers of Dispatch are safe to use from any thread, which their type does not say on Linux.
  final class StatementWatch: @unchecked Sendable {
    private struct State {
      /// The number of statements that run
      var count = 0
      var connection: PostgresConnection?
      var limits = EvaluationLimits.standard

      /// The time of the first look after the end of the limits; nil before
      var end: ContinuousClock.Instant?

      /// Is signalled after the last request to cancel; nil if there was none
      var request: DispatchSemaphore?
      var ticks = 0
    }

    private enum Step {
      case cancel(PostgresConnection, then: DispatchSemaphore)
      case drop(PostgresConnection)
    }

    private let state = Mutex(State())
    private let timer: (any DispatchSourceTimer)?

    /// Whether the user ends statements.
    private let isInterrupted: @Sendable () -> Bool

    /// The time between two looks, and the looks between two requests: the server ignores a request that comes before the
    /// statement.
    private static let interval = DispatchTimeInterval.milliseconds(50)
    private static let ticksPerRequest = 4

    /// The time that the server has to answer.
    private static let patience = Duration.seconds(1)

    /// A watch that does nothing unless `isActive`.
    init(isActive: Bool, isInterrupted: @escaping @Sendable () -> Bool) {
      self.isInterrupted = isInterrupted
      timer = isActive ? DispatchSource.makeTimerSource(queue: .global()) : nil
      timer?.setEventHandler { [weak self] in self?.look() }
      timer?.schedule(deadline: .distantFuture)
      timer?.activate()
    }

    deinit { timer?.cancel() }

    /// Starts watching a statement.
    func begin(_ connection: PostgresConnection, _ limits: EvaluationLimits) {
      guard let timer else { return }
      let isFirst = state.withLock { state in
        (state.connection, state.limits, state.ticks, state.end) = (connection, limits, 0, nil)
        state.count += 1
        return state.count == 1
      }
      if isFirst { timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval) }
    }

    /// Stops watching a statement. Waits for a request on its way, which must not cancel a later statement.
    func end() {
      guard let timer else { return }
      let (connection, request) = state.withLock { state in
        state.count -= 1
        guard state.count == 0 else {
          return (nil as PostgresConnection?, nil as DispatchSemaphore?)
        }
        defer { (state.connection, state.request) = (nil, nil) }
        return (state.connection, state.request)
      }
      if state.withLock({ $0.count == 0 }) { timer.schedule(deadline: .distantFuture) }
      guard let connection, connection.isUsable, let request else { return }
      if request.wait(timeout: .now() + 1) == .timedOut { connection.abort() }
    }

    private func look() {
      let step = state.withLock { state -> Step? in
        guard let connection = state.connection, isInterrupted() || state.limits.isOver else {
          return nil
        }
        let now = ContinuousClock.now
        let end = state.end ?? now
        state.end = end
        if now - end >= Self.patience { return .drop(connection) }
        defer { state.ticks += 1 }
        guard state.ticks % Self.ticksPerRequest == 0 else { return nil }
        if let request = state.request {
          guard request.wait(timeout: .now()) == .success else { return nil }
        }
        let request = DispatchSemaphore(value: 0)
        state.request = request
        return .cancel(connection, then: request)
      }
      switch step {
      case .cancel(let connection, let request): connection.requestCancel { request.signal() }
      case .drop(let connection): connection.abort()
      case nil: break
      }
    }
  }
#endif
