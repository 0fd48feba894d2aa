internal import Synchronization

/// A signal that resumes the reader of a mailbox.
package final class MailSignal: Sendable {
  private struct State {
    var isRaised = false
    var isFinished = false
    var waiting: CheckedContinuation<Bool, Never>?
  }

  private let state = Mutex(State())

  package init() {}

  package func raise() {
    let waiting = state.withLock { state in
      state.isRaised = state.waiting == nil
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: true)
  }

  package func finish() {
    let waiting = state.withLock { state in
      state.isFinished = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: false)
  }

  /// Waits for mail. Returns false if the signal is finished or the task is cancelled.
  package func wait(isolation actor: isolated (any Actor)?) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: actor) { continuation in
        var earlier: CheckedContinuation<Bool, Never>?
        let answer: Bool? = state.withLock { state in
          if state.isFinished || Task.isCancelled { return false }
          if state.isRaised {
            state.isRaised = false
            return true
          }
          (earlier, state.waiting) = (state.waiting, continuation)
          return nil
        }
        earlier?.resume(returning: false)
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      finish()
    }
  }
}
