#if PostgreSQL
  internal import Dispatch
  internal import FilterEngine
  internal import FilterableResultsPostgres
  internal import Synchronization

  /// Asks the server to cancel a statement when Ctrl-C is pressed or the limits of the evaluation end.
  ///
  /// Unlike the connection's own way to cancel, the connection can be used afterwards.
  ///
  /// Unchecked because timers of Dispatch are safe to use from any thread, which their type does not say on Linux.
  final class StatementWatch: @unchecked Sendable {
    private struct State {
      /// The number of statements that run
      var count = 0
      var connection: PostgresConnection?
      var limits = EvaluationLimits.standard

      /// The number of requests that are on their way to the server
      var requests = 0
      var ticks = 0
    }

    private let state = Mutex(State())
    private let timer: (any DispatchSourceTimer)?
    private let isIdle = DispatchSemaphore(value: 0)

    /// The time between two looks, and the looks between two requests: the server ignores a request that comes before the
    /// statement.
    private static let interval = DispatchTimeInterval.milliseconds(50)
    private static let ticksPerRequest = 4

    /// A watch that does nothing unless `isActive`.
    init(isActive: Bool) {
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
        (state.connection, state.limits, state.ticks) = (connection, limits, 0)
        state.count += 1
        return state.count == 1
      }
      if isFirst { timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval) }
    }

    /// Stops watching a statement. Waits for requests on their way, which must not cancel a later statement.
    func end() {
      guard let timer else { return }
      let requests = state.withLock { state in
        state.count -= 1
        guard state.count == 0 else { return 0 }
        state.connection = nil
        defer { state.requests = 0 }
        return state.requests
      }
      if state.withLock({ $0.count == 0 }) { timer.schedule(deadline: .distantFuture) }
      for _ in 0..<requests { _ = isIdle.wait(timeout: .now() + 5) }
    }

    private func look() {
      let connection = state.withLock { state -> PostgresConnection? in
        let isOver = Interrupt.isRaised || state.limits.time != nil && state.limits.end != nil
        guard let connection = state.connection, isOver else { return nil }
        defer { state.ticks += 1 }
        guard state.ticks % Self.ticksPerRequest == 0 else { return nil }
        state.requests += 1
        return connection
      }
      connection?.requestCancel { [isIdle] in isIdle.signal() }
    }
  }
#endif
