/// The share of its peer's time that a workload may take.
struct Target {
  /// What it has to reach.
  let must: Double

  /// What it should reach one day.
  let reach: Double?

  static func ratio(_ must: Double, reach: Double? = nil) -> Target {
    Target(must: must, reach: reach)
  }
}
