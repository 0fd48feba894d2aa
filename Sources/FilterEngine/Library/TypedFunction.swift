/// The form of a standard function or collection operator for operands of known kinds. It is computed without
/// making values.
///
/// If a result does not fit its lane, the body computes it.
enum TypedFunction: Sendable {
  case sum, difference, product, quotient, remainder, power
  case bitAnd, bitOr, bitXor, shiftLeft, shiftRight
  case magnitude, complement

  /// A function of a real number, whose result is a double.
  case real(@Sendable (Double) -> Double)

  /// A rounding, which returns integers unchanged.
  case rounding(FloatingPointRoundingRule)

  case length
  case uppercase, lowercase

  // Collection operators.
  case elementCount
  case elementSum, elementMean, elementLeast, elementGreatest
}

extension FilterFunction {
  /// The function with its typed form.
  @inline(never)
  func doing(_ typed: TypedFunction) -> FilterFunction {
    var function = self
    function.typed = typed
    return function
  }
}

extension FilterCollectionOperator {
  /// Whether it also takes an object, and counts its keys.
  var countsKeys: Bool { if case .elementCount = typed { true } else { false } }

  /// The operator with its typed form.
  @inline(never)
  func doing(_ typed: TypedFunction) -> FilterCollectionOperator {
    var collectionOperator = self
    collectionOperator.typed = typed
    return collectionOperator
  }
}
