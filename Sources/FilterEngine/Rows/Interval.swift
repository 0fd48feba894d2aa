import FilterSyntax

/// The integers for which a comparison with a constant holds: those between two bounds, or those
/// that are not.
struct IntegerInterval {
  var low: Int128
  var high: Int128
  var isInverted = false

  /// Nil where the constant is no number that decides it.
  init?(_ operator: AST.Comparison.Operator, _ constant: FilterValue) {
    guard let (floor, isIntegral) = Self.floor(of: constant) else { return nil }
    let all = (low: Int128(Int64.min) * 4, high: Int128(Int64.max) * 4)
    switch `operator` {
    case .equal, .notEqual:
      (low, high) = isIntegral ? (floor, floor) : (1, 0)
      isInverted = `operator` == .notEqual
    case .lessThan: (low, high) = (all.low, isIntegral ? floor - 1 : floor)
    case .lessThanOrEqual: (low, high) = (all.low, floor)
    case .greaterThan: (low, high) = (floor + 1, all.high)
    case .greaterThanOrEqual: (low, high) = (isIntegral ? floor : floor + 1, all.high)
    default: return nil
    }
  }

  /// The integers from `bounds`, in whichever order they stand.
  init?(between bounds: [FilterValue]) {
    guard bounds.count == 2, let first = Self.floor(of: bounds[0]),
      let second = Self.floor(of: bounds[1])
    else { return nil }
    // Of bounds with one floor, the one that is an integer is the lower.
    let isOrdered = first.0 == second.0 ? first.1 : first.0 < second.0
    let ordered = isOrdered ? (first, second) : (second, first)
    low = ordered.0.1 ? ordered.0.0 : ordered.0.0 + 1
    high = ordered.1.0
  }

  /// The greatest integer that is not above a number, and whether it is the number.
  private static func floor(of value: FilterValue) -> (Int128, Bool)? {
    switch value {
    case .bool(let value): return (value ? 1 : 0, true)
    case .int(let value): return (Int128(value), true)
    case .double(let value):
      guard !value.isNaN else { return nil }
      // Far outside every field, where all answers are the same.
      guard abs(value) < 0x1p65 else { return (value < 0 ? -(1 << 65) : 1 << 65, false) }
      let floor = value.rounded(.down)
      return (Int128(floor), floor == value)
    default: return nil
    }
  }

  /// The interval for a field of one width.
  func test<Value: FixedWidthInteger & Sendable>(
    _ type: Value.Type, offset: Int
  ) -> IntegerRangeTest<Value> where Value.Magnitude: Sendable {
    let low = Swift.max(low, Int128(Value.min))
    let high = Swift.min(high, Int128(Value.max))
    guard low <= high else {
      // No integer: everything, inverted.
      return IntegerRangeTest(
        offset: offset, low: Value.min, span: Value.Magnitude.max, isInverted: !isInverted)
    }
    return IntegerRangeTest(
      offset: offset, low: Value(low), span: Value.Magnitude(high - low), isInverted: isInverted)
  }
}

/// The doubles for which a comparison with a constant holds: those between two bounds, or those that
/// are not. Not-a-number lies above the negative numbers and below all others.
struct FloatingInterval {
  var low: Double
  var high: Double
  var isInverted = false
  var containsNaN = false

  /// Nil where the constant is no double that decides it.
  init?(_ operator: AST.Comparison.Operator, _ constant: Double?) {
    guard let constant, !constant.isNaN else { return nil }
    switch `operator` {
    case .equal, .notEqual:
      (low, high) = (constant, constant)
      isInverted = `operator` == .notEqual
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
    default: return nil
    }
  }

  /// The doubles from `bounds`, in whichever order they stand.
  init?(between first: Double?, _ second: Double?) {
    guard let first, let second, !first.isNaN, !second.isNaN else { return nil }
    low = Swift.min(first, second)
    high = Swift.max(first, second)
    containsNaN = low < 0 && high >= 0
  }

  func test<Value: FloatingField>(_ type: Value.Type, offset: Int) -> FloatingRangeTest<Value> {
    FloatingRangeTest(
      offset: offset, low: low, high: high, isInverted: isInverted, containsNaN: containsNaN)
  }
}

extension FilterValue {
  /// The double that a number is, where it is one exactly.
  var exactDouble: Double? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .int(let value): Double(exactly: value)
    case .double(let value): value
    default: nil
    }
  }
}
