/// One workload: a few comparisons with peers.
protocol Workload {
  /// The name that `--only` takes.
  static var name: String { get }

  /// Runs it and adds its rows.
  static func run(_ bench: Bench) throws
}
