import FilterSyntax

/// `==` and `!=`.
enum Equality {
  /// Whether two values are equal; options count where both are strings.
  static func body(_ options: AST.Comparison.Options, negated: Bool) -> ComparisonBody {
    guard options.changesEquality else {
      return { left, right, run throws(EvaluationError) in
        try run.areEqual(left, right) != negated
      }
    }
    let text = TextComparison(options)
    return { left, right, run throws(EvaluationError) in
      if case .string(let a) = left, case .string(let b) = right {
        return text.areEqual(a, b) != negated
      }
      return try run.areEqual(left, right) != negated
    }
  }

  /// Whether two values are equal, strings after the rules of `text`.
  static func areEqual(_ left: FilterValue, _ right: FilterValue, _ text: TextComparison) -> Bool {
    if case .string(let a) = left, case .string(let b) = right { return text.areEqual(a, b) }
    return left == right
  }
}

extension AST.Comparison.Options {
  /// Whether strings with different bytes can be equal under the options.
  var changesEquality: Bool {
    !contains(.normalized)
      && !isDisjoint(
        with: [.caseInsensitive, .diacriticInsensitive, .localeSensitive])
  }
}
