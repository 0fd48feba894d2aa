internal import EssentialFoundation
package import FilterEngine

/// A place among values in their order: the middle, or one below which a part of them is.
package enum Quantile: Hashable, Sendable {
  /// The middle value, or the mean of the two in the middle.
  case median

  /// The value of the nearest rank: the first one that at least so many percent of the values are not above.
  ///
  /// Digits after the fourth one of the percent are rounded.
  case percentile(Double)

  /// The parts of a percent that are distinguished.
  private static let partsOfPercent = 10_000

  /// The quantile of `count` values in order, of which `value` returns the one at an index; nil of nothing.
  ///
  /// Values that are equivalent to another one have the spelling of the first of them.
  package func value(among count: Int, _ value: (Int) -> FilterValue) -> FilterValue {
    guard count > 0 else { return .null }
    let order = SortComparison()
    func spelled(at index: Int) -> FilterValue {
      let found = value(index)
      return value((0..<index).partition { order.order(value($0), found) >= 0 })
    }
    let (first, last) = indices(among: count)
    return Self.value(spelled(at: first), spelled(at: last))
  }

  /// The first and the last of the values that decide, by their indices among `count` ones, at least one.
  private func indices(among count: Int) -> (first: Int, last: Int) {
    switch self {
    case .median: return ((count - 1) / 2, count / 2)
    case .percentile(let percent):
      // NaN is no percent either.
      let parts = percent > 0 ? min(percent, 100) * Double(Self.partsOfPercent) : 0
      let (whole, divisor) = (Int128(parts.rounded()) * Int128(count), 100 * Self.partsOfPercent)
      let rank = Int((whole + Int128(divisor) - 1) / Int128(divisor))
      return (max(rank, 1) - 1, max(rank, 1) - 1)
    }
  }

  /// The quantile by the values that decide: of two numbers or dates the mean, rounded once, of two texts the first.
  private static func value(_ first: FilterValue, _ last: FilterValue) -> FilterValue {
    guard first != last else { return first }
    var sum = ExactSum()
    if let (first, last) = first.seconds(and: last) {
      sum.add(first)
      sum.add(last)
      guard case .double(let seconds)? = sum.average else { return .null }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    }
    return sum.add(first.withoutBoolean) && sum.add(last.withoutBoolean)
      ? sum.average ?? first : first
  }
}

extension FilterValue {
  /// The value, of a Boolean the number that equals it.
  fileprivate var withoutBoolean: FilterValue {
    if case .bool(let flag) = self { .int(flag ? 1 : 0) } else { self }
  }

  /// The seconds of two dates since 2001; nil if one is no date.
  fileprivate func seconds(and other: FilterValue) -> (Double, Double)? {
    guard case .date(let date) = self, case .date(let other) = other else { return nil }
    return (date.timeIntervalSinceReferenceDate, other.timeIntervalSinceReferenceDate)
  }
}
