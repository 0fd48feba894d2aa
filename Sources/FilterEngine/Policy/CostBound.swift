import FilterSyntax

/// A bound of what an expression gives: how many values, how long a text, how many steps to visit it.
struct CostBound: Hashable {
  /// The values, the collections among them.
  var values: Int

  /// The bytes of the longest text or data.
  var bytes: Int

  /// A number, a boolean, a date or nil.
  static let scalar = CostBound(values: 1, bytes: 0)

  /// Whether it is not known to be a collection.
  var isSingle: Bool { values == 1 }

  /// At least what `FilterValue.measure` says of it.
  var size: Int { values.times(1.plus(bytes / 32)) }

  /// A bound of both.
  func merged(with other: CostBound) -> CostBound {
    CostBound(values: max(values, other.values), bytes: max(bytes, other.bytes))
  }

  /// A bound of a list of both.
  func joined(with other: CostBound) -> CostBound {
    CostBound(values: values.plus(other.values), bytes: max(bytes, other.bytes))
  }

  /// A bound of as many texts made of them: numbers as text, or texts in another case.
  var asTexts: CostBound {
    // A number has at most 128 zeros and 39 digits; case triples the bytes of a scalar at most.
    CostBound(values: values, bytes: max(bytes.times(3), 200))
  }
}

// No estimate wraps: what is beyond `Int.max` is `Int.max`.
extension Int {
  func plus(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  func times(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
