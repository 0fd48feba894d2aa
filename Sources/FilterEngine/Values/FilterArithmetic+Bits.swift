extension FilterArithmetic {
  /// `left & right`
  static func bitwiseAnd(
    _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    .int(try int64("&", left) & int64("&", right))
  }

  /// `left | right`
  static func bitwiseOr(
    _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    .int(try int64("|", left) | int64("|", right))
  }

  /// `left ^ right`
  static func bitwiseXor(
    _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    .int(try int64("^", left) ^ int64("^", right))
  }

  /// `left << right`; bits beyond 64 are lost.
  static func shiftLeft(
    _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    .int(try int64("<<", left) << shift("<<", right))
  }

  /// `left >> right`, which keeps the sign.
  static func shiftRight(
    _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    .int(try int64(">>", left) >> shift(">>", right))
  }

  /// Inverts every bit.
  static func complement(_ value: FilterValue) throws(EvaluationError) -> FilterValue {
    .int(~(try int64("onesComplement", value)))
  }

  private static func shift(_ name: String, _ value: FilterValue) throws(EvaluationError) -> Int64 {
    let count = try int64(name, value)
    guard (0..<64).contains(count) else {
      throw EvaluationError(.shiftOutOfRange(operation: name, count: count))
    }
    return count
  }
}
