internal import FilterEngine

/// Bounds of the doubles of a document that the engine, which reads its numbers as doubles or exact integers, finds
/// between others.
///
/// An integer that rounds to a bound may be outside; it is within the bounds that an engine of SQL is given, which are
/// wider.
struct DocumentNumbers {
  /// Minus infinity where there is none
  var low: Double

  /// Infinity where there is none
  var high: Double

  /// Nil where a constant does not decide the comparison.
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

  /// The bounds among decimal numbers, of which a double is the nearest.
  var aroundDecimals: DocumentNumbers {
    var bounds = self
    bounds.low = low.nextDown
    bounds.high = high.nextUp
    return bounds
  }

  /// The bounds among the doubles that SQLite reads, which promises 15 digits, and takes the least for zero.
  var aroundRoundedDoubles: DocumentNumbers {
    func slack(_ bound: Double) -> Double { bound.isFinite ? abs(bound) * 1e-14 : 0 }
    var bounds = self
    bounds.low = abs(low) < 1e-290 ? (low < 0 ? -1e-290 : 0) : low - slack(low)
    bounds.high = abs(high) < 1e-290 ? (high > 0 ? 1e-290 : 0) : high + slack(high)
    return bounds
  }
}
