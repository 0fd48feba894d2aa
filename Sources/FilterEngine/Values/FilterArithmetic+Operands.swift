internal import EssentialFoundation

extension FilterArithmetic {
  /// The operands of an operation in the common form for its computation.
  @inline(never)
  static func operands(
    _ name: String, _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> Operands {
    switch (left, right) {
    case (.int(let a), .int(let b)): return .integers(a, b)
    case (.double(let a), .double(let b)): return .doubles(a, b)
    default: break
    }
    try require(name, left)
    try require(name, right)
    switch (left, right) {
    case (.double, _), (_, .double):
      return .doubles(try double(name, left), try double(name, right))
    case (.decimal, _), (_, .decimal):
      return .decimals(try decimal(name, left), try decimal(name, right))
    default: return .integers(try int64(name, left), try int64(name, right))
    }
  }

  /// Throws unless the value is a number or a boolean.
  @inline(never)
  static func require(_ name: String, _ value: FilterValue) throws(EvaluationError) {
    switch value.kind {
    case .number, .boolean: return
    default:
      throw EvaluationError(
        .notANumber(operation: name, found: value.kind, value: value.clipped))
    }
  }

  /// The number as a double, rounded if necessary.
  @inline(never)
  static func double(_ name: String, _ value: FilterValue) throws(EvaluationError) -> Double {
    switch value {
    case .double(let number): return number
    case .int(let number): return Double(number)
    case .bool(let flag): return flag ? 1 : 0
    case .wide(let number): return Double(number.description) ?? .nan
    case .decimal(let number): return number.isNaN ? .nan : Double(number.description) ?? .nan
    default:
      try require(name, value)
      return .nan
    }
  }

  /// The number as a 64-bit integer; a double or a decimal must be integral.
  @inline(never)
  static func int64(_ name: String, _ value: FilterValue) throws(EvaluationError) -> Int64 {
    let result: Int64? =
      switch value {
      case .int(let number): number
      case .bool(let flag): flag ? 1 : 0
      case .double(let number): Int64(exactly: number)
      case .decimal(let number): number.isNaN ? nil : ExactNumber(finite: number).int64
      default: nil
      }
    if let result { return result }
    try require(name, value)
    throw EvaluationError(.notAnInteger(operation: name, value: value.clipped))
  }

  /// The number as a decimal.
  @inline(never)
  static func decimal(_ name: String, _ value: FilterValue) throws(EvaluationError) -> Decimal {
    switch value {
    case .decimal(let number): return number
    case .int(let number): return Decimal(number)
    case .bool(let flag): return flag ? 1 : 0
    case .wide(let number):
      // Foundation rounds what a decimal does not hold.
      if let decimal = Decimal(string: number.description), .decimal(decimal) == value {
        return decimal
      }
      throw EvaluationError(.notADecimal(value: value.clipped))
    case .double(let number):
      // Uses the shortest text: 0.1 means a tenth.
      if number.isFinite, let decimal = Decimal(string: number.description) { return decimal }
      throw EvaluationError(.notADecimal(value: value.clipped))
    default:
      try require(name, value)
      return .nan
    }
  }

  // MARK: - Results

  static func integer(
    _ result: (partialValue: Int64, overflow: Bool), _ name: String, _ left: FilterValue,
    _ right: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    guard !result.overflow else {
      throw EvaluationError(
        .overflow(left: left.clipped, operation: name, right: right.clipped))
    }
    return .int(result.partialValue)
  }

  @inline(never)
  static func decimal(
    _ result: Decimal?, _ name: String, _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> FilterValue {
    guard let result else {
      throw EvaluationError(
        .noDecimalResult(left: left.clipped, operation: name, right: right.clipped))
    }
    return .decimal(result)
  }

  static func byZero(_ name: String, _ left: FilterValue) -> EvaluationError {
    EvaluationError(.divisionByZero(left: left.clipped, operation: name))
  }

  static func moduloZero(_ left: FilterValue) -> EvaluationError {
    EvaluationError(.divisionByZero(left: left.clipped, operation: "modulus:by:"))
  }
}
