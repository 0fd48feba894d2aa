import FilterSyntax

extension Compiler {
  /// Compiles a predicate.
  mutating func compile(_ predicate: AST.Predicate) throws(SyntaxError) -> CompiledPredicate {
    try enter(predicate.range)
    defer { leave() }
    return switch predicate {
    case .literal(let node): Self.literal(node)
    case .not(let node): Self.negation(try compile(node.operand))
    case .compound(let node): try compile(node)
    case .comparison(let node): try compile(node)
    }
  }

  private static func literal(_ node: AST.BooleanLiteral) -> CompiledPredicate {
    let value = node.value
    return CompiledPredicate(
      PredicateEvaluator { _, _ in value }, .constant(value),
      plan: Plan(text: value ? "TRUEPREDICATE" : "FALSEPREDICATE", method: "constant"))
  }

  private static func negation(_ operand: CompiledPredicate) -> CompiledPredicate {
    let evaluator = operand.evaluator
    return CompiledPredicate(
      PredicateEvaluator { row, run throws(EvaluationError) in !(try evaluator.evaluate(row, run)) },
      .negation(of: operand.filter), plan: Plan(text: "NOT", method: "", parts: [operand.plan]))
  }

  private mutating func compile(_ node: AST.Compound) throws(SyntaxError) -> CompiledPredicate {
    var operands: [CompiledPredicate] = []
    operands.reserveCapacity(node.operands.count)
    for operand in node.operands { operands.append(try compile(operand)) }
    return node.connective == .and ? Self.conjunction(operands) : Self.disjunction(operands)
  }

  private static func conjunction(_ operands: [CompiledPredicate]) -> CompiledPredicate {
    let evaluators = operands.map(\.evaluator)
    return CompiledPredicate(
      PredicateEvaluator { row, run throws(EvaluationError) in
        for evaluator in evaluators where try !evaluator.evaluate(row, run) { return false }
        return true
      },
      .conjunction(of: operands.map(\.filter)),
      plan: Plan(
        text: "AND", method: "left to right, ends at the first that is false",
        parts: operands.map(\.plan)))
  }

  private static func disjunction(_ operands: [CompiledPredicate]) -> CompiledPredicate {
    let evaluators = operands.map(\.evaluator)
    return CompiledPredicate(
      PredicateEvaluator { row, run throws(EvaluationError) in
        for evaluator in evaluators where try evaluator.evaluate(row, run) { return true }
        return false
      },
      .disjunction(of: operands.map(\.filter)),
      plan: Plan(
        text: "OR", method: "left to right, ends at the first that is true",
        parts: operands.map(\.plan)))
  }
}
