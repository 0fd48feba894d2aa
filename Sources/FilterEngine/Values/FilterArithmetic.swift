internal import EssentialFoundation

/// Arithmetic of the language.
///
/// Two integers give a 64-bit integer. A decimal with a decimal or an integer gives a decimal. Other numbers
/// give a double. A Boolean counts as 0 or 1. Every function throws `missingValue` for `nil`, `kindMismatch`
/// for a value that is not a number, and `arithmetic` if an integer or a decimal has no result.
enum FilterArithmetic {
  /// Two numbers in the common form for a computation.
  enum Operands {
    case integers(Int64, Int64)
    case decimals(Decimal, Decimal)
    case doubles(Double, Double)
  }

  /// `left + right`
  static func add(_ left: FilterValue, _ right: FilterValue) throws(EvaluationError) -> FilterValue
  {
    switch try operands("+", left, right) {
    case .integers(let a, let b): try integer(a.addingReportingOverflow(b), "+", left, right)
    case .decimals(let a, let b): try decimal(DecimalArithmetic.add(a, b), "+", left, right)
    case .doubles(let a, let b): .double(a + b)
    }
  }

  /// `left - right`
  static func subtract(
    _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    switch try operands("-", left, right) {
    case .integers(let a, let b): try integer(a.subtractingReportingOverflow(b), "-", left, right)
    case .decimals(let a, let b): try decimal(DecimalArithmetic.add(a, -b), "-", left, right)
    case .doubles(let a, let b): .double(a - b)
    }
  }

  /// `left * right`
  static func multiply(
    _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    switch try operands("*", left, right) {
    case .integers(let a, let b):
      try integer(a.multipliedReportingOverflow(by: b), "*", left, right)
    case .decimals(let a, let b): try decimal(DecimalArithmetic.multiply(a, b), "*", left, right)
    case .doubles(let a, let b): .double(a * b)
    }
  }

  /// `left / right`; integers are truncated towards zero.
  static func divide(
    _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    switch try operands("/", left, right) {
    case .integers(let a, let b):
      guard b != 0 else { throw byZero("/", left) }
      return try integer(a.dividedReportingOverflow(by: b), "/", left, right)
    case .decimals(let a, let b):
      guard !b.isZero else { throw byZero("/", left) }
      return try decimal(DecimalArithmetic.divide(a, b), "/", left, right)
    case .doubles(let a, let b): return .double(a / b)
    }
  }

  /// Whether a quotient of two integers is without its remainder.
  static func isCut(_ quotient: FilterValue, _ left: FilterValue, _ right: FilterValue) -> Bool {
    guard case .int(let result) = quotient, case .int(let dividend) = left,
      case .int(let divisor) = right
    else { return false }
    return result &* divisor != dividend
  }

  /// The remainder of `left` divided by `right`, with the sign of `left`.
  static func modulus(
    _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    switch try operands("modulus:by:", left, right) {
    case .integers(let a, let b):
      guard b != 0 else { throw moduloZero(left) }
      // Int64.min % -1 reports an overflow, although its result is 0.
      return .int(b == -1 ? 0 : a % b)
    case .decimals(let a, let b):
      guard !b.isZero else { throw moduloZero(left) }
      return try decimal(DecimalArithmetic.remainder(a, b), "modulus:by:", left, right)
    case .doubles(let a, let b): return .double(a.truncatingRemainder(dividingBy: b))
    }
  }

  /// `left ** right`, always a double.
  static func power(
    _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    .double(FloatingMath.power(try double("**", left), try double("**", right)))
  }

  /// `-value`
  static func negate(_ value: FilterValue) throws(EvaluationError) -> FilterValue {
    switch value {
    case .double(let number): return .double(-number)
    case .decimal(let number): return .decimal(-number)
    case .int(.min): throw EvaluationError(.negationOverflow(.min))
    default: return try subtract(.int(0), value)
    }
  }

  /// The distance of a number from zero.
  static func absolute(_ value: FilterValue) throws(EvaluationError) -> FilterValue {
    switch value {
    case .double(let number): return .double(number.magnitude)
    case .decimal(let number): return .decimal(number.magnitude)
    case .wide(let number) where !number.isNegative: return value
    default:
      let number = try int64("abs", value)
      return number < 0 ? try negate(.int(number)) : .int(number)
    }
  }
}
