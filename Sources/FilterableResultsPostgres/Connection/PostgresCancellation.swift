#if PostgreSQL
  internal import CLibPQ
  internal import Dispatch
  internal import Synchronization

  // Unsafe: the handle of libpq is valid until `deinit`, and may be used on any thread.

  /// Asks a server to stop the running statement of a connection. One request is on its way at a time, as libpq waits for
  /// the server on a thread, without end if the server is silent.
  final class PostgresCancellation: @unchecked Sendable {
    private let handle: OpaquePointer?

    /// The calls that wait for the request on its way; nil if there is none.
    private let waiting = Mutex<[@Sendable () -> Void]?>(nil)

    init(_ connection: OpaquePointer) { handle = PQgetCancel(connection) }

    deinit { PQfreeCancel(handle) }

    /// Sends a request unless one is on its way, and calls `body` on another thread after it.
    func request(_ body: @escaping @Sendable () -> Void) {
      let isFirst = waiting.withLock { waiting in
        defer { waiting = (waiting ?? []) + [body] }
        return waiting == nil
      }
      guard isFirst else { return }
      // The request does not keep the connection, which is closed when nothing else uses it.
      DispatchQueue.global().async { [self] in
        var message = [CChar](repeating: 0, count: 256)
        PQcancel(handle, &message, Int32(message.count))
        let done = waiting.withLock { waiting in
          defer { waiting = nil }
          return waiting ?? []
        }
        for body in done { body() }
      }
    }
  }
#endif
