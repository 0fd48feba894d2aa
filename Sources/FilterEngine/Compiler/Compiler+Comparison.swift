import FilterSyntax

extension Compiler {
  /// `age >= 18`, `ANY tags BEGINSWITH "a"`; `node` is what `predicate` holds.
  mutating func compile(
    _ node: AST.Comparison, _ predicate: AST.Predicate
  ) throws(SyntaxError) -> CompiledPredicate {
    let left = try compile(node.left)
    let right = try compile(node.right)
    try check(node, left, right)
    noteMembership(node, left, right)
    let isConstant = left.isConstant && right.isConstant && Self.isPure(node.operator)
    let pattern = Self.pattern(node, right)
    if !isConstant, case .failure(let error)? = pattern {
      note(
        FilterNote(
          "an error wherever it meets a text: \(error)", at: error.range ?? node.right.range))
    }
    let comparison =
      isConstant ? nil : FieldComparison(node, left, right, pattern, isStrict: isStrict)
    let flat = comparison?.filter()
    // Going through a list spends steps, which only the precise way counts.
    if let comparison, let flat, !flat.filter.needsRun, !comparison.readsList {
      return CompiledPredicate(
        unfailing: flat.filter,
        plan: Plan(
          .predicate(predicate), method: flat.method, cost: Self.cost(of: node, .inPlace)))
    }
    var fast = flat
    if fast == nil, !isConstant, layout.isTyped {
      fast =
        TypedComparison(node: node, left: left, right: right, pattern: pattern, isStrict: isStrict)
        .filter()
    }
    let (body, method) = try body(of: node, right, pattern)
    let evaluator = Self.evaluator(
      node.quantifier, left.evaluator, right.evaluator, body, node.range)
    if isConstant { return constant(predicate, evaluator) }
    let cost = Self.cost(
      of: node, fast != nil ? .inPlace : right.isConstant ? .value : .changingValue)
    return CompiledPredicate(
      evaluator, fast?.filter,
      plan: Plan(.predicate(predicate), method: fast?.method ?? method, cost: cost))
  }

  /// Keeps a note, once for each place.
  private mutating func note(_ note: FilterNote) {
    if !notes.contains(where: { $0.range == note.range }) { notes.append(note) }
  }

  /// A comparison of constants, decided now; an error is kept until evaluation comes to it.
  private mutating func constant(
    _ predicate: AST.Predicate, _ evaluator: PredicateEvaluator
  ) -> CompiledPredicate {
    let value: Bool
    let hasAllSteps = constantSteps == EvaluationLimits.maximumSteps
    do throws(EvaluationError) {
      value = try constantValue(evaluator)
    } catch {
      if error.kind == .budget, !hasAllSteps {
        return CompiledPredicate(
          evaluator, plan: Plan(.predicate(predicate), method: "constant, evaluated for each row"))
      }
      note(FilterNote("always an error: \(error)", at: error.range ?? predicate.range))
      return CompiledPredicate(
        evaluator,
        plan: Plan(
          .predicate(predicate), method: "constant, and an error", isDecided: true))
    }
    return CompiledPredicate(
      unfailing: .constant(value),
      plan: Plan(
        .predicate(predicate), method: value ? "constant, true" : "constant, false", isDecided: true
      ))
  }

  private mutating func constantValue(
    _ evaluator: PredicateEvaluator
  ) throws(EvaluationError) -> Bool {
    let run = constantRun()
    defer { constantSteps = run.remainingSteps }
    return try withoutRow { row throws(EvaluationError) in try evaluator.evaluate(row, run) }
  }

  private static func isPure(_ operator: AST.Comparison.Operator) -> Bool {
    switch `operator` {
    case .selector, .word: false
    default: true
    }
  }

  /// Options on members of collections are the one thing that means something else to Foundation.
  private mutating func noteMembership(
    _ node: AST.Comparison, _ left: CompiledExpression, _ right: CompiledExpression
  ) {
    guard !isStrict, node.options.changesEquality,
      node.operator == .in ? right.type.isCollection : node.operator == .contains,
      node.operator == .in || left.type.isCollection
    else { return }
    note(
      FilterNote(
        "\(node.operator.spelling)\(node.options) folds the members of a list or set; Foundation "
          + "ignores the options there",
        at: node.operatorRange))
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
    case .list(let list): return list.elements
    case .set(let set): return set.elements
    default:
      throw EvaluationError(
        .kindMismatch,
        "\(quantifier.spelling) goes through a list or set, and \(clipped) is \(kind.phrase)")
    }
  }
}
