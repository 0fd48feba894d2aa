internal import FilterEngine

/// What the reading of a database may take.
struct DatabaseLimits {
  /// The seconds that a statement waits for other programs.
  var lockTimeout = usualLockTimeout

  /// The bytes of a row.
  var rowBytes = usualRowBytes

  /// The limits of the run, whose time has begun.
  var evaluation = EvaluationLimits.standard

  /// The seconds that a statement waits for other programs unless something else is said.
  static let usualLockTimeout = 5.0

  /// The bytes that a row may have unless something else is said: 64 MiB.
  static let usualRowBytes = 1 << 26

  /// The bytes that SQLite may take: its caches, and a few values of the greatest size.
  static func memory(rowBytes: Int) -> Int {
    let (bytes, overflows) = rowBytes.multipliedReportingOverflow(by: 4)
    return overflows ? .max : max(bytes, 1 << 28)
  }

  /// The shorter one of the wait for other programs and the time of the run, in seconds.
  var wait: Double { min(lockTimeout, evaluation.time.map { $0 / .seconds(1) } ?? .infinity) }

  /// The part of ``wait`` that is left.
  var waitLeft: Double {
    min(lockTimeout, evaluation.timeLeft.map { $0 / .seconds(1) } ?? .infinity)
  }
}
