internal import FilterEngine

/// The bounds of the numbers in documents for which a comparison holds, as doubles.
///
/// The engine reads numbers of documents as doubles or exact integers. An integer that rounds to a bound can be outside,
/// but is inside the wider bounds that a database tests.
struct DocumentNumbers {
  /// The lower bound; minus infinity if there is none
  var low: Double

  /// The upper bound; infinity if there is none
  var high: Double

  /// Nil if the constant does not decide the comparison.
  init?(_ range: NumberRange) {
    guard !range.isOfDates else { return nil }
    if let doubles = range.doubles {
      (low, high) = (doubles.low, doubles.high)
    } else if let integers = range.integers {
      // If a constant does not equal a double, only the bounds among integers are known. Those of doubles are less than
      // 1 away. A bound beyond 64 bits does not limit anything.
      low = integers.low < Int64.min ? -.infinity : Double(integers.low - 1).nextDown
      high = integers.high > Int64.max ? .infinity : Double(integers.high + 1).nextUp
    } else {
      return nil
    }
  }

  var isEmpty: Bool { low > high }

  /// The bounds for decimal numbers whose nearest doubles are in these bounds.
  var aroundDecimals: DocumentNumbers {
    var bounds = self
    bounds.low = low.nextDown
    bounds.high = high.nextUp
    return bounds
  }

  /// The bounds for numbers that SQLite reads, which are exact to 15 digits; it reads the smallest as zero.
  var aroundRoundedDoubles: DocumentNumbers {
    func slack(_ bound: Double) -> Double { bound.isFinite ? abs(bound) * 1e-14 : 0 }
    var bounds = self
    bounds.low = abs(low) < 1e-290 ? (low < 0 ? -1e-290 : 0) : low - slack(low)
    bounds.high = abs(high) < 1e-290 ? (high > 0 ? 1e-290 : 0) : high + slack(high)
    return bounds
  }
}
