import FilterSyntax

/// `==` and `!=`.
struct Equality: ComparisonOperator {
  private let `operator`: AST.Comparison.Operator
  private let options: AST.Comparison.Options

  private var isNegated: Bool { `operator` == .notEqual }

  init(_ operator: AST.Comparison.Operator, _ options: AST.Comparison.Options) {
    self.operator = `operator`
    self.options = options
  }

  var method: Plan.Method { "compares values" }

  var mirror: AST.Comparison.Operator? { `operator` }

  /// Whether two values are equal. Options apply if both are strings.
  var body: ComparisonBody {
    let isNegated = isNegated
    guard options.changesEquality else {
      return { left, right, run throws(EvaluationError) in
        try run.areEqual(left, right) != isNegated
      }
    }
    let text = TextComparison(options)
    return { left, right, run throws(EvaluationError) in
      if case .string(let a) = left, case .string(let b) = right {
        try run.read(a)
        try run.read(b)
        return text.areEqual(a, b) != isNegated
      }
      return try run.areEqual(left, right) != isNegated
    }
  }

  func form(with constant: FilterValue) -> ConstantForm {
    switch constant {
    case .null: ConstantForm(.nilness(whenNil: !isNegated))
    case .string(let text):
      ConstantForm(.text(TextTest(.equal(isInverted: isNegated), text, options)))
    default: ConstantForm(NumberRange(`operator`, constant).map { .numbers($0) } ?? .values)
    }
  }
}

extension AST.Comparison.Options {
  /// Whether strings with different bytes can be equal under the options.
  var changesEquality: Bool {
    !contains(.normalized)
      && !isDisjoint(
        with: [.caseInsensitive, .diacriticInsensitive, .localeSensitive])
  }
}
