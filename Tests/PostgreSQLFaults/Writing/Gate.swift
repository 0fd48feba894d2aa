#if PostgreSQL && os(Linux)
  internal import Foundation
  internal import Synchronization

  /// Holds writers between two transactions.
  final class Gate: Sendable {
    private struct State {
      var isClosed = false
      var isEnded = false
      var waiting = 0
      var writers = 0
    }

    private let state = Mutex(State())

    /// Waits while the gate is closed; false at the end of the run.
    func pass() -> Bool {
      var isWaiting = false
      while true {
        let goesOn: Bool? = state.withLock { state in
          if state.isEnded || !state.isClosed {
            if isWaiting { state.waiting -= 1 }
            return !state.isEnded
          }
          if !isWaiting { state.waiting += 1 }
          isWaiting = true
          return nil
        }
        if let goesOn { return goesOn }
        Thread.sleep(forTimeInterval: 0.002)
      }
    }

    func enter() { state.withLock { $0.writers += 1 } }

    func leave() { state.withLock { $0.writers -= 1 } }

    /// Closes the gate and waits until all writers are there; false if one is not there in time.
    func close(within limit: Duration) -> Bool {
      state.withLock { $0.isClosed = true }
      return Waiting.wait(limit) { state.withLock { $0.waiting == $0.writers } }
    }

    func open() { state.withLock { $0.isClosed = false } }

    /// Has the writers end; false if one goes on.
    func end(within limit: Duration) -> Bool {
      state.withLock { $0.isEnded = true }
      return Waiting.wait(limit) { state.withLock { $0.writers == 0 } }
    }
  }

  /// Waits for a condition.
  enum Waiting {
    /// Asks until a condition is true; false if it is not in time.
    static func wait(_ limit: Duration, until condition: () -> Bool) -> Bool {
      let end = ContinuousClock.now + limit
      while !condition() {
        if ContinuousClock.now >= end { return false }
        Thread.sleep(forTimeInterval: 0.002)
      }
      return true
    }
  }
#endif
