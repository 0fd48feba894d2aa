import FilterSyntax

/// `<`, `<=`, `>` and `>=`.
struct Ordering: ComparisonOperator {
  private let `operator`: AST.Comparison.Operator
  private let options: AST.Comparison.Options

  init(_ operator: AST.Comparison.Operator, _ options: AST.Comparison.Options) {
    self.operator = `operator`
    self.options = options
  }

  var method: Plan.Method { "compares values" }

  var mirror: AST.Comparison.Operator? {
    switch `operator`.relation {
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    case .equal, .notEqual, nil: `operator`
    }
  }

  /// The answer for two values. `nil` equals only `nil`.
  var body: ComparisonBody {
    let text = TextComparison(options)
    let answers = answers
    return { left, right, run throws(EvaluationError) in
      guard left.kind != .null, right.kind != .null else {
        return left.kind == right.kind && answers.same
      }
      return answers(try Self.order(left, right, text, run))
    }
  }

  func form(with constant: FilterValue) -> ConstantForm {
    switch constant {
    case .null: ConstantForm(answers.same ? .nilness(whenNil: true) : .always(false))
    case .string(let constant): ConstantForm(.text(TextTest(.order(answers), constant, options)))
    default: ConstantForm(NumberRange(`operator`, constant).map { .numbers($0) } ?? .values)
    }
  }

  private var answers: OrderAnswers {
    Self.answers(`operator`) ?? OrderAnswers(below: false, same: false, above: false)
  }

  /// The answers of an operator by the order of its operands; nil for operators that do not compare order.
  static func answers(_ operator: AST.Comparison.Operator) -> OrderAnswers? {
    switch `operator`.relation {
    case .equal: OrderAnswers(below: false, same: true, above: false)
    case .notEqual: OrderAnswers(below: true, same: false, above: true)
    case .lessThan: OrderAnswers(below: true, same: false, above: false)
    case .lessThanOrEqual: OrderAnswers(below: true, same: true, above: false)
    case .greaterThan: OrderAnswers(below: false, same: false, above: true)
    case .greaterThanOrEqual: OrderAnswers(below: false, same: true, above: true)
    case nil: nil
    }
  }

  /// Negative if `left` comes before `right`, zero if neither comes first.
  static func order(
    _ left: FilterValue, _ right: FilterValue, _ text: TextComparison, _ run: EvaluationContext
  ) throws(EvaluationError) -> Int {
    if case .string(let a) = left, case .string(let b) = right {
      try run.read(a)
      try run.read(b)
      return text.order(a, b)
    }
    return switch try left.compare(to: right) {
    case .ascending: -1
    case .same: 0
    case .descending: 1
    }
  }
}
