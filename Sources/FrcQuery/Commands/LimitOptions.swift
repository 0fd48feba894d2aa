internal import ArgumentParser
internal import FilterEngine

/// The limits of an evaluation.
struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Largest time for a run, a line or a request.", valueName: "seconds"))
  var timeLimit: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Largest number of steps for a row; the default is 10000000.", valueName: "n"))
  var stepLimit: Int?

  func validate() throws {
    if let timeLimit, !(timeLimit >= 0) {
      throw ValidationError("--time-limit must not be negative.")
    }
    if let stepLimit, stepLimit < 0 { throw ValidationError("--step-limit must not be negative.") }
  }

  /// The limits, whose time has not begun.
  var limits: EvaluationLimits { limits(beside: nil) }

  /// The limits of the options, and those of `others` that no option states.
  func limits(beside others: EvaluationLimits?) -> EvaluationLimits {
    var limits = others ?? .standard
    // More seconds than this are no limit, and fit no duration.
    if let timeLimit { (limits.time, limits.deadline) = (.seconds(min(timeLimit, 1e12)), nil) }
    if let stepLimit { limits.steps = stepLimit }
    return limits
  }
}

/// The wait for databases that other programs lock.
struct LockOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Wait at most N seconds for a locked database.", valueName: "n"))
  var lockTimeout: Double = Query.usualLockTimeout

  func validate() throws {
    if !(lockTimeout >= 0) { throw ValidationError("--lock-timeout must not be negative.") }
  }
}
