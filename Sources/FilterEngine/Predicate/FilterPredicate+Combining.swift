public import FilterSyntax

extension FilterPredicate {
  /// Both have to match; the right one is asked only where the left one does.
  ///
  /// - Throws: A join of a strict predicate with one that is not, or one that is too large or deep.
  /// - Complexity: O(1) on average. The operands of both are copied and compiled when the join is used.
  public static func && (
    left: FilterPredicate, right: FilterPredicate
  ) throws(SyntaxError) -> FilterPredicate {
    try left.joined(.and, right)
  }

  /// One has to match; the right one is asked only where the left one does not.
  ///
  /// - Throws: A join of a strict predicate with one that is not, or one that is too large or deep.
  /// - Complexity: O(1) on average. The operands of both are copied and compiled when the join is used.
  public static func || (
    left: FilterPredicate, right: FilterPredicate
  ) throws(SyntaxError) -> FilterPredicate {
    try left.joined(.or, right)
  }

  /// Matches where `operand` does not.
  ///
  /// - Throws: A predicate that is too deep.
  /// - Complexity: O(1) for a predicate that was joined or negated, else O(n) to measure it. Nothing is
  ///   compiled before the predicate is used.
  public static prefix func ! (operand: FilterPredicate) throws(SyntaxError) -> FilterPredicate {
    let size = operand.size
    let levels = operand.program.levels
    if case .whole(.not(let inner)) = operand.tree {
      return try operand.making(
        .whole(inner.operand), TreeSize(height: size.height - 1, nodes: size.nodes - 1), levels - 1,
        operand.libraries, isLenient: operand.isLenient)
    }
    return try operand.making(
      .whole(.not(AST.Negation(operand.syntax))),
      TreeSize(height: size.height + 1, nodes: size.nodes + 1),
      levels + 1, operand.libraries, isLenient: operand.isLenient)
  }

  private func joined(
    _ connective: AST.Compound.Connective, _ other: FilterPredicate
  ) throws(SyntaxError) -> FilterPredicate {
    let tree = PredicateTree.joined(JoinedTree(connective, tree, other.tree))
    guard isStrict == other.isStrict else {
      // The same operator may mean two things in them, and a predicate is one or the other.
      throw SyntaxError(
        .strictJoin, at: .none, in: tree.predicate.sourceText)
    }
    let libraries = libraries.joined(with: other.libraries)
    try compileAgain(for: libraries)
    try other.compileAgain(for: libraries)
    let (left, right) = (levels(in: connective), other.levels(in: connective))
    return try making(
      tree, size(in: connective).joined(other.size(in: connective)), max(left, right), libraries,
      isLenient: isLenient || other.isLenient)
  }

  /// Where names may mean something else, what compiled without an error may no longer do so.
  private func compileAgain(for libraries: FilterLibraries) throws(SyntaxError) {
    guard !libraries.areSame(as: self.libraries) else { return }
    _ = try FilterPredicate(syntax, libraries: libraries, strict: isStrict, lenient: isLenient)
  }

  /// A predicate of a tree whose parts are known to compile, unless it is too large or deep.
  private func making(
    _ tree: PredicateTree, _ size: TreeSize, _ levels: Int, _ libraries: FilterLibraries,
    isLenient: Bool
  ) throws(SyntaxError) -> FilterPredicate {
    if let error = Compiler.refusal(max(size.height, levels), size.nodes) {
      throw SyntaxError(error, at: tree.predicate.range, in: "")
    }
    let source = ProgramReference.Source(
      tree: tree, layout: Item.rowLayout, libraries: libraries.index, isStrict: isStrict,
      isLenient: isLenient)
    return FilterPredicate(
      tree, libraries: libraries, isStrict: isStrict, isLenient: isLenient,
      program: ProgramReference(source, size: size, levels: levels))
  }

  /// The size of the tree.
  private var size: TreeSize {
    if let size = program.size { return size }
    let (height, nodes) = syntax.measure()
    return TreeSize(height: height, nodes: nodes)
  }

  /// The size of the predicate as one or several operands of a compound, which is counted in.
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
