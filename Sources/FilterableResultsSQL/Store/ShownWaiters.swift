internal import Synchronization

/// Calls that wait until changes with a number, and all before, are shown.
struct ShownWaiters {
  typealias Answer = @Sendable (Result<Void, any Error>) -> Void

  private var waiters: [Int: (changes: Int, answer: Answer)] = [:]
  private var count = 0

  /// Adds a call and returns its number.
  mutating func add(_ answer: @escaping Answer, for changes: Int) -> Int {
    count += 1
    waiters[count] = (changes, answer)
    return count
  }

  /// Removes and returns a call.
  mutating func remove(_ number: Int) -> Answer? {
    waiters.removeValue(forKey: number)?.answer
  }

  /// Removes and returns the calls that wait for changes up to a number.
  mutating func take(upTo changes: Int) -> [Answer] {
    guard !waiters.isEmpty else { return [] }
    let taken = waiters.filter { $0.value.changes <= changes }
    for number in taken.keys { waiters[number] = nil }
    return taken.values.map(\.answer)
  }
}

extension SQLChanges {
  /// Returns when all changes that were added before are shown.
  ///
  /// - Throws: The error if they cannot be read or shown; `CancellationError`.
  func untilShown() async throws {
    let cancellation = Cancellation()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard let number = wait({ continuation.resume(with: $0) }) else {
          return continuation.resume()
        }
        if cancellation.isCancelled(waiter: number) { cancel(waiter: number) }
      }
    } onCancel: {
      if let number = cancellation.cancel() { cancel(waiter: number) }
    }
  }

  /// The number of a waiter, whose task may be cancelled before it waits.
  private final class Cancellation: Sendable {
    private let state = Mutex<(waiter: Int?, isCancelled: Bool)>((nil, false))

    /// Stores the number, and returns whether the task was cancelled before.
    func isCancelled(waiter: Int) -> Bool {
      state.withLock { state in
        state.waiter = waiter
        return state.isCancelled
      }
    }

    /// Returns the number, if it is known.
    func cancel() -> Int? {
      state.withLock { state in
        state.isCancelled = true
        return state.waiter
      }
    }
  }
}
