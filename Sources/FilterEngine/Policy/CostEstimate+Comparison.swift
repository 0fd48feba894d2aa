import FilterSyntax

// The cost of an operator besides its operands.
extension CostEstimate {
  mutating func cost(of node: AST.Comparison) -> Int {
    let (leftSteps, left) = cost(of: node.left)
    let (rightSteps, right) = cost(of: node.right)
    let isQuantified = node.quantifier != nil
    let steps = leftSteps.plus(rightSteps).plus(
      isQuantified ? Self.each(of: left, right) : Self.once(left, right))
    let calls = isQuantified ? left.values : 1
    switch node.operator {
    case .word(let name), .selector(let name):
      return steps.plus(calls.times(libraryCost(name) ?? .max))
    case .matches:
      let match = left.textUnits.times(4).plus(right.bytes).plus(max(policy.matchCost, 0))
      return steps.plus(calls.times(match))
    default: return steps
    }
  }

  /// A comparison of two values by any operator.
  private static func once(_ left: CostBound, _ right: CostBound) -> Int {
    // Both texts are read, up to four times by BETWEEN, and one is searched in the other.
    let reads = left.textUnits.plus(right.textUnits).times(4)
    let search = left.textUnits.times(1.plus(right.bytes / 256)).plus(
      right.textUnits.times(1.plus(left.bytes / 256)))
    // One is searched among the values of the other, or both are compared completely.
    return reads.plus(search).plus(left.steps(toFind: right)).plus(right.steps(toFind: left))
  }

  /// A comparison of each element of a value. The elements together are as large as the value.
  private static func each(of left: CostBound, _ right: CostBound) -> Int {
    let elements = left.size.times(6.plus(right.bytes / 256))
    let other = right.textUnits.times(5.plus(left.bytes / 256)).plus(
      right.isSingle ? 0 : right.size)
    return elements.plus(left.values.times(other.plus(1)))
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
