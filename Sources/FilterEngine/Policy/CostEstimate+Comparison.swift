import FilterSyntax

// The cost of an operator besides its operands.
extension CostEstimate {
  mutating func cost(of node: AST.Comparison) -> Int {
    let (leftSteps, left) = cost(of: node.left)
    let (rightSteps, right) = cost(of: node.right)
    let isQuantified = node.quantifier != nil
    let like = node.operator == .like ? right.bytes : nil
    let steps = leftSteps.plus(rightSteps).plus(bound.isEmpty ? 0 : Self.steps(ofBody: node)).plus(
      isQuantified ? Self.each(of: left, right, like) : Self.once(left, right, like))
    let calls = isQuantified ? left.values : 1
    switch node.operator.family {
    case .library(let name):
      return steps.plus(calls.times(libraryCost(name) ?? .max))
    case .pattern where node.operator == .matches:
      return steps.plus(calls.times(match(of: left, node.right, right)))
    case .relation, .bounds, .membership, .containment, .text, .pattern, .uniformType: return steps
    }
  }

  /// One match of a text with a pattern.
  func match(of text: CostBound, _ node: AST.Expression, _ pattern: CostBound) -> Int {
    let match = text.textUnits.times(4).plus(pattern.bytes).plus(max(policy.matchCost, 0))
    // A pattern that is a literal is compiled with the predicate.
    if case .literal = node { return match }
    return match.plus(Self.compilation)
  }

  /// The steps of compiling the largest pattern.
  private static let compilation = 1 << 19

  /// The steps of a comparison inside of a subquery besides those of its values.
  private static func steps(ofBody node: AST.Comparison) -> Int {
    1 + (node.left.evaluationCount + node.right.evaluationCount) / 4
  }

  /// A comparison of two values by any operator. `like` is the length of a pattern of `LIKE`.
  private static func once(_ left: CostBound, _ right: CostBound, _ like: Int?) -> Int {
    // Both texts are read, up to four times by BETWEEN.
    let reads = left.textUnits.plus(right.textUnits).times(4).plus(search(left.textUnits, like))
    // One is searched among the values of the other, or both are compared completely.
    return reads.plus(left.steps(toFind: right)).plus(right.steps(toFind: left))
  }

  /// A comparison of each element of a value. The elements together are as large as the value.
  private static func each(of left: CostBound, _ right: CostBound, _ like: Int?) -> Int {
    let elements = left.size.times(6).plus(search(left.size, like))
    let other = right.textUnits.times(5).plus(right.isSingle ? 0 : right.size)
      .plus((like ?? 0).times(2))
    return elements.plus(left.values.times(other.plus(1)))
  }

  /// The steps to match texts of some units with a pattern of `LIKE`: a state for each of its bytes, of which 64 fit
  /// a word. Folding makes up to four bytes of one, in the text and in the pattern.
  private static func search(_ units: Int, _ like: Int?) -> Int {
    guard let like else { return 0 }
    return units.times(4).times(1.plus(like / 25)).plus(like.times(2))
  }
}

extension AST.Expression {
  /// The number of expressions and keys, which are evaluated together.
  fileprivate var evaluationCount: Int {
    var count = 0
    // The visit does not throw.
    try? visit(
      expressions: { (node) throws(SyntaxError) in
        count += 1
        if case .keyPath(let path) = node { count += 1 + path.components.count }
      }, comparisons: { (_) throws(SyntaxError) in })
    return count
  }
}

extension CostBound {
  /// The steps to read one of its texts.
  fileprivate var textUnits: Int { 1.plus(bytes / 32) }

  /// The steps to search another value among its values.
  fileprivate func steps(toFind other: CostBound) -> Int {
    if isSingle { return 0 }
    return other.isSingle && other.bytes < 32 ? values : size
  }
}
