internal import FilterEngine
internal import FilterSyntax

/// The values of a column between two bounds.
struct NumberBounds: Sendable {
  struct Bound: Sendable {
    let value: SQLValue
    let isOpen: Bool
  }

  /// The lower bound, or nil.
  var lower: Bound?

  /// The upper bound, or nil.
  var upper: Bound?

  var isEmpty = false

  /// Whether NaN is one of the values.
  var containsNaN = false

  static let empty = NumberBounds(isEmpty: true)

  /// Stored integers from `low` to `high`. The bound of `<` and `>` is written as an open one.
  init(
    _ low: Int128, _ high: Int128, _ operator: AST.Comparison.Operator,
    _ value: (Int64) -> SQLValue = { .integer($0) }
  ) {
    guard low <= high, low <= Int64.max, high >= Int64.min else {
      self = .empty
      return
    }
    if let low = Int64(exactly: low), low > .min {
      lower =
        `operator` == .greaterThan
        ? Bound(value: value(low - 1), isOpen: true) : Bound(value: value(low), isOpen: false)
    }
    if let high = Int64(exactly: high), high < .max {
      upper =
        `operator` == .lessThan
        ? Bound(value: value(high + 1), isOpen: true) : Bound(value: value(high), isOpen: false)
    }
    if low == high, let both = Int64(exactly: low) {
      lower = Bound(value: value(both), isOpen: false)
      upper = lower
    }
  }

  /// Stored doubles from `low` to `high`.
  init(
    _ low: Double, _ high: Double, containsNaN: Bool = false,
    _ operator: AST.Comparison.Operator
  ) {
    self.containsNaN = containsNaN
    guard low <= high else {
      isEmpty = true
      return
    }
    if low > -.infinity || low == high {
      lower =
        `operator` == .greaterThan
        ? Bound(value: .real(low.nextDown), isOpen: true) : Bound(value: .real(low), isOpen: false)
    }
    if high < .infinity || low == high {
      upper =
        `operator` == .lessThan
        ? Bound(value: .real(high.nextUp), isOpen: true) : Bound(value: .real(high), isOpen: false)
    }
    if low == high {
      lower = Bound(value: .real(low), isOpen: false)
      upper = lower
    }
  }

  private init(isEmpty: Bool) { self.isEmpty = isEmpty }
}
