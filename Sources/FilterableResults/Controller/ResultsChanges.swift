internal import Synchronization

/// The deliveries of a controller, one after another.
public struct ResultsChanges<Item>: AsyncSequence {
  /// A delivery, or several as one.
  public typealias Element = ResultsChange<Item>

  let mailbox: ChangeMailbox<Item>

  /// Reads the deliveries; one reader is served.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  /// Reads the deliveries.
  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: ChangeMailbox<Item>

    /// The next delivery, nil when the controller is gone or the task is cancelled.
    public mutating func next() async -> ResultsChange<Item>? {
      await next(isolation: nil)
    }

    /// The next delivery, read in the isolation domain of the controller.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async -> ResultsChange<Item>? {
      while true {
        if let change = mailbox.take() { return change }
        guard await mailbox.signal.wait(isolation: actor) else { return mailbox.take() }
      }
    }
  }
}

/// Deliveries on their way to a reader.
final class ChangeMailbox<Item> {
  let signal = MailSignal()
  private var changes: [ResultsChange<Item>] = []

  /// How many are kept apart before they are made one.
  private static var limit: Int { 16 }

  func put(_ change: ResultsChange<Item>) {
    changes.append(change)
    if changes.count > Self.limit { changes = [joined()].compactMap { $0 } }
    signal.raise()
  }

  func take() -> ResultsChange<Item>? {
    guard !changes.isEmpty else { return nil }
    let change = joined()
    changes = []
    return change
  }

  func finish() { signal.finish() }

  private func joined() -> ResultsChange<Item>? {
    guard var result = changes.first else { return nil }
    for change in changes.dropFirst() {
      result =
        (try? result.composed(with: change))
        ?? ResultsChange(reloading: change.new, from: result.old)
    }
    return result
  }
}

/// A reference that does not keep a mailbox alive.
struct WeakMailbox<Item> {
  weak var mailbox: ChangeMailbox<Item>?
}

/// Wakes the one who waits for mail.
final class MailSignal: Sendable {
  private struct State {
    var isRaised = false
    var isFinished = false
    var waiting: CheckedContinuation<Bool, Never>?
  }

  private let state = Mutex(State())

  func raise() {
    let waiting = state.withLock { state in
      state.isRaised = state.waiting == nil
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: true)
  }

  func finish() {
    let waiting = state.withLock { state in
      state.isFinished = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: false)
  }

  /// Whether there is mail; false when there will be none any more.
  func wait(isolation actor: isolated (any Actor)?) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: actor) { continuation in
        let answer: Bool? = state.withLock { state in
          if state.isFinished || Task.isCancelled { return false }
          if state.isRaised {
            state.isRaised = false
            return true
          }
          state.waiting = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      finish()
    }
  }
}
