internal import EssentialFoundation

extension StandardFunctions {
  /// Functions of strings.
  static let texts: [FilterFunction] = [
    unary(
      "uppercase:", .string, .string, "The string in upper case.", "uppercase(\"dune\") == \"DUNE\""
    ) { value throws(EvaluationError) in
      .string(try StandardText.string("uppercase", value).uppercased())
    }.doing(.uppercase),
    unary(
      "lowercase:", .string, .string, "The string in lower case.", "lowercase(\"Dune\") == \"dune\""
    ) { value throws(EvaluationError) in
      .string(try StandardText.string("lowercase", value).lowercased())
    }.doing(.lowercase),
    unary(
      "length:", .string, .number, "The number of UTF-16 units of a string.",
      "length(\"Dune\") == 4"
    ) { value throws(EvaluationError) in
      .int(Int64(try StandardText.string("length", value).utf16.count))
    }.doing(.length),
  ]

  /// Time, random numbers, conversion and access.
  static let others: [FilterFunction] = [
    function(
      "now", [], .date, isPure: false, "The time of the run, the same wherever it is asked for.",
      "now() == now()"
    ) { _, run in .date(run.now) },
    function(
      "random", [], .number, isPure: false, "A double from 0 to 1.", "random() BETWEEN {0, 1}"
    ) { _, _ in .double(.random(in: 0...1)) },
    function(
      "randomn:", [.number], .number, isPure: false,
      "An integer from 0 up to, not including, the argument.", "randomn(10) < 10"
    ) { arguments, _ throws(EvaluationError) in
      let limit = try FilterArithmetic.int64("randomn", arguments[0])
      guard limit > 0 else {
        throw EvaluationError(.notPositive(function: "randomn", value: limit))
      }
      return .int(.random(in: 0..<limit))
    },
    unary("noindex:", nil, nil, "The value itself.", "noindex(5) == 5") { value in value },
    function(
      "castObject:toType:", [nil, .string], nil, "The value as another type, as by `CAST`.",
      "castObject:toType:(\"0377\", \"NSNumber\") == 255"
    ) { arguments, _ throws(EvaluationError) in
      let type = try StandardText.string("castObject:toType:", arguments[1])
      guard let cast = StandardCasts.all.first(where: { $0.type == type }) else {
        throw EvaluationError(.unknownType(value: arguments[1].clipped))
      }
      return try cast.body(arguments[0])
    }.losing(),
    number,
    function(
      "objectFrom:withIndex:", [nil, nil], nil,
      "An element of a list, or the value of an object's key, as by `a[b]`.",
      "objectFrom:withIndex:({4, 5, 6}, 1) == 5"
    ) { arguments, run throws(EvaluationError) in
      try run.visit(arguments[1])
      return try arguments[0].element(at: arguments[1])
    },
    function(
      "coalesce:", [nil], nil, "The first of several values that is not nil; nil if all are.",
      "coalesce(nil, 5, 6) == 5"
    ) { arguments, run throws(EvaluationError) in
      try run.spend(arguments.count)
      return arguments.first { !$0.isNull } ?? .null
    },
    total(
      "has:", [nil, .string], .boolean,
      "Whether an object has a key, also where the value of the key is null.",
      // A filter has no literal for objects.
      "has(nil, \"paris\") == nil"
    ) { arguments, _ throws(EvaluationError) in
      let key = try StandardText.string("has", arguments[1])
      switch arguments[0] {
      case .object(let object): return .bool(object.shape.slot(of: key) != nil)
      case .item(let item): return .bool(item.filterKeys.contains { $0.hasSameBytes(as: key) })
      default:
        throw EvaluationError(
          .wrongReceiver(selector: "has", expected: [.object], found: arguments[0].kind))
      }
    },
  ]

  /// `number("1.5")`: unlike `CAST`, it fails for a text of which a number is only a part.
  private static let number = unary(
    "number:", nil, .number,
    "A number as it is, and the number that a string spells in decimal; an error for any other string.",
    "number(\"010\") + number(\"0.5\") == 10.5"
  ) { value throws(EvaluationError) in
    switch value {
    case .null, .bool, .int, .wide, .double, .decimal: return value
    case .string(let text):
      if let number = FilterValue(spelledNumber: text) { return number }
      fallthrough
    default:
      throw EvaluationError(
        .notConvertible(type: "number", found: value.kind, value: value.clipped))
    }
  }
}
