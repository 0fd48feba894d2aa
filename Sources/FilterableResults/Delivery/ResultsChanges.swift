/// The deliveries of a controller, one after another.
///
/// A reader that is slower than the changes gets those that it missed as one, from what it was given
/// last to what is shown now. Where items are sendable the stream can be handed to another isolation
/// domain and read there; the controller stays in its own.
public struct ResultsChanges<Item>: AsyncSequence {
  /// A delivery, or several as one.
  public typealias Element = ResultsChange<Item>

  let mailbox: ChangeMailbox<Item>

  /// Reads the deliveries; one reader is served, and a second one that waits ends the first.
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

extension ResultsChanges: Sendable where Item: Sendable {}
