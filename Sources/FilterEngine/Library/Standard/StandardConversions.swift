internal import EssentialFoundation

/// The values of the `…Value` keys. Strings follow the rules of `NSString`, which clamps integers to their
/// limits. Numbers follow the rules of this language, in which an integer that does not fit is an error.
enum StandardConversions {
  static func string(_ value: FilterValue) throws(EvaluationError) -> FilterValue {
    switch value {
    case .bool(let flag): return .string(flag ? "1" : "0")
    case .double(let number): return .string(NumberText.text(number))
    case .decimal(let number): return .string(number.description)
    default:
      try FilterArithmetic.require("stringValue", value)
      return .string(value.description)
    }
  }

  static func integer(
    _ limits: ClosedRange<Int64>
  ) -> @Sendable (FilterValue) throws(EvaluationError) -> FilterValue {
    { value throws(EvaluationError) in
      let result: Int64?
      switch value {
      case .string(let text): return .int(NumberText.clampedInteger(text, limits))
      case .double(let number): result = Int64(exactly: number.rounded(.towardZero))
      case .decimal(let number) where !number.isNaN:
        result = ExactNumber(finite: DecimalArithmetic.rounded(number, .towardZero)).int64
      case .int(let number): result = number
      case .bool(let flag): result = flag ? 1 : 0
      default:
        try FilterArithmetic.require("integerValue", value)
        result = nil
      }
      guard let result, limits.contains(result) else {
        throw EvaluationError(.outOfRange(value: value.clipped, limits: limits))
      }
      return .int(result)
    }
  }

  static func double(_ value: FilterValue) throws(EvaluationError) -> Double {
    if case .string(let text) = value { return NumberText.double(text) }
    return try FilterArithmetic.double("doubleValue", value)
  }

  static func boolean(_ value: FilterValue) throws(EvaluationError) -> FilterValue {
    if case .string(let text) = value { return .bool(NumberText.boolean(text)) }
    try FilterArithmetic.require("boolValue", value)
    return .bool(value != .int(0))
  }
}
