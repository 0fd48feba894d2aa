/// The rules that make a pushed part right, each a value so that a test can leave one out.
///
/// The product uses all of them. A search over random trees has to find a difference when any one is missing.
struct PushdownRules: OptionSet, Sendable {
  let rawValue: Int

  /// NOT exchanges the sides.
  static let negationSwapsSides = PushdownRules(rawValue: 1 << 0)

  /// AND on the pass side and OR on the block side stop at the first operand that can fail.
  static let joinStopsAtFailure = PushdownRules(rawValue: 1 << 1)

  /// A union of operands needs all of them.
  static let unionNeedsAll = PushdownRules(rawValue: 1 << 2)

  /// A join is exact only where all of its operands are.
  static let exactNeedsAll = PushdownRules(rawValue: 1 << 3)

  /// A node that can fail is never exact.
  static let failureIsInexact = PushdownRules(rawValue: 1 << 4)

  /// The residual keeps operands whose pass side is not exact.
  static let residualKeepsInexact = PushdownRules(rawValue: 1 << 5)

  /// The residual keeps operands behind the first one that can fail.
  static let residualKeepsUnpushed = PushdownRules(rawValue: 1 << 6)

  static let all = PushdownRules(rawValue: (1 << 7) - 1)

  /// Each rule by itself, with the name that a failure prints.
  static let each: [(name: String, rule: PushdownRules)] = [
    ("negationSwapsSides", .negationSwapsSides), ("joinStopsAtFailure", .joinStopsAtFailure),
    ("unionNeedsAll", .unionNeedsAll), ("exactNeedsAll", .exactNeedsAll),
    ("failureIsInexact", .failureIsInexact), ("residualKeepsInexact", .residualKeepsInexact),
    ("residualKeepsUnpushed", .residualKeepsUnpushed),
  ]
}
