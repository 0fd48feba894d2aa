internal import FoundationEssentials

extension FilterValue {
  /// How the value lies to another; neither is `nil`, which has rules of its own in every operator.
  ///
  /// Numbers and booleans are ordered by exact value, dates by time, strings scalar by scalar.
  /// Throws `kindMismatch` for two values of different kinds, and for kinds that have no order.
  func compare(to other: FilterValue) throws(EvaluationError) -> ComparisonOrder {
    switch (self, other) {
    case (.string(let left), .string(let right)): return Self.order(left, right)
    case (.date(let left), .date(let right)):
      return NumberOrder.order(
        left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
    default:
      if let order = NumberOrder.order(self, other) { return order }
      throw EvaluationError(
        .kindMismatch,
        kind == other.kind
          ? "\(kind.plural) \(kind == .data ? "has" : "have") no order"
          : "can't compare \(kind.phrase) with \(other.kind.phrase)")
    }
  }

  /// The order of two texts: canonically equivalent texts are the same, others scalar by scalar.
  private static func order(_ left: String, _ right: String) -> ComparisonOrder {
    if left == right { return .same }
    // The order of UTF-8 bytes is that of the scalars.
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? .ascending : .descending
  }
}
