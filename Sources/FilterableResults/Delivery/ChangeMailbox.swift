internal import Synchronization

/// A queue of deliveries from a controller to one reader, which may be in another isolation domain.
final class ChangeMailbox<Item> {
  let signal = MailSignal()
  private let lock = Mutex(())
  private var changes: [ResultsChange<Item>] = []

  /// The number of changes above which they are combined into one.
  private static var limit: Int { 16 }

  func put(_ change: ResultsChange<Item>) {
    var waiting: [ResultsChange<Item>] = []
    lock.withLock { _ in
      changes.append(change)
      if changes.count > Self.limit { swap(&changes, &waiting) }
    }
    if let joined = Self.joined(waiting) { lock.withLock { _ in changes.append(joined) } }
    signal.raise()
  }

  func take() -> ResultsChange<Item>? {
    var waiting: [ResultsChange<Item>] = []
    lock.withLock { _ in swap(&changes, &waiting) }
    return Self.joined(waiting)
  }

  func finish() { signal.finish() }

  private static func joined(_ changes: [ResultsChange<Item>]) -> ResultsChange<Item>? {
    guard var result = changes.first else { return nil }
    for change in changes.dropFirst() {
      result =
        (try? result.composed(with: change))
        ?? ResultsChange(reloading: change.new, from: result.old)
    }
    return result
  }
}

// The lock guards `changes`, the only mutable state. A `Mutex` of the changes would not accept items that are not
// sendable, whose controllers have streams as well.
extension ChangeMailbox: @unchecked Sendable where Item: Sendable {}

/// A weak reference to a mailbox.
struct WeakMailbox<Item> {
  weak var mailbox: ChangeMailbox<Item>?
}
