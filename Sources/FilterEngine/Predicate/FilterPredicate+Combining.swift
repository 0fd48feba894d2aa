public import FilterSyntax

extension FilterPredicate {
  /// Both have to match; the right one is asked only where the left one does.
  ///
  /// - Throws: A join of a strict predicate with one that is not, or one that is too large or deep.
  public static func && (
    left: FilterPredicate, right: FilterPredicate
  ) throws(SyntaxError) -> FilterPredicate {
    try left.joined(.and, right)
  }

  /// One has to match; the right one is asked only where the left one does not.
  ///
  /// - Throws: A join of a strict predicate with one that is not, or one that is too large or deep.
  public static func || (
    left: FilterPredicate, right: FilterPredicate
  ) throws(SyntaxError) -> FilterPredicate {
    try left.joined(.or, right)
  }

  /// Matches where `operand` does not.
  ///
  /// - Throws: A predicate that is too deep.
  public static prefix func ! (operand: FilterPredicate) throws(SyntaxError) -> FilterPredicate {
    if case .not(let inner) = operand.syntax {
      return try FilterPredicate(
        inner.operand, libraries: operand.libraries, strict: operand.isStrict)
    }
    return try FilterPredicate(
      .not(AST.Negation(operand.syntax)), libraries: operand.libraries, strict: operand.isStrict)
  }

  private func joined(
    _ connective: AST.Compound.Connective, _ other: FilterPredicate
  ) throws(SyntaxError) -> FilterPredicate {
    let tree = AST.Predicate.compound(
      AST.Compound(
        connective, syntax.operands(of: connective) + other.syntax.operands(of: connective)))
    guard isStrict == other.isStrict else {
      // The same operator may mean two things in them, and a predicate is one or the other.
      throw SyntaxError(
        .message("a strict predicate can be joined with strict ones only"), at: .none,
        in: tree.sourceText)
    }
    return try FilterPredicate(
      tree, libraries: libraries.joined(with: other.libraries), strict: isStrict)
  }
}

extension AST.Predicate {
  /// The operands of a compound of `connective`, and the predicate alone otherwise.
  fileprivate func operands(of connective: AST.Compound.Connective) -> [AST.Predicate] {
    if case .compound(let node) = self, node.connective == connective {
      node.operands
    } else {
      [self]
    }
  }
}
