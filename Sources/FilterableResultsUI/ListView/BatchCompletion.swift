/// Waits for all batches of a change.
final class BatchCompletion {
  private var openCount = 1
  private var isFinished = true
  private let body: (Bool) -> Void

  /// `body` is called after `end(_:)` and all batches; with false if one of them did not finish.
  init(_ body: @escaping (Bool) -> Void) { self.body = body }

  /// The completion of one more batch.
  func batch() -> (Bool) -> Void {
    openCount += 1
    return { self.end($0) }
  }

  /// Ends a batch, or the change itself.
  func end(_ isFinished: Bool = true) {
    self.isFinished = self.isFinished && isFinished
    openCount -= 1
    if openCount == 0 { body(self.isFinished) }
  }
}
