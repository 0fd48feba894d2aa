/// The progress through a long input, shown among the messages if they are on a terminal, or reported.
final class Progress {
  /// The minimum size of an input whose progress is shown.
  static let minimumSize = 100_000_000

  private let interval: Double
  private let seconds: () -> Double
  private let report: ((_ count: Int, _ size: Int) -> Void)?
  private let write: (String) -> Void
  private let size: Int
  private var count = 0
  private var shownAt: Double
  private var isShown = false

  /// Nil if the input is short or of unknown length, or nobody watches. Without `report` a line is written.
  init?(
    size: Int?, isWatched: Bool, minimumSize: Int = Progress.minimumSize, interval: Double = 0.2,
    report: ((_ count: Int, _ size: Int) -> Void)? = nil, write: @escaping (String) -> Void,
    seconds: @escaping () -> Double = { SystemCalls.seconds }
  ) {
    guard isWatched, let size, size >= minimumSize else { return nil }
    self.size = size
    self.interval = interval
    self.seconds = seconds
    shownAt = seconds()
    self.report = report
    self.write = write
  }

  /// Counts bytes, and takes the line away at the end.
  func add(_ bytes: Int, isAtEnd: Bool) {
    count += bytes
    if isAtEnd { return clear() }
    let now = seconds()
    guard now - shownAt >= interval else { return }
    shownAt = now
    if let report { return report(count, size) }
    isShown = true
    let megabytes = (count / 1_000_000, size / 1_000_000)
    write(
      "\r\(min(100, count * 100 / max(1, size))) %  \(megabytes.0) of \(megabytes.1) MB ")
  }

  /// Takes the line away.
  func clear() {
    if isShown { write("\r\u{1B}[K") }
    isShown = false
  }
}
