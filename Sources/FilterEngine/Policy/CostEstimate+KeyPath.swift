import FilterSyntax

// The cost of the steps of a key path.
extension CostEstimate {
  mutating func cost(of node: AST.KeyPath) -> (steps: Int, value: CostBound) {
    if case .selfReference = node.base, let (field, rest) = field(node.components[...]) {
      return going(rest, from: field)
    }
    let (steps, base) = cost(of: node.base)
    let (own, value) = going(node.components[...], from: base)
    return (steps.plus(own), value)
  }

  /// The steps of a key path that continues from a value.
  private func going(
    _ components: ArraySlice<AST.KeyPath.Component>, from base: CostBound
  ) -> (steps: Int, value: CostBound) {
    var steps = 0
    var value = base
    for component in components {
      let before = value
      switch component.kind {
      case .key where isOfLibrary(component.name),
        .collectionOperator where isOfLibrary(component.name):
        guard let own = libraryCost(component.name) else { return (.max, item) }
        let all = own.times(before.values)
        steps = steps.plus(all).plus(before.size.times(4))
        value = CostBound(values: all.plus(before.values), bytes: all.times(32).plus(before.bytes))
        continue
      case .key where FilterLibraries.standard.index.leafKey(component.name) != nil, .variable:
        value = before.asTexts
      case .collectionOperator where ["count", "sum", "avg"].contains(component.name):
        value = .scalar
      default: break
      }
      // Visits each value, the collection made of them, and the same collection as a set.
      steps = steps.plus(before.size.times(2)).plus(value.size.times(3))
    }
    return (steps, value)
  }

  static func isScalar(_ kind: FilterKind) -> Bool {
    switch kind {
    case .number, .boolean, .date, .uuid: true
    default: false
    }
  }

  /// The bound of a field of a typed item that has neither elements nor keys, and the rest of the path.
  private func field(
    _ components: ArraySlice<AST.KeyPath.Component>
  ) -> (CostBound, ArraySlice<AST.KeyPath.Component>)? {
    var layout = layout
    var rest = components
    while let key = rest.popFirst(), key.kind == .key, let field = layout.field(key.name) {
      switch field.type.kind {
      case let kind? where Self.isScalar(kind): return (.scalar, rest)
      case .string, .data: return (CostBound(values: 1, bytes: item.bytes), rest)
      case .object where field.type.members != nil:
        guard let members = field.type.members else { return nil }
        layout = members.rowLayout
      default: return nil
      }
    }
    return nil
  }
}
