internal import Synchronization

/// Deliveries on their way to a reader, who may be in another isolation domain.
///
/// One writes, the controller, and one reads.
final class ChangeMailbox<Item> {
  let signal = MailSignal()
  private let lock = Mutex(())
  private var changes: [ResultsChange<Item>] = []

  /// How many are kept apart before they are made one.
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

// The lock guards `changes`, the only state. A `Mutex` around the changes themselves would refuse
// items that are not sendable, whose controllers have streams too.
extension ChangeMailbox: @unchecked Sendable where Item: Sendable {}

/// A reference that does not keep a mailbox alive.
struct WeakMailbox<Item> {
  weak var mailbox: ChangeMailbox<Item>?
}
