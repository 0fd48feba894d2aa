import FilterSyntax

/// A part of a predicate that is compiled for an explanation.
struct ExplainedPart {
  enum Form {
    case literal(Bool)
    case negation
    /// A connective with the answer of an operand that decides it
    case compound(decisive: Bool, operands: Int)
    /// A comparison by its values, and the test in place that takes nothing of a row's budget, if the program uses one
    case comparison(ComparisonEvaluator, test: PredicateEvaluator?)
  }

  let predicate: AST.Predicate
  let form: Form

  /// The number of operands.
  var operandCount: Int {
    switch form {
    case .literal, .comparison: 0
    case .negation: 1
    case .compound(_, let count): count
    }
  }
}

extension Compiler {
  /// Compiles the parts of a whole predicate of any depth, each before its operands.
  ///
  /// The sides of comparisons are compiled as for evaluation, so that their values are the same.
  mutating func parts(ofWhole tree: AST.Predicate) throws(SyntaxError) -> [ExplainedPart] {
    recursion.recordedSubqueries = 0
    let size = Self.isOrdinary(tree) ? (height: 0, nodes: 0) : tree.measure()
    return try withRoom(size, tree.range) { (compiler) throws(SyntaxError) in
      var parts: [ExplainedPart] = []
      try compiler.addParts(of: tree, to: &parts)
      return parts
    }
  }

  private mutating func addParts(
    of predicate: AST.Predicate, to parts: inout [ExplainedPart]
  ) throws(SyntaxError) {
    try enter(predicate.range)
    defer { leave() }
    switch predicate {
    case .literal(let node):
      parts.append(ExplainedPart(predicate: predicate, form: .literal(node.value)))
    case .not(let node):
      parts.append(ExplainedPart(predicate: predicate, form: .negation))
      try addParts(of: node.operand, to: &parts)
    case .compound(let node):
      let form = ExplainedPart.Form.compound(
        decisive: node.connective == .or, operands: node.operands.count)
      parts.append(ExplainedPart(predicate: predicate, form: form))
      for operand in node.operands { try addParts(of: operand, to: &parts) }
    case .comparison(let node):
      parts.append(ExplainedPart(predicate: predicate, form: try form(of: node, predicate)))
    }
  }

  private mutating func form(
    of node: AST.Comparison, _ predicate: AST.Predicate
  ) throws(SyntaxError) -> ExplainedPart.Form {
    let firstSize = cost.sizes.count
    guard let compared = try compared(node) else {
      // Items are never lines in slots.
      throw options.error(.expected(.expression), at: node.range)
    }
    let test = test(of: compared, predicate, from: firstSize)
    return .comparison(compared.evaluator, test: test.isUnfailing ? test.evaluator : nil)
  }
}
