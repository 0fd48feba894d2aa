/// The budget of one row: the limits that count.
struct EvaluationBudget: Equatable {
  var steps: Int
  var elements: Int
  var bytes: Int

  /// All of it.
  init(_ limits: EvaluationLimits) {
    steps = Self.clamped(limits.steps)
    elements = Self.clamped(limits.elements)
    bytes = Self.clamped(limits.bytes)
  }

  /// A limit as a number that can be counted down without an overflow.
  private static func clamped(_ limit: Int) -> Int { min(max(limit, 0), .max >> 1) }

  /// Takes `count` of what is left; false where that is less, and nothing is left then.
  static func take(_ count: Int, of left: inout Int) -> Bool {
    let rest = left - min(max(count, 0), left + 1)
    left = max(rest, 0)
    return rest >= 0
  }
}
