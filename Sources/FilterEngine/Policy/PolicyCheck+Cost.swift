import FilterSyntax

extension PolicyCheck {
  /// Throws if an evaluation can take more steps than the policy permits.
  func checkCost(
    of tree: AST.Predicate, _ layout: RowLayout, _ libraries: FilterLibraries
  ) throws(SyntaxError) {
    guard let limit = policy.maximumCost else { return }
    let steps = steps(of: tree, layout, libraries)
    guard steps <= limit, steps != .max else {
      throw SyntaxError(
        .tooExpensive(steps: steps == .max ? nil : steps, limit: limit), at: tree.range, in: text)
    }
  }

  /// The greatest number of steps of an evaluation; `Int.max` if they have no bound.
  func steps(of tree: AST.Predicate, _ layout: RowLayout, _ libraries: FilterLibraries) -> Int {
    var estimate = CostEstimate(policy, layout, libraries)
    guard !Compiler.isOrdinary(tree) else { return estimate.steps(of: tree) }
    // The estimate recurses as the compiler does.
    guard tree.measure().height <= Compiler.maximumDepth else { return .max }
    var steps = Int.max
    let hasRun = LargeStack.run { steps = estimate.steps(of: tree) }
    return hasRun ? steps : .max
  }
}

extension AST.Predicate {
  /// A predicate that reads the whole value of an expression, as its receiver can.
  static func reading(_ tree: AST.Expression) -> AST.Predicate {
    .comparison(
      AST.Comparison(
        tree, .equal, .literal(AST.Literal(.boolean(true))), range: tree.range,
        operatorRange: tree.range))
  }
}
