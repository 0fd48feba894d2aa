import FilterSyntax

/// The order of a number relative to one or two constant ones, where machine comparisons tell it.
struct NumberTest {
  /// The bounds; both the same for all operators but `BETWEEN`
  private let low: Int64
  private let high: Int64
  private let doubles: (low: Double, high: Double)
  private let isIntegral: Bool
  private let below: Bool
  private let same: Bool
  private let above: Bool

  /// Integers up to here are doubles too, so that a comparison as doubles is exact.
  private static let exact: Int64 = 1 << 53

  /// Nil where the constant is no number, or the operator none that orders numbers.
  init?(_ operator: AST.Comparison.Operator, _ constant: FilterValue) {
    var bounds = [constant]
    switch `operator` {
    case .equal: (below, same, above) = (false, true, false)
    case .notEqual: (below, same, above) = (true, false, true)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      (below, same, above) = Ordering.answers(`operator`)
    case .between:
      guard case .list(let list) = constant, list.count == 2 else { return nil }
      bounds = list.elements
      (below, same, above) = (false, true, false)
    default: return nil
    }
    let integers = bounds.compactMap { if case .int(let value) = $0 { value } else { nil } }
    let numbers = bounds.compactMap { value -> Double? in
      switch value {
      case .int(let number) where number.magnitude <= UInt64(Self.exact): Double(number)
      case .double(let number) where !number.isNaN: number
      default: nil
      }
    }
    guard numbers.count == bounds.count, let least = numbers.min(), let most = numbers.max() else {
      return nil
    }
    doubles = (least, most)
    isIntegral = integers.count == bounds.count
    low = integers.min() ?? 0
    high = integers.max() ?? 0
  }

  func holds(_ number: Int64) -> Bool? {
    if isIntegral { return number < low ? below : number > high ? above : same }
    return number.magnitude <= UInt64(Self.exact) ? holds(Double(number)) : nil
  }

  /// `number` is finite.
  func holds(_ number: Double) -> Bool? {
    number < doubles.low ? below : number > doubles.high ? above : same
  }
}
