/// One row of the table: a workload beside its peer.
struct Measurement {
  let workload: String
  let name: String
  let peerName: String

  /// Nanoseconds an item, the medians of all rounds.
  let ours: Double
  let peer: Double

  /// The median of the rounds' ratios.
  let ratio: Double

  let target: Target?

  /// Whether both sides came to the same answer.
  let agrees: Bool

  var verdict: String {
    guard agrees else { return "WRONG ANSWER" }
    guard let target else { return "" }
    if let reach = target.reach, ratio <= reach { return "ok, reached" }
    return ratio <= target.must ? "ok" : "MISS"
  }
}
