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
