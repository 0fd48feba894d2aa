#if PostgreSQL && os(Linux)
  internal import Foundation
  internal import Synchronization

  /// Waits on a thread of its own for something asynchronous.
  enum Blocking {
    private final class Box<Value: Sendable>: Sendable {
      let result = Mutex<Result<Value, any Error>?>(nil)
      let isDone = DispatchSemaphore(value: 0)
    }

    /// Runs `body` and waits for its end.
    ///
    /// - Throws: The error of `body`; `FaultError` if it does not end in time.
    static func run<Value: Sendable>(
      _ what: String, within limit: Duration = .seconds(240),
      _ body: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
      let box = Box<Value>()
      let task = Task.detached {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        box.result.withLock { $0 = result }
        box.isDone.signal()
      }
      guard box.isDone.wait(timeout: .now() + limit / .seconds(1)) == .success,
        let result = box.result.withLock({ $0 })
      else {
        task.cancel()
        throw FaultError("\(what) does not end within \(limit)")
      }
      return try result.get()
    }
  }
#endif
