import FilterSyntax

/// `<`, `<=`, `>`, `>=` and `BETWEEN`.
enum Ordering {
  /// What holds of two values in order; `nil` is only as much as `nil`.
  static func body(
    _ operator: AST.Comparison.Operator, _ options: AST.Comparison.Options
  ) -> ComparisonBody {
    let text = TextComparison(options)
    let (below, same, above) = answers(`operator`)
    return { left, right, _ throws(EvaluationError) in
      guard left.kind != .null, right.kind != .null else {
        return left.kind == right.kind && same
      }
      return switch try order(left, right, text) {
      case ..<0: below
      case 0: same
      default: above
      }
    }
  }

  /// The answers where the left side is below, the same, above.
  static func answers(_ operator: AST.Comparison.Operator) -> (Bool, Bool, Bool) {
    switch `operator` {
    case .lessThan: (true, false, false)
    case .lessThanOrEqual: (true, true, false)
    case .greaterThan: (false, false, true)
    default: (false, true, true)
    }
  }

  /// Below zero where `left` comes before `right`, zero where neither does.
  static func order(
    _ left: FilterValue, _ right: FilterValue, _ text: TextComparison
  ) throws(EvaluationError) -> Int {
    if case .string(let a) = left, case .string(let b) = right { return text.order(a, b) }
    return switch try left.compare(to: right) {
    case .ascending: -1
    case .same: 0
    case .descending: 1
    }
  }

  /// `x BETWEEN {a, b}`: both bounds belong to the range, in whichever order they stand.
  static func between(_ options: AST.Comparison.Options) -> ComparisonBody {
    let text = TextComparison(options)
    return { left, right, _ throws(EvaluationError) in
      guard left.kind != .null, right.kind != .null else { return false }
      guard case .list(let bounds) = right, bounds.count == 2 else {
        throw EvaluationError(
          .kindMismatch, "BETWEEN takes a list of two bounds, and this is \(right.phrase)")
      }
      guard bounds[0].kind != .null, bounds[1].kind != .null else { return false }
      let isReversed = try order(bounds[0], bounds[1], text) > 0
      let (low, high) = isReversed ? (bounds[1], bounds[0]) : (bounds[0], bounds[1])
      guard try order(low, left, text) <= 0 else { return false }
      return try order(left, high, text) <= 0
    }
  }
}

extension FilterValue {
  /// The kind in a sentence, with the number of elements of a list.
  var phrase: String {
    guard case .list(let elements) = self else { return kind.phrase }
    return switch elements.count {
    case 0: "an empty list"
    case 1: "a list of one element"
    default: "a list of \(elements.count) elements"
    }
  }
}
