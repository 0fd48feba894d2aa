internal import EssentialFoundation

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
    total(
      "round:", [.number, .number], .number,
      "The number rounded to so many decimal places, halves away from zero.",
      "round(2.675, 2) == 2.68"
    ) { arguments, run throws(EvaluationError) in
      let places = try arguments.count < 2 ? 0 : FilterArithmetic.int64("round", arguments[1])
      return try rounded(arguments[0], Int(clamping: places), run)
    },
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

  /// No number has digits so far from the point.
  private static let farthest = 1 << 32

  private static func rounded(
    _ value: FilterValue, _ places: Int, _ run: EvaluationContext
  ) throws(EvaluationError) -> FilterValue {
    let places = min(max(places, -farthest), farthest)
    func spelling(_ number: some CustomStringConvertible) throws(EvaluationError)
      -> DecimalSpelling?
    {
      let text = number.description
      try run.read(text)
      var spelling = DecimalSpelling(text)
      spelling?.round(to: places)
      return spelling
    }
    switch value {
    case .bool(let flag): return try rounded(.int(flag ? 1 : 0), places, run)
    case .int(let number):
      guard places < 0 else { return value }
      return try spelling(number).flatMap { FilterValue(integerDigits: $0.integerText.utf8) }
        ?? value
    case .wide(let number):
      guard places < 0 else { return value }
      return try spelling(number).flatMap { FilterValue(integerDigits: $0.integerText.utf8) }
        ?? value
    case .double(let number):
      guard number.isFinite else { return value }
      return try spelling(number).flatMap { Double($0.text) }.map { .double($0) } ?? value
    case .decimal(let number):
      guard !number.isNaN else { return value }
      return try spelling(number).flatMap { FilterValue(decimalDigits: $0.text.utf8) } ?? value
    default:
      try FilterArithmetic.require("round", value)
      return value
    }
  }
}
