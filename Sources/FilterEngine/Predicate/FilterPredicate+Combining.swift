public import FilterSyntax

extension FilterPredicate {
  /// Matches if both match. The right one is evaluated only if the left one matches.
  ///
  /// Limits and policies of both hold for the join.
  ///
  /// ```swift
  /// let adults = try FilterPredicate<Person>("age >= 18")
  /// let local = try adults && FilterPredicate("city == 'Oslo'")
  /// print(local)  // age >= 18 AND city == "Oslo"
  /// ```
  ///
  /// - Throws: `SyntaxError` if only one of them is strict, or if the join is too large or deep.
  /// - Complexity: O(1) on average. The operands of both are copied and compiled at the first use.
  public static func && (
    left: FilterPredicate, right: FilterPredicate
  ) throws(SyntaxError) -> FilterPredicate {
    try left.joined(.and, right)
  }

  /// Matches if one of them matches. The right one is evaluated only if the left one does not match.
  ///
  /// Limits and policies of both hold for the join.
  ///
  /// ```swift
  /// let free = try FilterPredicate<Person>("age < 6") || FilterPredicate("age > 66")
  /// print(free)  // age < 6 OR age > 66
  /// ```
  ///
  /// - Throws: `SyntaxError` if only one of them is strict, or if the join is too large or deep.
  /// - Complexity: O(1) on average. The operands of both are copied and compiled at the first use.
  public static func || (
    left: FilterPredicate, right: FilterPredicate
  ) throws(SyntaxError) -> FilterPredicate {
    try left.joined(.or, right)
  }

  /// Matches if `operand` does not match.
  ///
  /// ```swift
  /// let others = try !FilterPredicate<Person>("city == 'Oslo'")
  /// print(others)  // NOT city == "Oslo"
  /// ```
  ///
  /// - Throws: `SyntaxError` if the predicate is too deep.
  /// - Complexity: O(1) for a predicate that was joined or negated, otherwise O(n) to measure it. It is
  ///   compiled at its first use.
  public static prefix func ! (operand: FilterPredicate) throws(SyntaxError) -> FilterPredicate {
    if let policy = operand.program.terms?.policy, !policy.always.isEmpty {
      return try operand.replacing(policy.joining(.not(AST.Negation(operand.asked))))
    }
    let size = operand.size
    let levels = operand.program.levels
    if case .whole(.not(let inner)) = operand.tree {
      return try operand.making(
        .whole(inner.operand), TreeSize(height: size.height - 1, nodes: size.nodes - 1), levels - 1,
        operand.libraries, operand.rules, operand.program.terms)
    }
    return try operand.making(
      .whole(.not(AST.Negation(operand.syntax))),
      TreeSize(height: size.height + 1, nodes: size.nodes + 1),
      levels + 1, operand.libraries, operand.rules, operand.program.terms)
  }

  private func joined(
    _ connective: AST.Compound.Connective, _ other: FilterPredicate
  ) throws(SyntaxError) -> FilterPredicate {
    let tree = PredicateTree.joined(JoinedTree(connective, tree, other.tree))
    guard (rules == .strict) == (other.rules == .strict) else {
      // An operator can have two meanings in them, and a predicate is either strict or not.
      throw SyntaxError(
        .strictJoin, at: .none, in: tree.predicate.sourceText)
    }
    let libraries = libraries.joined(with: other.libraries)
    try compileAgain(for: libraries)
    try other.compileAgain(for: libraries)
    let (left, right) = (levels(in: connective), other.levels(in: connective))
    return try making(
      tree, size(in: connective).joined(other.size(in: connective)), max(left, right), libraries,
      rules == .lenient ? rules : other.rules, .joined(program.terms, other.program.terms))
  }

  /// Compiles again, because a name can have another meaning in these libraries.
  private func compileAgain(for libraries: FilterLibraries) throws(SyntaxError) {
    guard !libraries.areSame(as: self.libraries) else { return }
    _ = try FilterPredicate(
      syntax, options: FilterOptions(libraries: libraries, rules: rules))
  }

