/// Waits for an input in one thread until another one ends the waiting, so that no thread stays in a `read` for bytes
/// that no one writes.
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

  /// Waits at most `milliseconds`, or without a limit for nil, until the input has bytes, its end or an error; false if
  /// it has none. Throws when the waiting has ended.
  func wait(milliseconds: Int?) throws(ToolError) -> Bool {
    switch SystemCalls.waitForInput(input, milliseconds: milliseconds, unlessClosed: reading) {
    case .input: true
    case .nothing: false
    case .closed: throw .interrupted
    }
  }

  /// Ends the waiting, once.
  func end() { SystemCalls.close(writing) }
}
