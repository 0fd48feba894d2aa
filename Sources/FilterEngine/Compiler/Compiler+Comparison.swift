import FilterSyntax

extension Compiler {
  /// `age >= 18`, `ANY tags BEGINSWITH "a"`
  mutating func compile(_ node: AST.Comparison) throws(SyntaxError) -> CompiledPredicate {
    let left = try compile(node.left)
    let right = try compile(node.right)
    try check(node, left, right)
    let (body, method) = try body(of: node, right)
    let evaluator = Self.evaluator(
      node.quantifier, left.evaluator, right.evaluator, body, node.range)
    if left.isConstant, right.isConstant, Self.isPure(node.operator) {
      return constant(node, evaluator)
    }
    if let fast = FieldComparison(node, left, right, isStrict: isStrict)?.filter() {
      return CompiledPredicate(
        evaluator, fast.filter, plan: Plan(text: planText(node), method: fast.method))
    }
    return CompiledPredicate(evaluator, plan: Plan(text: planText(node), method: method))
  }

  /// The text of a comparison in a plan; a long one is cut.
  private func planText(_ node: AST.Comparison) -> String {
    let text = AST.Predicate.comparison(node).description
    return text.utf8.count <= 200 ? text : String(text.prefix(199)) + "…"
  }

  /// A comparison of constants, decided now; an error is kept until evaluation comes to it.
  private func constant(
    _ node: AST.Comparison, _ evaluator: PredicateEvaluator
  ) -> CompiledPredicate {
    let value = try? constantValue(evaluator)
    guard let value else {
      return CompiledPredicate(
        evaluator, plan: Plan(text: planText(node), method: "constant, and an error"))
    }
    return CompiledPredicate(
      PredicateEvaluator { _, _ in value }, .constant(value),
      plan: Plan(text: planText(node), method: "constant, \(value)"))
  }

  private func constantValue(_ evaluator: PredicateEvaluator) throws(EvaluationError) -> Bool {
    let run = constantRun()
    return try withoutRow { row throws(EvaluationError) in try evaluator.evaluate(row, run) }
  }

  private static func isPure(_ operator: AST.Comparison.Operator) -> Bool {
    switch `operator` {
    case .selector, .word: false
    default: true
    }
  }

  // MARK: - Operators

  /// What compares the values, and how, for people.
  mutating func body(
    of node: AST.Comparison, _ right: CompiledExpression
  ) throws(SyntaxError) -> (ComparisonBody, method: String) {
    let options = node.options
    switch node.operator {
    case .equal: return (Equality.body(options, negated: false), "compares values")
    case .notEqual: return (Equality.body(options, negated: true), "compares values")
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      return (Ordering.body(node.operator, options), "compares values")
    case .between: return (Ordering.between(options), "compares values with both bounds")
    case .in: return membership(options, right)
    case .contains:
      let body = Membership.body(options, isStrict: isStrict)
      return (
        { left, right, run throws(EvaluationError) in try body(right, left, run) },
        "looks for a part or an element"
      )
    case .beginsWith, .endsWith, .like, .matches: return substring(node, right)
    case .conformsToUTI:
      return (
        UTIOperator.body("UTI-CONFORMS-TO") { UniformType.conforms($0, to: $1) }, "looks up types"
      )
    case .equalsUTI:
      return (UTIOperator.body("UTI-EQUALS") { UniformType.equal($0, $1) }, "looks up types")
    case .selector(let name), .word(let name):
      guard let operation = libraries.wordOperator(name) else {
        if case .word = node.operator {
          throw error(.message("no library has an operator \(name)"), at: node.operatorRange)
        }
        return (LibraryOperator.unknown(name), "always an error: no library has this selector")
      }
      return (LibraryOperator.body(operation), "calls a library")
    }
  }

  private func membership(
    _ options: AST.Comparison.Options, _ right: CompiledExpression
  ) -> (ComparisonBody, method: String) {
    if case .list(let members)? = right.constant, isStrict || !options.changesEquality {
      return (
        Membership.hashed(members),
        "looks up \(members.count) hashed value\(members.count == 1 ? "" : "s")"
      )
    }
    let body = Membership.body(options, isStrict: isStrict)
    return (body, "looks for a part or an element")
  }

  /// An operator between two strings; a constant right side is prepared once.
  private mutating func substring(
    _ node: AST.Comparison, _ right: CompiledExpression
  ) -> (ComparisonBody, method: String) {
    let options = node.options
    guard case .string(let constant)? = right.constant else {
      switch node.operator {
      case .beginsWith: return (SubstringOperator.beginsWith(options), "compares text")
      case .endsWith: return (SubstringOperator.endsWith(options), "compares text")
      case .like:
        return (SubstringOperator.like(options), "compares text with a pattern of the row")
      default:
        patternCount += 1
        return (
          RegexOperator.perRow(options, slot: patternCount),
          "regular expression, compiled when it changes"
        )
      }
    }
    switch node.operator {
    case .beginsWith:
      let needle = TextNeedle(constant, options)
      return (SubstringOperator.prepared("BEGINSWITH", { needle.begins($0) }), "compares text")
    case .endsWith:
      let needle = TextNeedle(constant, options)
      return (SubstringOperator.prepared("ENDSWITH", { needle.ends($0) }), "compares text")
    case .like:
      let pattern = LikePattern(constant, options)
      return (
        SubstringOperator.prepared("LIKE", { pattern.matches($0) }), "compares text with a pattern"
      )
    default:
      return (
        RegexOperator.prepared(Self.regularExpression(constant, options)),
        "regular expression, compiled once"
      )
    }
  }

  private static func regularExpression(
    _ pattern: String, _ options: AST.Comparison.Options
  ) -> Result<RegularExpression, EvaluationError> {
    Result { () throws(EvaluationError) in try RegularExpression(pattern, options) }
  }

  // MARK: - Quantifiers

  /// Both sides, then the operator, for the value or for each element of the left side.
  private static func evaluator(
    _ quantifier: AST.Comparison.Quantifier?, _ left: ValueEvaluator, _ right: ValueEvaluator,
    _ body: @escaping ComparisonBody, _ range: SourceRange
  ) -> PredicateEvaluator {
    guard let quantifier else {
      return PredicateEvaluator { row, run throws(EvaluationError) in
        let a = try left.evaluate(row, run)
        let b = try right.evaluate(row, run)
        do throws(EvaluationError) {
          return try body(a, b, run)
        } catch {
          throw error.located(at: range)
        }
      }
    }
    let rule = ElementQuantifier(quantifier)
    return PredicateEvaluator { row, run throws(EvaluationError) in
      let a = try left.evaluate(row, run)
      let b = try right.evaluate(row, run)
      do throws(EvaluationError) {
        for element in try a.elements(for: quantifier) {
          try run.spend(1)
          if try body(element, b, run) == rule.decisive { return rule.whenDecided }
        }
        return !rule.whenDecided
      } catch {
        throw error.located(at: range)
      }
    }
  }
}

extension FilterValue {
  /// The elements that a quantifier goes through; none of `nil`.
  fileprivate func elements(
    for quantifier: AST.Comparison.Quantifier
  ) throws(EvaluationError) -> [FilterValue] {
    switch self {
    case .null: return []
    case .list(let elements): return elements
    case .set(let set): return set.elements
    default:
      throw EvaluationError(
        .kindMismatch,
        "\(quantifier.spelling) goes through a list or set, and \(clipped) is \(kind.phrase)")
    }
  }
}
