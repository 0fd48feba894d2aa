#if PostgreSQL
  internal import Dispatch
  internal import Synchronization

  /// Connections that are opened when they are needed, and kept.
  ///
  /// A connection is used on a thread of its own, as calls wait for the server.
  final class ConnectionPool: Sendable {
    /// A connection with its queue.
    private final class Worker: Sendable {
      let queue = DispatchQueue(label: "filterable-results.postgres")
      private let connection = Mutex<PostgresConnection?>(nil)

      /// The connection, which is opened if there is none or if it was lost.
      func connection(
        _ open: () throws(PostgresError) -> PostgresConnection
      ) throws(PostgresError) -> PostgresConnection {
        if let connection = connection.withLock({ $0 }), connection.isReady { return connection }
        let opened = try open()
        connection.withLock { $0 = opened }
        return opened
      }

      func cancel() { connection.withLock { $0 }?.cancel() }
      func abort() { connection.withLock { $0 }?.abort() }
    }

    private struct Waiter {
      let number: Int
      let continuation: CheckedContinuation<Worker?, Never>
    }

    private struct State {
      var idle: [Worker] = []
      var all: [Worker] = []
      var waiters: [Waiter] = []
      var number = 0

      /// The numbers of calls that were cancelled and do not wait.
      var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())
    private let limit: Int
    private let open: @Sendable () throws(PostgresError) -> PostgresConnection

    /// Creates a pool of at most `limit` connections.
    init(
      limit: Int, _ open: @escaping @Sendable () throws(PostgresError) -> PostgresConnection
    ) {
      self.limit = max(1, limit)
      self.open = open
    }

    /// Calls `body` with a connection that nothing else uses, on the thread of the connection. Calls wait in turn while
    /// all connections are in use.
    ///
    /// If the task is cancelled, the running statement is too.
    ///
    /// - Throws: `CancellationError`; `PostgresError` if there is no connection; errors of `body`.
    func withConnection<Result: Sendable>(
      _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
      let worker = try await acquire()
      defer { release(worker) }
      let isCancelled = Atomic(false)
      do {
        return try await withTaskCancellationHandler {
          try await withCheckedThrowingContinuation { continuation in
            worker.queue.async { [open] in
              continuation.resume(
                with: Swift.Result {
                  let connection = try worker.connection(open)
                  // From here on a cancellation reaches the connection.
                  if isCancelled.load(ordering: .sequentiallyConsistent) {
                    throw CancellationError()
                  }
                  return try body(connection)
                })
            }
          }
        } onCancel: {
          isCancelled.store(true, ordering: .sequentiallyConsistent)
          worker.cancel()
        }
      } catch is PostgresError where Task.isCancelled {
        throw CancellationError()
      }
    }

    /// Makes the connections useless. Calls that wait for the server throw, and later calls connect again.
    func abort() {
      for worker in state.withLock(\.all) { worker.abort() }
    }

    // MARK: - Turns

    private func acquire() async throws -> Worker {
      try Task.checkCancellation()
      let number = state.withLock { state in
        state.number += 1
        return state.number
      }
      let worker = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let (worker, isOver) = take(number, continuation)
          if isOver { continuation.resume(returning: worker) }
        }
      } onCancel: {
        cancel(number)
      }
      state.withLock { _ = $0.cancelled.remove(number) }
      guard let worker else { throw CancellationError() }
      return worker
    }

    /// Returns a free connection, or none and whether the wait is over before it has begun.
    private func take(
      _ number: Int, _ continuation: CheckedContinuation<Worker?, Never>
    ) -> (worker: Worker?, isOver: Bool) {
      state.withLock { state in
        if state.cancelled.contains(number) { return (nil, true) }
        // The one that was used last is the most likely to be in the caches of the machine.
        if let worker = state.idle.popLast() { return (worker, true) }
        if state.all.count < limit {
          let worker = Worker()
          state.all.append(worker)
          return (worker, true)
        }
        state.waiters.append(Waiter(number: number, continuation: continuation))
        return (nil, false)
      }
    }

    private func cancel(_ number: Int) {
      let waiter = state.withLock { state -> Waiter? in
        if let index = state.waiters.firstIndex(where: { $0.number == number }) {
          return state.waiters.remove(at: index)
        }
        state.cancelled.insert(number)
        return nil
      }
      waiter?.continuation.resume(returning: nil)
    }

    private func release(_ worker: Worker) {
      let waiter = state.withLock { state -> Waiter? in
        if !state.waiters.isEmpty { return state.waiters.removeFirst() }
        state.idle.append(worker)
        return nil
      }
      waiter?.continuation.resume(returning: worker)
    }
  }
#endif
