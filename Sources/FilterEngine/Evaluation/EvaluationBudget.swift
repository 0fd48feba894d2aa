/// The budget of one row: the limits that count.
struct EvaluationBudget: Equatable {
  var steps: Int
  var elements: Int
  var bytes: Int

  /// The whole budget.
  init(_ limits: EvaluationLimits) {
    steps = Self.clamped(limits.steps)
    elements = Self.clamped(limits.elements)
    bytes = Self.clamped(limits.bytes)
  }

  /// A limit as a number that can be decreased without overflow.
  private static func clamped(_ limit: Int) -> Int { min(max(limit, 0), .max >> 1) }

  /// Subtracts `count`. If less is left, nothing is left afterwards, and the result is false.
  static func take(_ count: Int, of left: inout Int) -> Bool {
    let rest = left - min(max(count, 0), left + 1)
    left = max(rest, 0)
    return rest >= 0
  }
}
