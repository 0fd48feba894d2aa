import EssentialFoundation
package import FilterSyntax

/// The numbers or dates that match a comparison with a constant: those inside or outside of two bounds.
package struct NumberRange: Sendable {
  /// Integers from `low` to `high`; none if `low` is above `high`.
  package struct Integers: Sendable {
    package var low: Int128
    package var high: Int128
  }

  /// Doubles from `low` to `high`; none if `low` is above `high`. Not-a-number sorts above the negative numbers
  /// and below all others.
  package struct Doubles: Sendable {
    package var low: Double
    package var high: Double
    package var containsNaN = false
  }

  /// The range among integers; nil for dates.
  package let integers: Integers?

  /// The range among doubles, or among dates by their seconds; nil if a constant is not a double.
  package let doubles: Doubles?

  /// Whether dates are compared, and not numbers.
  package let isOfDates: Bool

  /// Whether the comparison holds outside the range.
  package let isInverted: Bool

  /// `x operator constant`; nil if the constant is not a number that decides it.
  package init?(_ operator: AST.Comparison.Operator, _ constant: FilterValue) {
    integers = Integers(`operator`, constant)
    doubles = (constant.exactDouble ?? constant.seconds).flatMap { Doubles(`operator`, $0) }
    isOfDates = constant.seconds != nil
    isInverted = `operator` == .notEqual
    guard integers != nil || doubles != nil else { return nil }
  }

  /// `x BETWEEN bounds`, with the bounds in either order.
  init?(between bounds: [FilterValue]) {
    guard bounds.count == 2 else { return nil }
    let areDates = bounds[0].seconds != nil
    let numbers = bounds.compactMap { areDates ? $0.seconds : $0.exactDouble }
    isOfDates = areDates
    integers = Integers(between: bounds[0], bounds[1])
    doubles = numbers.count == 2 ? Doubles(between: numbers[0], numbers[1]) : nil
    isInverted = false
    guard integers != nil || doubles != nil else { return nil }
  }
}

extension NumberRange.Integers {
  /// Nil if the constant is not a number that decides it.
  fileprivate init?(_ operator: AST.Comparison.Operator, _ constant: FilterValue) {
    guard let (floor, isIntegral) = Self.floor(of: constant) else { return nil }
    let all = (low: Int128(Int64.min) * 4, high: Int128(Int64.max) * 4)
    switch `operator`.relation {
    case .equal, .notEqual: (low, high) = isIntegral ? (floor, floor) : (1, 0)
    case .lessThan: (low, high) = (all.low, isIntegral ? floor - 1 : floor)
    case .lessThanOrEqual: (low, high) = (all.low, floor)
    case .greaterThan: (low, high) = (floor + 1, all.high)
    case .greaterThanOrEqual: (low, high) = (isIntegral ? floor : floor + 1, all.high)
    case nil: return nil
    }
  }

  fileprivate init?(between first: FilterValue, _ second: FilterValue) {
    guard let first = Self.floor(of: first), let second = Self.floor(of: second) else { return nil }
    // Of two bounds with the same floor, an integer is the lower one.
    let isOrdered = first.0 == second.0 ? first.1 : first.0 < second.0
    let ordered = isOrdered ? (first, second) : (second, first)
    low = ordered.0.1 ? ordered.0.0 : ordered.0.0 + 1
    high = ordered.1.0
  }

  /// The greatest integer that is not above a number, and whether it equals the number.
  private static func floor(of value: FilterValue) -> (Int128, Bool)? {
    switch value {
    case .bool(let value): return (value ? 1 : 0, true)
    case .int(let value): return (Int128(value), true)
    case .double(let value):
      guard !value.isNaN else { return nil }
      // Outside the range of every field, all answers are the same.
      guard abs(value) < 0x1p65 else { return (value < 0 ? -(1 << 65) : 1 << 65, false) }
      let floor = value.rounded(.down)
      return (Int128(floor), floor == value)
    default: return nil
    }
  }
}

extension NumberRange.Doubles {
  /// Nil if the constant is not-a-number.
  fileprivate init?(_ operator: AST.Comparison.Operator, _ constant: Double) {
    guard !constant.isNaN else { return nil }
    switch `operator`.relation {
    case .equal, .notEqual: (low, high) = (constant, constant)
    case .lessThan:
      (low, high) = (-.infinity, constant.nextDown)
      if constant == -.infinity { low = .infinity }
      containsNaN = constant >= 0
    case .lessThanOrEqual:
      (low, high) = (-.infinity, constant)
      containsNaN = constant >= 0
    case .greaterThan:
      (low, high) = (constant.nextUp, .infinity)
      if constant == .infinity { high = -.infinity }
      containsNaN = constant < 0
    case .greaterThanOrEqual:
      (low, high) = (constant, .infinity)
      containsNaN = constant < 0
    case nil: return nil
    }
  }

  fileprivate init?(between first: Double, _ second: Double) {
    guard !first.isNaN, !second.isNaN else { return nil }
    low = Swift.min(first, second)
    high = Swift.max(first, second)
    containsNaN = low < 0 && high >= 0
  }
}

extension FilterValue {
  /// The double that exactly equals a number; nil if there is none.
  var exactDouble: Double? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .int(let value): Double(exactly: value)
    case .double(let value): value
    default: nil
    }
  }

  /// The seconds of a date since the reference date.
  var seconds: Double? {
    if case .date(let date) = self { date.timeIntervalSinceReferenceDate } else { nil }
  }
}
