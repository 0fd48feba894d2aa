import FilterEngine
import FilterSyntax
import Foundation

/// Functions, messages, casts and collection operators, as far as the random trees use them.
enum ReferenceFunctions {
  static let collectionOperators: Set<String> = [
    "sum", "avg", "min", "max", "unionOfObjects", "distinctUnionOfObjects", "unionOfArrays",
    "distinctUnionOfArrays", "flatten",
  ]

  static func call(_ selector: String, _ arguments: [FilterValue]) throws -> FilterValue {
    switch selector {
    case "add:to:": return try ReferenceArithmetic.apply(.add, arguments[0], arguments[1])
    case "from:subtract:":
      return try ReferenceArithmetic.apply(.subtract, arguments[0], arguments[1])
    case "multiply:by:": return try ReferenceArithmetic.apply(.multiply, arguments[0], arguments[1])
    case "divide:by:": return try ReferenceArithmetic.apply(.divide, arguments[0], arguments[1])
    case "modulus:by:": return try ReferenceArithmetic.modulus(arguments[0], arguments[1])
    case "abs:": return try ReferenceArithmetic.absolute(arguments[0])
    case "sqrt:": return .double(try ReferenceArithmetic.double(arguments[0]).squareRoot())
    case "floor:": return try rounded(arguments[0], Foundation.floor)
    case "ceiling:": return try rounded(arguments[0], Foundation.ceil)
    case "trunc:": return try rounded(arguments[0], Foundation.trunc)
    case "onesComplement:": return .int(~(try ReferenceArithmetic.integer(arguments[0])))
    case "uppercase:": return .string(try text(arguments[0]).uppercased())
    case "lowercase:": return .string(try text(arguments[0]).lowercased())
    case "length:": return .int(Int64(try text(arguments[0]).utf16.count))
    case "noindex:": return arguments[0]
    case "number:": return try number(arguments[0])
    case "replace:", "split:", "substring:", "concat:", "trim:":
      return try ReferenceTextFunctions.call(selector, arguments)
    case "coalesce:": return arguments.first { !$0.isNull } ?? .null
    case "castObject:toType:": return try cast(arguments[0], to: arguments[1])
    case "objectFrom:withIndex:":
      return try ReferenceEvaluator.element(of: arguments[0], at: arguments[1])
    default: return try aggregate(selector, arguments)
    }
  }

  /// `sum({1, 2})` and `sum(1, 2)`.
  private static func aggregate(
    _ selector: String, _ arguments: [FilterValue]
  ) throws -> FilterValue {
    var values = arguments
    if arguments.count == 1 {
      switch arguments[0] {
      case .list(let list): values = list.elements
      case .set(let set): values = set.elements
      case .object(let object): values = object.values
      default: throw ReferenceFailure(.kindMismatch)
      }
    }
    if selector == "count:" { return .int(Int64(values.count)) }
    guard !values.contains(where: \.isNull) else { throw ReferenceFailure(.missingValue) }
    switch selector {
    case "sum:": return try sum(values)
    case "average:":
      guard !values.isEmpty else { throw ReferenceFailure(.arithmetic) }
      return try reduce("avg", values)
    case "min:", "max:":
      guard !values.isEmpty else { throw ReferenceFailure(.arithmetic) }
      return try reduce(selector == "min:" ? "min" : "max", values)
    default: throw ReferenceFailure(.custom)
    }
  }

  /// The operators of key paths, `nil` among the elements.
  static func reduce(_ name: String, _ elements: [FilterValue]) throws -> FilterValue {
    let present = elements.filter { !$0.isNull }
    switch name {
    case "sum": return try sum(elements.map { $0.isNull ? .int(0) : $0 })
    case "avg":
      return try average(elements.map { $0.isNull ? .int(0) : $0 })
    case "min", "max":
      guard var result = present.first else { return .null }
      for value in present {
        let order = try ReferenceComparison.order(value, result)
        if name == "min" ? order < 0 : order > 0 { result = value }
      }
      return result
    case "unionOfObjects": return .list(present)
    case "distinctUnionOfObjects": return .list(distinct(present))
    case "unionOfArrays", "distinctUnionOfArrays":
      let joined = try present.flatMap { value throws -> [FilterValue] in
        switch value {
        case .list(let list): return list.elements
        case .set(let set): return set.elements
        default: throw ReferenceFailure(.kindMismatch)
        }
      }.filter { !$0.isNull }
      return .list(name == "unionOfArrays" ? joined : distinct(joined))
    default:
      return .list(
        present.flatMap { value -> [FilterValue] in
          switch value {
          case .list(let list): list.elements
          case .set(let set): set.elements
          default: [value]
          }
        })
    }
  }

  private static func sum(_ values: [FilterValue]) throws -> FilterValue {
    try values.reduce(.int(0)) { try ReferenceArithmetic.apply(.add, $0, $1) }
  }

