import FilterSyntax

/// `BETWEEN`: both bounds belong to the range, in whichever order they are.
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
        throw EvaluationError(
          .kindMismatch, "BETWEEN takes a list of two bounds, and this is \(right.phrase)")
      }
      guard bounds[0].kind != .null, bounds[1].kind != .null else { return false }
      let isReversed = try Ordering.order(bounds[0], bounds[1], text, run) > 0
      let (low, high) = isReversed ? (bounds[1], bounds[0]) : (bounds[0], bounds[1])
      guard try Ordering.order(low, left, text, run) <= 0 else { return false }
      return try Ordering.order(left, high, text, run) <= 0
    }
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
