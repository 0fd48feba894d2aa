/// Waits for an input in one thread until another one ends the waiting, so that no thread is left behind in a `read`
/// for which nothing comes.
final class InputWait: Sendable {
  private let input: Int32

  /// A pipe that nothing is written to: it ends the waiting when it is closed.
  private let reading: Int32
  private let writing: Int32

  /// Nil if there are no descriptors left.
  init?(for input: Int32) {
    guard let pipe = SystemCalls.pipe() else { return nil }
    self.input = input
    (reading, writing) = pipe
  }

  deinit { SystemCalls.close(reading) }

  /// Waits until the input has bytes, its end or an error; throws when the waiting has ended.
  func wait() throws(ToolError) {
    guard SystemCalls.waitForInput(input, unlessClosed: reading) else { throw .interrupted }
  }

  /// Ends the waiting, once.
  func end() { SystemCalls.close(writing) }
}
