internal import EssentialFoundation

extension FilterValue {
  /// Whether a number is above another one, by exact value; nil unless both are numbers.
  package func isAbove(number other: FilterValue) -> Bool? {
    NumberOrder.order(self, other).map { $0 == .descending }
  }

  /// Whether the value precedes another one by `<`; nil if the two have no order.
  @inline(never)
  package func isBelow(_ other: FilterValue) -> Bool? {
    (try? compare(to: other)).map { $0 == .ascending }
  }

  /// The order of the value and another. Neither is `nil`, which each operator treats separately.
  ///
  /// Numbers and booleans are ordered by exact value, dates by time, strings scalar by scalar.
  /// Throws `kindMismatch` for two values of different kinds, and for kinds that have no order.
  func compare(to other: FilterValue) throws(EvaluationError) -> ComparisonOrder {
    switch (self, other) {
    case (.string(let left), .string(let right)):
      return ComparisonOrder(TextComparison([]).order(left, right), 0)
    case (.date(let left), .date(let right)):
      return NumberOrder.order(
        left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
    default:
      if let order = NumberOrder.order(self, other) { return order }
      throw EvaluationError(
        kind == other.kind ? .unordered(kind) : .incomparable(kind, other.kind))
    }
  }
}

/// The order of two values.
enum ComparisonOrder: Hashable, Sendable {
  /// The left one comes first
  case ascending
  /// Neither comes first
  case same
  /// The right one comes first
  case descending

  /// The order of two values that always have one.
  init<Value: Comparable>(_ left: Value, _ right: Value) {
    self = left == right ? .same : left < right ? .ascending : .descending
  }

  /// The order with the sides exchanged.
  var reversed: ComparisonOrder {
    switch self {
    case .ascending: .descending
    case .same: .same
    case .descending: .ascending
    }
  }
}
