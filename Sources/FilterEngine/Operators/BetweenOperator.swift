import FilterSyntax

/// `BETWEEN`. Both bounds belong to the range, and can be in either order.
struct BetweenOperator: ComparisonOperator {
  private let options: AST.Comparison.Options

  init(_ options: AST.Comparison.Options) { self.options = options }

  var method: Plan.Method { "compares values with both bounds" }

  /// `x BETWEEN {a, b}`
  var body: ComparisonBody {
    let text = TextComparison(options)
    return { left, right, run throws(EvaluationError) in
      guard left.kind != .null, right.kind != .null else { return false }
      guard case .list(let bounds) = right, bounds.count == 2 else {
        throw EvaluationError(.notTwoBounds(found: right.kind, count: Self.count(of: right)))
      }
      guard bounds[0].kind != .null, bounds[1].kind != .null else { return false }
      let isReversed = try Ordering.order(bounds[0], bounds[1], text, run) > 0
      let (low, high) = isReversed ? (bounds[1], bounds[0]) : (bounds[0], bounds[1])
      guard try Ordering.order(low, left, text, run) <= 0 else { return false }
      return try Ordering.order(left, high, text, run) <= 0
    }
  }

  /// The number of elements of a list.
  private static func count(of value: FilterValue) -> Int? {
    if case .list(let list) = value { list.count } else { nil }
  }

  func form(with constant: FilterValue) -> ConstantForm {
    switch constant {
    case .null: ConstantForm(.always(false))
    case .list(let list):
      ConstantForm(NumberRange(between: list.elements).map { .numbers($0) } ?? .values)
    default: ConstantForm(.values)
    }
  }
}
