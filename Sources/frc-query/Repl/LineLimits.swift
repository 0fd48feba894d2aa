internal import FilterEngine
internal import Synchronization

/// What the line that runs may take: its time begins with it, and Ctrl-C ends it.
///
/// Filters outlive the line that made them, and are asked again by later ones.
final class LineLimits: Sendable {
  private let limits: EvaluationLimits
  private let current: Mutex<(line: Int, limits: EvaluationLimits)>

  /// The limits of each line.
  init(_ limits: EvaluationLimits) {
    var limits = limits
    limits.isInterrupted = { Interrupt.isRaised }
    self.limits = limits
    current = Mutex((0, limits))
  }

  /// Begins the time of the next line.
  func begin() { current.withLock { $0 = ($0.line + 1, limits.beginning()) } }

  /// The number of the line that runs, and its limits.
  var ofLine: (line: Int, limits: EvaluationLimits) { current.withLock { $0 } }
}