  /// The mean of integers has a value even where their sum has none.
  private static func average(_ values: [FilterValue]) throws -> FilterValue {
    guard !values.isEmpty else { return .null }
    let isIntegral = values.allSatisfy {
      switch $0 {
      case .int, .bool: true
      default: false
      }
    }
    if isIntegral {
      let total = try values.reduce(Int128(0)) { try $0 + Int128(ReferenceArithmetic.integer($1)) }
      return .double(Double(total) / Double(values.count))
    }
    return .double(try ReferenceArithmetic.double(try sum(values)) / Double(values.count))
  }

  private static func distinct(_ values: [FilterValue]) -> [FilterValue] {
    var result: [FilterValue] = []
    for value in values
    where !result.contains(where: { ReferenceComparison.areEqual($0, value) }) {
      result.append(value)
    }
    return result
  }

  private static func rounded(
    _ value: FilterValue, _ rule: (Double) -> Double
  ) throws -> FilterValue {
    if case .double(let number) = value { return .double(rule(number)) }
    if case .wide = value { return value }
    if case .decimal(let number) = value {
      return .double(rule(NSDecimalNumber(decimal: number).doubleValue))
    }
    return .int(try ReferenceArithmetic.integer(value))
  }

  static func text(_ value: FilterValue) throws -> String {
    guard case .string(let text) = value else {
      throw ReferenceFailure(value.isNull ? .missingValue : .kindMismatch)
    }
    return text
  }

  /// A number, or a text that is one: digits with a sign, a fraction and an exponent, between blanks.
  private static func number(_ value: FilterValue) throws -> FilterValue {
    switch value {
    case .null, .bool, .int, .wide, .double, .decimal: return value
    case .string(let text):
      let number = #"[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"#
      let pattern = #"\A[ \t-\r]*(\#(number))[ \t-\r]*\z"#
      let found = try NSRegularExpression(pattern: pattern).firstMatch(
        in: text, range: NSRange(location: 0, length: text.utf16.count))
      guard let found, let range = Range(found.range(at: 1), in: text) else {
        throw ReferenceFailure(.kindMismatch)
      }
      let digits = text[range]
      if !digits.contains(where: { ".eE".contains($0) }) {
        guard let number = Int64(digits) else { throw ReferenceFailure(.kindMismatch) }
        return .int(number)
      }
      guard let number = Double(digits), number.isFinite else {
        throw ReferenceFailure(.kindMismatch)
      }
      return .double(number)
    default: throw ReferenceFailure(.kindMismatch)
    }
  }

  // MARK: - Messages and casts

  static func send(
    _ selector: String, to receiver: FilterValue, _ arguments: [FilterValue]
  ) throws -> FilterValue {
    let known = [
      "uppercaseString", "lowercaseString", "stringByAppendingString:", "containsObject:",
    ]
    guard known.contains(selector), selector.count(where: { $0 == ":" }) == arguments.count else {
      throw ReferenceFailure(.unknownName)
    }
    guard !receiver.isNull else { return .null }
    switch selector {
    case "uppercaseString": return .string(try text(receiver).uppercased())
    case "lowercaseString": return .string(try text(receiver).lowercased())
    case "stringByAppendingString:": return .string(try text(receiver) + text(arguments[0]))
    default:
      switch receiver {
      case .list(let values):
        return .bool(values.contains { ReferenceComparison.areEqual($0, arguments[0]) })
      case .set(let set):
        return .bool(set.elements.contains { ReferenceComparison.areEqual($0, arguments[0]) })
      default: throw ReferenceFailure(.kindMismatch)
      }
    }
  }

  static func cast(_ value: FilterValue, to type: FilterValue) throws -> FilterValue {
    guard case .string(let name) = type else { throw ReferenceFailure(.kindMismatch) }
    guard ["NSString", "NSNumber", "NSDate"].contains(name) else {
      throw ReferenceFailure(name == "Class" ? .unsupported : .unknownName)
    }
    switch (name, value) {
    case (_, .null): return .null
    case ("NSString", .string): return value
    case ("NSString", .int(let number)): return .string("\(number)")
    case ("NSString", .bool(let flag)): return .string(flag ? "1" : "0")
    case ("NSNumber", .int), ("NSNumber", .bool), ("NSNumber", .double), ("NSNumber", .decimal):
      return value
    case ("NSNumber", .date(let date)): return .double(date.timeIntervalSinceReferenceDate)
    case ("NSDate", .date): return value
    case ("NSDate", .int), ("NSDate", .bool), ("NSDate", .double):
      let seconds = try ReferenceArithmetic.double(value)
      guard seconds.isFinite else { throw ReferenceFailure(.arithmetic) }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    default: throw ReferenceFailure(.kindMismatch)
    }
  }
}
