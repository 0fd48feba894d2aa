/// The functions over collections of numbers, by exact rules.
///
/// Every function throws `missingValue` for a `nil` among the values, `kindMismatch` for a value that is not a
/// number, and `arithmetic` if an integer overflows.
enum Statistics {
  /// The sum; 0 without values.
  static func sum(
    _ values: [FilterValue], _ run: EvaluationContext
  ) throws(EvaluationError) -> FilterValue {
    try require("sum", values, run)
    var result = FilterValue.int(0)
    for value in values {
      try run.pass(unitsOfNumber)
      result = try FilterArithmetic.add(result, value)
    }
    return result
  }

  /// The mean; nil without values. It is a decimal for decimals and integers, and otherwise a double.
  static func average(
    _ values: [FilterValue], _ run: EvaluationContext
  ) throws(EvaluationError) -> FilterValue? {
    try require("average", values, run)
    guard !values.isEmpty else { return nil }
    // Integers are added in 128 bits: their mean fits even if their sum does not.
    var total: Int128 = 0
    var isIntegral = true
    for value in values {
      switch value {
      case .int(let number): total += Int128(number)
      case .bool(let flag): total += flag ? 1 : 0
      default: isIntegral = false
      }
    }
    if isIntegral { return .double(Double(total) / Double(values.count)) }
    let sum = try sum(values, run)
    if case .decimal = sum { return try FilterArithmetic.divide(sum, .int(Int64(values.count))) }
    return .double(try FilterArithmetic.double("average", sum) / Double(values.count))
  }

  /// The median: the middle value, or the mean of the two middle values; nil without values.
  static func median(
    _ values: [FilterValue], _ run: EvaluationContext
  ) throws(EvaluationError) -> FilterValue? {
    try require("median", values, run)
    // Sorting takes longer than a visit.
    try run.spend(2 * values.count)
    var end: EvaluationError?
    let order = SortColumns(count: values.count).order {
      if end == nil { end = run.work(1) }
      // Without an order the sort ends early.
      return end == nil && NumberOrder.order(values[$0], values[$1]) == .ascending
    }
    if let end { throw end }
    guard !values.isEmpty else { return nil }
    let upper = values[Int(order[values.count / 2])]
    return values.count.isMultiple(of: 2)
      ? try average([values[Int(order[values.count / 2 - 1])], upper], run) : upper
  }

  /// The most frequent values, in the order of their first occurrence.
  static func mode(
    _ values: [FilterValue], _ run: EvaluationContext
  ) throws(EvaluationError) -> [FilterValue] {
    var counts: [FilterValue: Int] = [:]
    var distinct: [FilterValue] = []
    for value in values {
      try run.pass(EvaluationContext.unitsOfMember)
      let count = counts[value, default: 0] + 1
      counts[value] = count
      if count == 1 { distinct.append(value) }
    }
    let most = counts.values.max()
    var result: [FilterValue] = []
    for value in distinct {
      try run.pass(EvaluationContext.unitsOfMember)
      if counts[value] == most { result.append(value) }
    }
    return result
  }

  /// The standard deviation of the population; nil without values.
  static func standardDeviation(
    _ values: [FilterValue], _ run: EvaluationContext
  ) throws(EvaluationError) -> FilterValue? {
    try require("stddev", values, run)
    guard !values.isEmpty else { return nil }
    var numbers: [Double] = []
    for value in values {
      try run.pass(unitsOfNumber)
      numbers.append(try FilterArithmetic.double("stddev", value))
    }
    let count = Double(numbers.count)
    let mean = numbers.reduce(0, +) / count
    let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    return .double(variance.squareRoot())
  }

  /// The least or greatest value of any kind with an order; nil without values.
  static func extreme(
    _ values: [FilterValue], _ order: ComparisonOrder, _ run: EvaluationContext
  ) throws(EvaluationError) -> FilterValue? {
    guard var result = values.first else { return nil }
    // Compares the first value with itself too, so that a single value without an order is an error.
    for value in values {
      try run.pass(unitsOfNumber)
      if try value.compare(to: result) == order { result = value }
    }
    return result
  }

  /// The units of work of a number, which can be a decimal.
  private static let unitsOfNumber = 4

  private static func require(
    _ name: String, _ values: [FilterValue], _ run: EvaluationContext
  ) throws(EvaluationError) {
    for value in values {
      try run.pass()
      try FilterArithmetic.require(name, value)
    }
  }
}
