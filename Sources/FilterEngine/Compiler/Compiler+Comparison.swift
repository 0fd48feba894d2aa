import FilterSyntax

extension Compiler {
  /// `age >= 18`, `ANY tags BEGINSWITH "a"`; `node` is what `predicate` holds.
  mutating func compile(
    _ node: AST.Comparison, _ predicate: AST.Predicate
  ) throws(SyntaxError) -> CompiledPredicate {
    let firstSize = cost.sizes.count
    guard let compared = try compared(node) else {
      let plan = Plan(
        .predicate(predicate), method: "reads the line as a value", needsValue: true)
      return CompiledPredicate(unanswered: plan)
    }
    return test(of: compared, predicate, from: firstSize)
  }

  /// The way to test a comparison, which is what `predicate` holds. Its fields of changing size are those from an index of
  /// `sizes` on.
  @inline(never)
  mutating func test(
    of compared: CompiledComparison, _ predicate: AST.Predicate, from firstSize: Int
  ) -> CompiledPredicate {
    if compared.isConstant { return constant(predicate, compared.evaluator.predicate) }
    notePattern(of: compared)
    let (comparison, left, right) = (compared.meaning, compared.left, compared.right)
    if options.layout.isOfSlots {
      let filter = SlotFilter(comparison: comparison, left: .init(left), right: .init(right)).filter
      return CompiledPredicate(
        compared.evaluator.predicate, filter,
        plan: Plan(.predicate(predicate), method: comparison.method))
    }
    if let driver = Self.driver(comparison, left, right), let (test, method) = driver.filter() {
      let filter = cost.charging(test, from: firstSize)
      let plan = Plan(.predicate(predicate), method: method, cost: .inPlace)
      // Visiting a list takes steps, which only the precise evaluator counts.
      let isUnfailing = filter.runUse == .never && driver.quantifier == nil && !driver.isCount
      return isUnfailing
        ? CompiledPredicate(unfailing: filter, plan: plan)
        : CompiledPredicate(
          compared.evaluator.predicate, filter, plan: plan)
    }
    let evaluator = compared.evaluator.predicate
    if options.layout.isTyped,
      let column = TypedComparison(
        comparison: comparison, left: left.typed, right: right.typed
      ).filter()
    {
      return CompiledPredicate(
        evaluator, cost.charging(column.filter, from: firstSize),
        plan: Plan(.predicate(predicate), method: column.method, cost: .column))
    }
    return CompiledPredicate(
      evaluator,
      (comparison.subject == .left ? left : right).key.flatMap {
        ValueFilter(comparison, key: $0)?.filter(orElse: evaluator)
      },
      plan: Plan(
        .predicate(predicate), method: comparison.method,
        cost: right.isConstant ? .value : .changingValue))
  }

  /// The comparison with its sides compiled; nil if a line of slots never has an answer.
  @inline(__always)
  mutating func compared(
    _ node: AST.Comparison
  ) throws(SyntaxError) -> CompiledComparison? {
    cost.comparisons += 1
    let before = cost.expressions
    guard let (left, right) = try sides(of: node) else { return nil }
    // Both sides are evaluated for each row.
    let units = 1 + (cost.expressions - before) / 4
    try options.check(node, left, right)
    noteMeaning(of: node, left, right)
    return CompiledComparison(
      left: left, right: right, meaning: try decided(node, left, right), units: units,
      steps: recursion.bodyDepth > 0 ? units : 0, range: node.range, rightRange: node.right.range)
  }

  /// The meaning of the comparison, decided once for all ways of evaluation.
  private mutating func decided(
    _ node: AST.Comparison, _ left: CompiledExpression, _ right: CompiledExpression
  ) throws(SyntaxError) -> DecidedComparison {
    var operators = OperatorTable(options: node.options, isStrict: options.isStrict)
    if let name = node.operator.libraryName {
      operators.library = options.libraries.wordOperator(name)
      if operators.library == nil, !node.operator.isSelector {
        throw options.error(.unknownWordOperator(name), at: node.operatorRange)
      }
    }
    if node.operator == .matches, case .string(let pattern)? = right.constant {
      operators.pattern = self.pattern(pattern, node.options)
    }
    return DecidedComparison(node, left: left.constant, right: right.constant, operators)
  }

  /// A constant pattern of `MATCHES` or `capture`, compiled once for the whole predicate.
  ///
  /// Its work is counted at the next node.
  mutating func pattern(
    _ text: String, _ options: AST.Comparison.Options, searches: Bool = false
  ) -> CompiledPattern {
    let key = PatternKey(text: ByteKey(text), options: options, searches: searches)
    if let pattern = products.patterns[key] { return pattern }
    let memory =
      products.patternMemory
      // Patterns that fitted once are not refused.
      ?? PatternMemory(limit: self.options.limits?.limits.regularExpressions.compiledBytes ?? .max)
    products.patternMemory = memory
    let pattern = CompiledPattern { () throws(EvaluationError) in
      try RegexBackend.compile(text, options, searches: searches, memory)
    }
    products.patterns[key] = pattern
    if case .success(let expression) = pattern { cost.untilLook -= expression.compilationSteps }
    return pattern
  }

  /// The driver of a comparison of a field with a constant, in place.
  private static func driver(
    _ comparison: DecidedComparison, _ left: CompiledExpression, _ right: CompiledExpression
  ) -> FieldFilter? {
    guard let subject = comparison.subject else { return nil }
    let side = subject == .left ? left : right
    guard let field = side.field ?? side.countedField else { return nil }
    return FieldFilter(comparison, field, isCount: side.field == nil)
  }

  /// A comparison of constants, decided now. An error is kept until evaluation reaches it.
  private mutating func constant(
    _ predicate: AST.Predicate, _ evaluator: PredicateEvaluator
  ) -> CompiledPredicate {
    let value: Bool
    do throws(EvaluationError) {
      guard let known = try constantValue(evaluator) else {
        return CompiledPredicate(
          evaluator, plan: Plan(.predicate(predicate), method: "constant, evaluated for each row"))
      }
      value = known
    } catch {
      products.note(
        FilterNote(.alwaysFails, "always an error: \(error)", at: error.range ?? predicate.range))
      return CompiledPredicate(
        evaluator,
        plan: Plan(
          .predicate(predicate), method: "constant, and an error", isDecided: true,
          needsValue: options.layout.isOfSlots), hasAnswers: !options.layout.isOfSlots)
    }
    return CompiledPredicate(
      unfailing: .constant(value),
      plan: Plan(
        .predicate(predicate), method: value ? "constant, true" : "constant, false", isDecided: true
      ))
  }
}
