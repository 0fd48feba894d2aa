extension StandardFunctions {
  /// Functions of a real number, and roundings, which return integers unchanged.
  static let mathematics: [FilterFunction] = [
    real("sqrt", "The square root.", "sqrt(49) == 7") { $0.squareRoot() },
    real("log", "The logarithm to the base 10.", "log(1000) == 3", FloatingMath.logarithm10),
    real("ln", "The natural logarithm.", "ln(1) == 0", FloatingMath.logarithm),
    real("exp", "The power of e.", "exp(0) == 1", FloatingMath.exponential),
    rounding("floor", "The number rounded down to an integer.", "floor(-7.5) == -8", .down),
    rounding("ceiling", "The number rounded up to an integer.", "ceiling(7.01) == 8", .up),
    rounding(
      "trunc", "The number rounded towards zero, without its fraction.", "trunc(-40.75) == -40",
      .towardZero),
  ]

  @inline(never)
  private static func real(
    _ name: String, _ summary: String, _ example: String,
    _ body: @escaping @Sendable (Double) -> Double
  ) -> FilterFunction {
    unary("\(name):", .number, .number, summary, example) { value throws(EvaluationError) in
      .double(body(try FilterArithmetic.double(name, value)))
    }.doing(.real(body))
  }

  @inline(never)
  private static func rounding(
    _ name: String, _ summary: String, _ example: String, _ rule: FloatingPointRoundingRule
  ) -> FilterFunction {
    unary("\(name):", .number, .number, summary, example) { value throws(EvaluationError) in
      switch value {
      case .double(let number): return .double(number.rounded(rule))
      case .decimal(let number): return .decimal(DecimalArithmetic.rounded(number, rule))
      case .bool(let flag): return .int(flag ? 1 : 0)
      default:
        try FilterArithmetic.require(name, value)
        return value
      }
    }.doing(.rounding(rule))
  }
}
