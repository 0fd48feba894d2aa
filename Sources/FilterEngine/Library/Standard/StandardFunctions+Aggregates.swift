extension StandardFunctions {
  /// `sum({1, 2})`, and in the older form `sum(1, 2)`.
  static let aggregates: [FilterFunction] = [
    aggregate(
      "sum", .number, "The sum of the numbers of a collection, 0 of none.", "sum({1, 2, 3}) == 6"
    ) { values, run throws(EvaluationError) in try Statistics.sum(values, run) },
    aggregate(
      "count", .number, "The number of elements.", "count({\"a\", \"b\"}) == 2", takesNil: true
    ) { values, _ in .int(Int64(values.count)) },
    aggregate("min", nil, "The least element.", "min({6, 3, 8}) == 3") {
      values, run throws(EvaluationError) in
      try some("min", Statistics.extreme(values, .ascending, run))
    },
    aggregate("max", nil, "The greatest element.", "max({6, 3, 8}) == 8") {
      values, run throws(EvaluationError) in
      try some("max", Statistics.extreme(values, .descending, run))
    },
    aggregate("average", .number, "The mean of numbers.", "average({1, 2}) == 1.5") {
      values, run throws(EvaluationError) in
      try some("average", Statistics.average(values, run))
    },
    aggregate(
      "median", .number, "The middle number in order, or the mean of the middle two.",
      "median({9, 1, 4, 2}) == 3"
    ) { values, run throws(EvaluationError) in try some("median", Statistics.median(values, run)) },
    aggregate(
      "mode", .list, "The list of the most frequent values.", "mode({1, 2, 2, 3}) == {2}"
    ) { values, run throws(EvaluationError) in .list(try Statistics.mode(values, run)) },
    aggregate(
      "stddev", .number, "The standard deviation of a whole population.",
      "stddev({2, 4, 4, 6}) < 1.5"
    ) { values, run throws(EvaluationError) in
      try some("stddev", Statistics.standardDeviation(values, run))
    },
  ]

  @inline(never)
  private static func aggregate(
    _ name: String, _ result: FilterKind?, _ summary: String, _ example: String,
    takesNil: Bool = false,
    _ body:
      @escaping @Sendable ([FilterValue], EvaluationContext) throws(EvaluationError) ->
      FilterValue
  ) -> FilterFunction {
    function("\(name):", [nil], result, summary, example) {
      arguments, run throws(EvaluationError) in
      let values = try elements(name, arguments)
      try run.spend(values.count)
      try run.visit(inside: values)
      if !takesNil, values.contains(where: \.isNull) {
        throw EvaluationError(.nilElement(operation: name))
      }
      return try body(values, run)
    }
  }

  /// The elements of a single collection, or else the arguments themselves.
  private static func elements(
    _ name: String, _ arguments: [FilterValue]
  ) throws(EvaluationError) -> [FilterValue] {
    guard arguments.count == 1 else { return arguments }
    if let elements = arguments[0].children { return elements }
    throw EvaluationError(.notACollection(operation: name, found: arguments[0].kind))
  }

  private static func some(
    _ name: String, _ value: FilterValue?
  ) throws(EvaluationError) -> FilterValue {
    if let value { return value }
    throw EvaluationError(.emptyCollection(operation: name))
  }
}
