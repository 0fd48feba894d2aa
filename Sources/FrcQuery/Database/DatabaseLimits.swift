internal import FilterEngine

/// The limits for reading a database.
struct DatabaseLimits {
  /// The time in seconds that a statement waits for other programs.
  var lockTimeout = Query.usualLockTimeout

  /// The maximum size of a row in bytes.
  var rowBytes = Query.usualRowBytes

  /// The limits of the run, whose time has started.
  var evaluation = EvaluationLimits.standard

  /// Whether messages may name what is in the database beside the table; a policy hides it.
  var namesOthers = true

  /// The memory limit of SQLite in bytes: its caches, and a few values of maximum size.
  static func memory(rowBytes: Int) -> Int {
    let (bytes, overflows) = rowBytes.multipliedReportingOverflow(by: 4)
    return overflows ? .max : max(bytes, 1 << 28)
  }

  /// The lock timeout or the time limit of the run, whichever is shorter, in seconds.
  var wait: Double { min(lockTimeout, evaluation.time.map { $0 / .seconds(1) } ?? .infinity) }

  /// The seconds of `wait` for messages.
  var waitText: String {
    wait == wait.rounded() && wait < 1e9 ? String(Int(wait)) : String(wait)
  }

  /// The lock timeout or the remaining time of the run, whichever is shorter, in seconds.
  var waitLeft: Double {
    min(lockTimeout, evaluation.timeLeft.map { $0 / .seconds(1) } ?? .infinity)
  }
}
