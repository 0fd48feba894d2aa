import FilterSyntax

/// An upper bound of the value of an expression: the number of its values, the length of its texts, and the
/// steps of a visit.
struct CostBound: Hashable {
  /// The values, the collections among them.
  var values: Int

  /// The length of the longest text or data, in bytes.
  var bytes: Int

  /// A number, a boolean, a date or nil.
  static let scalar = CostBound(values: 1, bytes: 0)

  /// Whether it is not known to be a collection.
  var isSingle: Bool { values == 1 }

  /// At least the size in `FilterValue.measure`.
  var size: Int { values.times(1.plus(bytes / 32)) }

  /// A bound for both.
  func merged(with other: CostBound) -> CostBound {
    CostBound(values: max(values, other.values), bytes: max(bytes, other.bytes))
  }

  /// A bound for a list of both.
  func joined(with other: CostBound) -> CostBound {
    CostBound(values: values.plus(other.values), bytes: max(bytes, other.bytes))
  }

  /// A bound for the same number of texts made of them: numbers as text, or texts in another case.
  var asTexts: CostBound {
    // A number has at most 128 zeros and 39 digits; case triples the bytes of a scalar at most.
    CostBound(values: values, bytes: max(bytes.times(3), 200))
  }
}

// Estimates saturate at `Int.max`, and so does the end of a window.
extension Int {
  package func plus(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  func times(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
