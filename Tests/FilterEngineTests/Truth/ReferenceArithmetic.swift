import FilterEngine
import FilterSyntax
import Foundation

/// Arithmetic of integers in 128 bits, where nothing overflows unseen, and of doubles.
enum ReferenceArithmetic {
  static func apply(
    _ operation: AST.Arithmetic.Operator, _ left: FilterValue, _ right: FilterValue
  ) throws -> FilterValue {
    switch operation {
    case .add: try compute(left, right, { $0 + $1 }, { $0 + $1 }, { $0 + $1 })
    case .subtract: try compute(left, right, { $0 - $1 }, { $0 - $1 }, { $0 - $1 })
    case .multiply: try compute(left, right, { $0 * $1 }, { $0 * $1 }, { $0 * $1 })
    case .divide:
      try compute(
        left, right,
        {
          guard $1 == 0 else { return $0 / $1 }
          throw ReferenceFailure(.arithmetic)
        },
        { $0 / $1 },
        {
          guard $1 == 0 else { return $0 / $1 }
          throw ReferenceFailure(.arithmetic)
        })
    case .power: .double(pow(try double(left), try double(right)))
    case .bitwiseAnd: .int(try integer(left) & integer(right))
    case .bitwiseOr: .int(try integer(left) | integer(right))
    case .bitwiseXor: .int(try integer(left) ^ integer(right))
    case .shiftLeft:
      .int(try Int64(truncatingIfNeeded: UInt64(bitPattern: integer(left)) << shift(right)))
    case .shiftRight: .int(try integer(left) >> shift(right))
    }
  }

  /// The sign of the dividend.
  static func modulus(_ left: FilterValue, _ right: FilterValue) throws -> FilterValue {
    try compute(
      left, right,
      {
        guard $1 == 0 else { return $0 % $1 }
        throw ReferenceFailure(.arithmetic)
      },
      { fmod($0, $1) }, { try remainder($0, $1) })
  }

  private static func remainder(_ left: Decimal, _ right: Decimal) throws -> Decimal {
    guard right != 0 else { throw ReferenceFailure(.arithmetic) }
    var quotient = left / right
    var whole = Decimal()
    NSDecimalRound(&whole, &quotient, 0, quotient < 0 ? .up : .down)
    return left - whole * right
  }

  static func negated(_ value: FilterValue) throws -> FilterValue {
    if case .double(let number) = value { return .double(-number) }
    return try apply(.subtract, .int(0), value)
  }

  static func absolute(_ value: FilterValue) throws -> FilterValue {
    if case .decimal(let number) = value { return .decimal(Swift.abs(number)) }
    if case .wide(let number) = value {
      guard !"\(number)".hasPrefix("-") else { throw ReferenceFailure(.arithmetic) }
      return value
    }
    if case .double(let number) = value { return .double(Swift.abs(number)) }
    let number = try integer(value)
    return number < 0 ? try negated(value) : .int(number)
  }

  private static func shift(_ value: FilterValue) throws -> Int64 {
    let count = try integer(value)
    guard count >= 0, count < 64 else { throw ReferenceFailure(.arithmetic) }
    return count
  }

  /// Two integers give an integer, a double anywhere gives a double.
  private static func compute(
    _ left: FilterValue, _ right: FilterValue, _ integers: (Int128, Int128) throws -> Int128,
    _ doubles: (Double, Double) -> Double, _ decimals: (Decimal, Decimal) throws -> Decimal
  ) throws -> FilterValue {
    try require(left)
    try require(right)
    switch (left, right) {
    case (.double, _), (_, .double): return .double(doubles(try double(left), try double(right)))
    case (.decimal, _), (_, .decimal):
      return .decimal(try decimals(decimal(left), decimal(right)))
    default:
      let result = try integers(Int128(integer(left)), Int128(integer(right)))
      guard let small = Int64(exactly: result) else { throw ReferenceFailure(.arithmetic) }
      return .int(small)
    }
  }

  private static func require(_ value: FilterValue) throws {
    guard value.kind != .null else { throw ReferenceFailure(.missingValue) }
    guard value.kind == .number || value.kind == .boolean else {
      throw ReferenceFailure(.kindMismatch)
    }
  }

  static func integer(_ value: FilterValue) throws -> Int64 {
    try require(value)
    switch value {
    case .int(let number): return number
    case .bool(let flag): return flag ? 1 : 0
    case .double(let number):
      if let whole = Int64(exactly: number) { return whole }
    case .decimal(let number):
      if let whole = Int64(NSDecimalNumber(decimal: number).stringValue) { return whole }
    default: break
    }
    throw ReferenceFailure(.arithmetic)
  }

  static func double(_ value: FilterValue) throws -> Double {
    try require(value)
    switch value {
    case .int(let number): return Double(number)
    case .double(let number): return number
    case .bool(let flag): return flag ? 1 : 0
    case .wide(let number): return Double(number.description) ?? .nan
    case .decimal(let number): return NSDecimalNumber(decimal: number).doubleValue
    default: return .nan
    }
  }

  private static func decimal(_ value: FilterValue) throws -> Decimal {
    switch value {
    case .decimal(let number): return number
    // An integer between Int64.max and UInt64.max is one all the same.
    case .wide(let number):
      guard let decimal = Decimal(string: number.description) else {
        throw ReferenceFailure(.arithmetic)
      }
      return decimal
    default: return Decimal(try integer(value))
    }
  }
}
