import FilterSyntax
import Foundation
import TestSupport
import Testing

@testable import FilterEngine

/// The range of a comparison holds the numbers for which the comparison does, at all bounds.
@Suite struct NumberRangeTests {
  private static let integers: [Int64] = [
    .min, .min + 1, -9_007_199_254_740_993, -3, -2, -1, 0, 1, 2, 3, 9_007_199_254_740_991,
    9_007_199_254_740_992, 9_007_199_254_740_993, .max - 1, .max,
  ]

  private static let doubles: [Double] = [
    -.infinity, -0x1p70, -0x1p65, -0x1p63, -9_007_199_254_740_992, -2.5, -1, -0.5,
    -Double.leastNonzeroMagnitude, -0.0, 0,
    Double.leastNonzeroMagnitude, 0.5,
    1, 1.5, 2, 2.5, 9_007_199_254_740_992, 0x1p63, 0x1p64, 0x1p65, 0x1p70, .infinity,
  ]

  private static let constants: [FilterValue] =
    integers.map { .int($0) } + doubles.map { .double($0) } + [.bool(false), .bool(true)]

  private static let operators: [(AST.Comparison.Operator, [Int])] = [
    (.equal, [0]), (.notEqual, [-1, 1]), (.lessThan, [-1]), (.lessThanOrEqual, [-1, 0]),
    (.greaterThan, [1]),
    (.greaterThanOrEqual, [0, 1]),
  ]

  /// -1, 0 or 1: how a number compares with a constant that is not NaN. NaN sorts between the negative numbers
  /// and all others.
  private static func order(_ value: FilterValue, _ constant: FilterValue) -> Int {
    func isNaN(_ value: FilterValue) -> Bool {
      if case .double(let value) = value { value.isNaN } else { false }
    }
    /// The integer towards zero, and what is left of the number.
    func parts(_ value: FilterValue) -> (whole: Int128, rest: Double) {
      switch value {
      case .int(let value): return (Int128(value), 0)
      case .bool(let value): return (value ? 1 : 0, 0)
      case .double(let value):
        if value.magnitude >= 0x1p100 { return (value < 0 ? Int128.min : .max, 0) }
        let whole = value.rounded(.towardZero)
        return (Int128(whole), value - whole)
      default: return (0, 0)
      }
    }
    if isNaN(value) { return parts(constant) < (0, 0) ? 1 : -1 }
    let (left, right) = (parts(value), parts(constant))
    return left < right ? -1 : left == right ? 0 : 1
  }

  private static func holds(_ range: NumberRange, _ value: FilterValue) -> Bool? {
    switch value {
    case .int(let value):
      guard let integers = range.integers else { return nil }
      return (integers.low...max(integers.low, integers.high)).contains(Int128(value))
        && integers.low <= integers.high && !range.isInverted
        || range.isInverted && !(integers.low <= Int128(value) && Int128(value) <= integers.high)
    case .double(let value):
      guard let doubles = range.doubles else { return nil }
      let isInside =
        value.isNaN ? doubles.containsNaN : doubles.low <= value && value <= doubles.high
      return isInside != range.isInverted
    default: return nil
    }
  }

  @Test func aRangeHoldsWhatItsOperatorDoes() {
    for constant in Self.constants {
      for (name, orders) in Self.operators {
        guard let range = NumberRange(name, constant) else {
          Issue.record("\(name) \(constant)")
          continue
        }
        #expect(!range.isOfDates && range.isInverted == (name == .notEqual))
        #expect(range.integers != nil)
        let wrong =
          (Self.integers.map { FilterValue.int($0) } + (Self.doubles + [.nan]).map { .double($0) })
          .first { value in
            guard let holds = Self.holds(range, value) else { return false }
            return holds != orders.contains(Self.order(value, constant))
          }
        #expect(wrong == nil, "\(name) \(constant): \(String(describing: wrong))")
      }
    }
  }

  /// The bounds of BETWEEN are in either order.
  @Test func aRangeOfTwoBoundsHoldsWhatIsBetween() {
    for first in Self.constants {
      for second in RandomSearch.sample(Self.constants, oneOf: 3) {
        guard let range = NumberRange(between: [first, second]) else {
          Issue.record("\(first) to \(second)")
          continue
        }
        let wrong =
          (Self.integers.map { FilterValue.int($0) } + (Self.doubles + [.nan]).map { .double($0) })
          .first { value in
            guard let holds = Self.holds(range, value) else { return false }
            let orders = [Self.order(value, first), Self.order(value, second)]
            return holds != (orders.min() ?? 0 <= 0 && orders.max() ?? 0 >= 0)
          }
        #expect(wrong == nil, "\(first) to \(second): \(String(describing: wrong))")
      }
    }
  }

  @Test func otherConstantsHaveNoRange() {
    for (name, _) in Self.operators {
      for constant in [nil, "5", [1], .double(.nan)] as [FilterValue] {
        #expect(NumberRange(name, constant) == nil, "\(name) \(constant)")
      }
      // An integer that no double equals has a range of integers only.
      #expect(NumberRange(name, .int(9_007_199_254_740_993))?.doubles == nil)
      let date = NumberRange(name, .date(Date(timeIntervalSinceReferenceDate: 5)))
      #expect(date?.isOfDates == true && date?.integers == nil && date?.doubles != nil)
    }
    for name in [AST.Comparison.Operator.in, .contains, .like, .between] {
      #expect(NumberRange(name, 5) == nil)
    }
    #expect(NumberRange(between: [1]) == nil && NumberRange(between: [1, 2, 3]) == nil)
    for other in [nil, "5", .double(.nan)] as [FilterValue] {
      #expect(NumberRange(between: [other, 1]) == nil && NumberRange(between: [1, other]) == nil)
    }
    let dates = [5.0, 1].map { FilterValue.date(Date(timeIntervalSinceReferenceDate: $0)) }
    let range = NumberRange(between: dates)
    #expect(range?.isOfDates == true && range?.doubles?.low == 1 && range?.doubles?.high == 5)
    #expect(
      NumberRange(between: [dates[0], 1]) == nil && NumberRange(between: [1, dates[0]]) == nil)
  }
}
