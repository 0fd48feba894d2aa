import FilterSyntax

extension Compiler {
  /// Compiles a predicate.
  mutating func compile(_ predicate: AST.Predicate) throws(SyntaxError) -> CompiledPredicate {
    if needsLargeStack {
      return try onLargeStack(predicate.range) { (compiler) throws(SyntaxError) in
        try compiler.compile(predicate)
      }
    }
    try enter(predicate.range)
    defer { leave() }
    cost.connectives += 1
    return switch predicate {
    case .literal(let node): Self.literal(node)
    case .not(let node): Self.negation(try compile(node.operand))
    case .compound(let node): try compile(node)
    case .comparison(let node): try compile(node, predicate)
    }
  }

  private static func literal(_ node: AST.BooleanLiteral) -> CompiledPredicate {
    let value = node.value
    return CompiledPredicate(
      unfailing: .constant(value),
      plan: Plan(.name(value ? "TRUEPREDICATE" : "FALSEPREDICATE"), method: "constant"))
  }

  private static func negation(_ operand: CompiledPredicate) -> CompiledPredicate {
    let filter = RowFilter.negation(of: operand.filter)
    let plan = Plan(.name("NOT"), method: "", parts: [operand.plan])
    guard operand.hasAnswers else { return CompiledPredicate(unanswered: plan) }
    guard !operand.isUnfailing else { return CompiledPredicate(unfailing: filter, plan: plan) }
    let evaluator = operand.evaluator
    return CompiledPredicate(
      PredicateEvaluator { row, run throws(EvaluationError) in !(try evaluator.evaluate(row, run))
      },
      filter, plan: plan)
  }

  private mutating func compile(_ node: AST.Compound) throws(SyntaxError) -> CompiledPredicate {
    var operands: [CompiledPredicate] = []
    operands.reserveCapacity(node.operands.count)
    for operand in node.operands {
      operands.append(try compile(operand))
      // No part after one without an answer is evaluated.
      if !operands[operands.count - 1].hasAnswers { break }
    }
    return Self.compound(node.connective, operands)
  }

  private static func compound(
    _ connective: AST.Compound.Connective, _ operands: [CompiledPredicate]
  ) -> CompiledPredicate {
    let isConjunction = connective == .and
    let filters = operands.map(\.filter)
    let filter =
      isConjunction ? RowFilter.conjunction(of: filters) : RowFilter.disjunction(of: filters)
    let plan = Plan(
      .name(isConjunction ? "AND" : "OR"),
      method: isConjunction
        ? "left to right, ends at the first that is false"
        : "left to right, ends at the first that is true",
      parts: operands.map(\.plan))
    if let first = operands.first, !first.hasAnswers { return CompiledPredicate(unanswered: plan) }
    if operands.allSatisfy(\.isUnfailing) {
      return CompiledPredicate(unfailing: filter, plan: plan)
    }
    let evaluators = operands.map(\.evaluator)
    // A false operand decides AND, a true one decides OR.
    let decisive = !isConjunction
    return CompiledPredicate(
      PredicateEvaluator { row, run throws(EvaluationError) in
        for evaluator in evaluators where try evaluator.evaluate(row, run) == decisive {
          return decisive
        }
        return !decisive
      }, filter, plan: plan)
  }
}
