/// How much of a long input has been read, shown on standard error where that is a terminal.
final class Progress {
  private static let minimumSize = 100_000_000
  private static let interval = 0.2

  private let size: Int
  private var count = 0
  private var shownAt = SystemCalls.seconds
  private var isShown = false

  /// Nil where the input is short or of unknown length, or nobody watches.
  init?(size: Int?, isWatched: Bool = SystemCalls.isTerminal(2)) {
    guard isWatched, let size, size >= Self.minimumSize else { return nil }
    self.size = size
  }

  /// Counts bytes, and takes the line away at the end.
  func add(_ bytes: Int, isAtEnd: Bool) {
    count += bytes
    if isAtEnd { return clear() }
    let now = SystemCalls.seconds
    guard now - shownAt >= Self.interval else { return }
    shownAt = now
    isShown = true
    let megabytes = (count / 1_000_000, size / 1_000_000)
    StandardError.write(
      "\r\(min(100, count * 100 / max(1, size))) %  \(megabytes.0) of \(megabytes.1) MB ")
  }

  /// Takes the line away.
  func clear() {
    if isShown { StandardError.write("\r\u{1B}[K") }
    isShown = false
  }
}
