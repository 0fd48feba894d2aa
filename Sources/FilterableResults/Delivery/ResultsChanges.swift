/// The changes of a controller as an asynchronous sequence for one reader.
///
/// ```swift
/// for await change in results.changes { print(change.new.rowCount) }
/// ```
///
/// Changes that the reader has missed are delivered as one. If items are sendable, the sequence can be sent to another
/// isolation domain; the controller stays in its own.
public struct ResultsChanges<Item>: AsyncSequence {
  let mailbox: ChangeMailbox<Item>

  /// Creates an iterator. If a second iterator waits for a change, the first one ends.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

  /// An iterator over the changes of a controller.
  public struct Iterator: AsyncIteratorProtocol {
    let mailbox: ChangeMailbox<Item>

    /// Returns the next change; nil after the end of the controller, or if the task is cancelled.
    public mutating func next() async -> ResultsChange<Item>? {
      await next(isolation: nil)
    }

    /// Returns the next change in the isolation domain of an actor; nil after the end of the controller, or if the task is
    /// cancelled.
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

extension ResultsChanges: Sendable where Item: Sendable {}
