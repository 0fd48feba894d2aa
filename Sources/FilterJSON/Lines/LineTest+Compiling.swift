internal import FilterEngine
internal import FilterSyntax

/// Makes tests of slots of as much of a predicate as they can answer.
struct LineTestCompiler {
  let predicate: FilterPredicate<FilterValue>
  let bindings: [String: FilterValue]
  let slots: JSONSlots

  /// Longer key paths are left to the values; what goes down the places of slots may so recurse.
  private static let maximumPathLength = 32

  /// The test of `node`, nil where it would never have an answer.
  func test(_ node: AST.Predicate) -> LineTest? {
    switch node {
    case .literal(let literal): return ConstantLineTest(literal.value)
    case .not(let negation): return test(negation.operand).map(NegatedLineTest.init)
    case .comparison(let comparison): return test(comparison)
    case .compound(let compound):
      var operands: [LineTest] = []
      for operand in compound.operands {
        guard let test = test(operand) else {
          // Nothing behind a test without an answer is ever asked.
          if operands.isEmpty { return nil }
          operands.append(LineTest())
          break
        }
        operands.append(test)
      }
      return CompoundLineTest(operands, decisive: compound.connective == .or)
    }
  }

  private func test(_ node: AST.Comparison) -> LineTest? {
    guard let left = operand(node.left), let right = operand(node.right),
      let comparison = SlotComparison(node, left.side, right.side, of: predicate)
    else { return nil }
    if case .constant(let first) = left, case .constant(let second) = right {
      guard node.quantifier == nil else { return nil }
      return comparison.holds(first, second).map(ConstantLineTest.init)
    }
    return ComparisonLineTest(comparison, left, right)
  }

  private func operand(_ node: AST.Expression) -> LineOperand? {
    switch node {
    case .selfReference: return slots.slot(ofPath: []).map { .slot($0) }
    case .keyPath(let path):
      guard case .selfReference = path.base, path.components.count <= Self.maximumPathLength else {
        return nil
      }
      var components = path.components[...]
      let isCount =
        components.last?.kind == .collectionOperator && components.last?.name == "count"
      if isCount { components.removeLast() }
      guard components.allSatisfy({ $0.kind == .key }),
        let slot = slots.slot(ofPath: components.map(\.name))
      else { return nil }
      return isCount ? .count(slot) : .slot(slot)
    default: return constant(node).map { .constant($0) }
    }
  }

  /// The value of an expression that is the same for every line.
  private func constant(_ node: AST.Expression) -> FilterValue? {
    switch node {
    case .literal(let literal): return FilterValue(constant: literal.value)
    // A line that binds variables itself is not answered from slots beyond that place.
    case .variable(let variable):
      // One that is too deep is an error, which the evaluation reports.
      let value = bindings[variable.name]
      return value?.isTooDeep == true ? nil : value
    case .aggregate(let aggregate):
      var elements: [FilterValue] = []
      for element in aggregate.elements {
        guard case .literal(let literal) = element else { return nil }
        elements.append(FilterValue(constant: literal.value))
      }
      return .list(elements)
    default: return nil
    }
  }
}
