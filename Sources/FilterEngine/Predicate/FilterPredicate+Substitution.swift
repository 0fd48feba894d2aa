public import FilterSyntax

extension FilterPredicate {
  /// The predicate with constants in place of the variables that `values` names.
  ///
  /// Variables that a subquery binds stay unchanged. A key path that begins at a variable then begins at the
  /// constant.
  ///
  /// ```swift
  /// let older = try FilterPredicate<Person>("age > $limit")
  /// print(try older.substituting(["limit": 30]))  // age > 30
  /// ```
  ///
  /// - Throws: `SyntaxError` if the constants do not fit a typed item.
  public func substituting(
    _ values: [String: any FilterValueConvertible]
  ) throws(SyntaxError) -> FilterPredicate {
    try substituting(
      expressions: values.mapValues { .literal(AST.Literal($0.filterValue.constant)) })
  }

  /// The predicate with expressions in place of the variables that `expressions` names.
  ///
  /// - Throws: `SyntaxError` if the expressions do not fit a typed item.
  public func substituting(
    expressions: [String: AST.Expression]
  ) throws(SyntaxError) -> FilterPredicate {
    let byName = Dictionary(
      expressions.map { (Exact(wrappedValue: $0.key), $0.value) }, uniquingKeysWith: { $1 })
    func replaced(_ tree: AST.Predicate) -> AST.Predicate {
      tree.replacing { expression, bound in
        guard case .variable(let node) = expression else { return nil }
        let name = Exact(wrappedValue: node.name)
        return bound.contains(name) ? nil : byName[name]
      }
    }
    guard var policy = program.terms?.policy, !policy.always.isEmpty else {
      return try replacing(replaced(syntax))
    }
    // The filters that the policy joins stay recognizable among the operands.
    let tree = replaced(asked)
    policy.always = policy.always.map(replaced)
    let limits = program.terms?.limits
    return try FilterPredicate(
      policy.joining(tree), text: nil, libraries: libraries, rules: rules,
      limits: .beginning(limits), terms: .with(limits, policy))
  }

  /// The predicate of another tree with the strictness, limits and policy of this one, and its libraries or those that
  /// are given.
  ///
  /// - Throws: `SyntaxError` for a tree that no item of the type can match.
  package func replacing(
    _ tree: AST.Predicate, libraries: FilterLibraries? = nil
  ) throws(SyntaxError) -> FilterPredicate {
    try FilterPredicate(
      tree, text: nil, libraries: libraries ?? self.libraries, rules: rules,
      limits: .beginning(program.terms?.limits), terms: program.terms)
  }
}
