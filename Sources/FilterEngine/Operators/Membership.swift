import FilterSyntax

/// `IN` and `CONTAINS`: one operator, mirrored.
enum Membership {
  /// Whether the first value is in the second.
  static func body(
    _ options: AST.Comparison.Options, isStrict: Bool
  ) -> ComparisonBody {
    let text = TextComparison(options)
    // Foundation ignores the options on members of collections.
    let folds = !isStrict && options.changesEquality
    return { element, container, run throws(EvaluationError) in
      guard element.kind != .null else { return false }
      let members: [FilterValue]
      switch container {
      case .null: return false
      case .string(let whole):
        guard case .string(let part) = element else {
          throw EvaluationError(
            .kindMismatch, "\(element.clipped) cannot be in a string: it is \(element.kind.phrase)")
        }
        return text.contains(whole, part)
      case .set(let set):
        if !folds {
          try run.visit(element)
          return set.contains(element)
        }
        members = set.elements
      case .list(let list): members = list.elements
      case .object(let object): members = object.values
      default:
        throw EvaluationError(
          .kindMismatch, "\(container.clipped) contains nothing: it is \(container.kind.phrase)")
      }
      // Members as large as the element are compared whole, and all of them may be.
      try run.spend(element.isNested ? container.measure.size - 1 : members.count)
      if folds { return members.contains { Equality.areEqual($0, element, text) } }
      return members.contains(element)
    }
  }

  /// Whether a value is in a constant list, hashed once.
  static func hashed(_ members: [FilterValue]) -> ComparisonBody {
    let set = Set(members)
    return { element, _, run throws(EvaluationError) in
      guard element.kind != .null else { return false }
      try run.visit(element)
      return set.contains(element)
    }
  }
}
