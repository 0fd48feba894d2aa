public import FilterSyntax

extension FilterPredicate {
  /// The rest of a predicate when some keys are known.
  public enum Residual {
    /// Every item with these keys has this answer.
    case decided(Bool)

    /// Every item with these keys has this error.
    case failed(EvaluationError)

    /// The answer of an item with these keys is that of `rest`, and so is whether there is one.
    ///
    /// `knownKeysRead` are the known key paths that `rest` may read all the same, in order: where the item as a whole, a
    /// key that is computed or a value above a known key is read. If there is none, `rest` needs no known key.
    case open(rest: FilterPredicate, knownKeysRead: [String])
  }

  /// The rest of the predicate for items of which some keys are known.
  ///
  /// ```swift
  /// let rule = try FilterPredicate<Ticket>("owner.name == \(user) OR state == 'open'")
  /// if case .open(let rest, _) = try rule.residual(knowing: ["state": "closed"]) {
  ///   print(rest)  // owner.name == "Ada"
  /// }
  /// ```
  ///
  /// `known` has values by key path, as in `["tenant": 3, "user.role": "admin"]`. Keys below a known key are known, too; of
  /// two key paths the longer one counts. Values of variables are put in place before, by `substituting(_:)`.
  ///
  /// The rest fails for exactly the items for which the predicate fails, apart from limits. So a part that decides stays
  /// if a part before it may fail. Functions that are not pure, such as `now()`, and variables stay.
  ///
  /// The rest keeps the libraries, rules, limits and policy of the predicate. The filters that the policy joins are
  /// divided, too, and what remains of them is joined to the rest: `syntax` has it, descriptions and codings do not. If a
  /// known value has a kind that the standard rules refuse at its place, the rest is lenient.
  ///
  /// - Throws: `SyntaxError` for a text that is not a path of keys, and if the rest is too large or deep.
  /// - Complexity: Each comparison is compiled once or twice, and so is the rest.
  public func residual(
    knowing known: [String: any FilterValueConvertible]
  ) throws(SyntaxError) -> Residual {
    let keys = try KnownKeys(known)
    let limits = program.terms?.limits
    var division = ResidualDivision(
      CompilationOptions(
        layout: Item.rowLayout, libraries: libraries.index, rules: rules,
        limits: .beginning(limits)), keys)
    var policy = program.terms?.policy
    var joinedMayFail = false
    if let always = policy?.always, !always.isEmpty {
      switch try division.part(ofWhole: .compound(AST.Compound(.and, always))) {
      case .decided(false): return .decided(false)
      case .decided(true): policy?.always = []
      // The range is in a text that is not the predicate's.
      case .failed(let error, _): return .failed(EvaluationError(error.reason))
      case .open(let rest, let isUnfailing):
        policy?.always = rest.operands(of: .and)
        joinedMayFail = !isUnfailing
      }
    }
    let isAlone = policy?.always.isEmpty ?? true
    var tree: AST.Predicate
    switch try division.part(ofWhole: asked) {
    case .decided(let answer):
      if isAlone || (!answer && !joinedMayFail) { return .decided(answer) }
      tree = .literal(AST.BooleanLiteral(answer))
    case .failed(let error, let failing):
      if isAlone { return .failed(error) }
      tree = failing
    case .open(let rest, _): tree = rest
    }
    tree = policy?.joining(tree) ?? tree
    let rest = try FilterPredicate(
      tree, text: nil, libraries: libraries, rules: division.needsLenience ? .lenient : rules,
      limits: .beginning(limits), terms: .with(limits, policy))
    return .open(rest: rest, knownKeysRead: keys.paths(readBy: tree))
  }
}

extension AST.Predicate {
  /// The operands of a compound with the connective; the predicate alone if it is another one.
  fileprivate func operands(of connective: AST.Compound.Connective) -> [AST.Predicate] {
    if case .compound(let node) = self, node.connective == connective { return node.operands }
    return [self]
  }
}

extension FilterPredicate.Residual: Sendable where Item: SendableMetatype {}