  /// A predicate of a tree whose parts are known to compile, unless it is too large or deep.
  private func making(
    _ tree: PredicateTree, _ size: TreeSize, _ levels: Int, _ libraries: FilterLibraries,
    _ rules: FilterOptions.Rules, _ terms: PredicateTerms?
  ) throws(SyntaxError) -> FilterPredicate {
    if let error = Compiler.refusal(max(size.height, levels), size.nodes) {
      throw SyntaxError(error, at: tree.predicate.range, in: "")
    }
    let source = ProgramReference.Source(
      tree: tree,
      options: CompilationOptions(
        layout: Item.rowLayout, libraries: libraries.index, rules: rules))
    return FilterPredicate(
      tree, libraries: libraries, rules: rules,
      program: ProgramReference(source, size: size, levels: levels, terms))
  }

  /// The size of the tree.
  private var size: TreeSize {
    if let size = program.size { return size }
    let (height, nodes) = syntax.measure()
    return TreeSize(height: height, nodes: nodes)
  }

  /// The size of a compound that has the predicate, or its operands, as operands.
  private func size(in connective: AST.Compound.Connective) -> TreeSize {
    let size = size
    return tree.isCompound(of: connective)
      ? size : TreeSize(height: size.height + 1, nodes: size.nodes + 1)
  }

  private func levels(in connective: AST.Compound.Connective) -> Int {
    tree.isCompound(of: connective) ? program.levels : program.levels + 1
  }
}

extension TreeSize {
  /// The size of one compound of the operands of two.
  fileprivate func joined(_ other: TreeSize) -> TreeSize {
    TreeSize(height: max(height, other.height), nodes: nodes + other.nodes - 1)
  }
}

extension FilterPredicate {
  /// Matches every item.
  public static var `true`: FilterPredicate {
    FilterPredicate(compilingLater: .literal(AST.BooleanLiteral(true)))
  }

  /// Matches no item.
  public static var `false`: FilterPredicate {
    FilterPredicate(compilingLater: .literal(AST.BooleanLiteral(false)))
  }

  /// Matches if all predicates match, which are evaluated in order up to the first one that does not; every item if
  /// there is none.
  ///
  /// ```swift
  /// let rules = try ["age >= 18", "city != nil"].map { try FilterPredicate<Person>(text: $0) }
  /// let all = try FilterPredicate.all(rules)
  /// print(all)  // age >= 18 AND city != nil
  /// ```
  ///
  /// - Throws: `SyntaxError` if some of them are strict and some not, or if the join is too large or deep.
  /// - Complexity: O(n) in the number of predicates.
  public static func all(
    _ predicates: some Sequence<FilterPredicate>
  ) throws(SyntaxError) -> FilterPredicate {
    try joined(predicates, else: .true) { (left, right) throws(SyntaxError) in try left && right }
  }

  /// Matches if one of the predicates matches, which are evaluated in order up to the first one that does; no item if
  /// there is none.
  ///
  /// - Throws: `SyntaxError` if some of them are strict and some not, or if the join is too large or deep.
  /// - Complexity: O(n) in the number of predicates.
  public static func any(
    _ predicates: some Sequence<FilterPredicate>
  ) throws(SyntaxError) -> FilterPredicate {
    try joined(predicates, else: .false) { (left, right) throws(SyntaxError) in try left || right }
  }

  private static func joined(
    _ predicates: some Sequence<FilterPredicate>, else none: FilterPredicate,
    _ join: (FilterPredicate, FilterPredicate) throws(SyntaxError) -> FilterPredicate
  ) throws(SyntaxError) -> FilterPredicate {
    var result: FilterPredicate?
    for predicate in predicates {
      if let left = result { result = try join(left, predicate) } else { result = predicate }
    }
    return result ?? none
  }
}
