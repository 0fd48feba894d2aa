/// The form of a function or collection operator of the standard library for numbers and texts of known
/// kinds, which the compiler computes without making values.
///
/// Where a result does not fit its lane, the body computes it.
enum TypedFunction: Sendable {
  case sum, difference, product, quotient, remainder, power
  case bitAnd, bitOr, bitXor, shiftLeft, shiftRight
  case magnitude, complement

  /// A function of a real number, whose result is a double.
  case real(@Sendable (Double) -> Double)

  /// A rounding, which leaves integers alone.
  case rounding(FloatingPointRoundingRule)

  case length
  case uppercase, lowercase

  // Collection operators.
  case elementCount
  case elementSum, elementMean, elementLeast, elementGreatest
}

extension FilterFunction {
  /// The function, known to do what `typed` does.
  func doing(_ typed: TypedFunction) -> FilterFunction {
    var function = self
    function.typed = typed
    return function
  }
}

extension FilterCollectionOperator {
  /// Whether it takes an object too, and counts its keys.
  var countsKeys: Bool { if case .elementCount = typed { true } else { false } }

  /// The operator, known to do what `typed` does.
  func doing(_ typed: TypedFunction) -> FilterCollectionOperator {
    var collectionOperator = self
    collectionOperator.typed = typed
    return collectionOperator
  }
}
