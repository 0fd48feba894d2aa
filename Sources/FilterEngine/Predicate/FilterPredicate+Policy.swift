public import FilterSyntax

extension FilterPredicate {
  /// A predicate from untrusted text. It can read, use and cost only as much as `policy` permits.
  ///
  /// The predicate keeps the policy and the limits, and so does a join with it: its explanations show permitted keys
  /// only, and its evaluations take no more than the limits.
  ///
  /// The arguments of `%@`, `%K`, `%d` … come from the application. The policy also applies to a key path for
  /// `%K`.
  ///
  /// - Throws: `SyntaxError` for an invalid text, or for a part that is not permitted. No error names a key
  ///   that the policy does not permit, unless the text names it. A policy that permits a name which no library has,
  ///   such as `lowercase` for `lowercase:`, is an error for every text.
  /// - Complexity: O(n) in the length of the text.
  public init(
    text: String, arguments: [(any FilterValueConvertible)?] = [], policy: FilterPolicy,
    libraries: FilterLibraries = .standard, strict: Bool = false, lenient: Bool = false,
    limits: EvaluationLimits? = nil
  ) throws(SyntaxError) {
    let terms = PredicateTerms.with(limits, policy)
    let limits = CompilationLimits.beginning(limits)
    let check = PolicyCheck(policy: policy, text: text)
    try check.checkNames(libraries.index)
    try check.checkLength()
    let tree = try AST.Predicate(
      parsing: text, options: SyntaxOptions(strict: strict, vocabulary: libraries.vocabulary),
      arguments: FilterText(runTime: text).arguments(
        arguments.map(FilterValue.init(argument:))), watch: limits)
    try check.check(tree)
    try check.checkCost(of: tree, Item.rowLayout, libraries)
    try self.init(
      tree, text: text, libraries: libraries, strict: strict, lenient: lenient, limits: limits,
      terms: terms, suggestsKeys: policy.permitsEverything)
  }
}

extension FilterExpression {
  /// An expression from untrusted text. It can read, use and cost only as much as `policy` permits.
  ///
  /// Its value is returned, so the policy has to permit all keys of it.
  ///
  /// - Throws: `SyntaxError` for an invalid text, or for a part that is not permitted.
  /// - Complexity: O(n) in the length of the text.
  public init(
    text: String, arguments: [(any FilterValueConvertible)?] = [], policy: FilterPolicy,
    libraries: FilterLibraries = .standard, strict: Bool = false, lenient: Bool = false,
    limits: EvaluationLimits? = nil
  ) throws(SyntaxError) {
    let terms = PredicateTerms.with(limits, policy)
    let limits = CompilationLimits.beginning(limits)
    let check = PolicyCheck(policy: policy, text: text)
    try check.checkNames(libraries.index)
    try check.checkLength()
    let tree = try AST.Expression(
      parsing: text, options: SyntaxOptions(strict: strict, vocabulary: libraries.vocabulary),
      arguments: FilterText(runTime: text).arguments(
        arguments.map(FilterValue.init(argument:))), watch: limits)
    try check.check(tree)
    try check.checkCost(of: .reading(tree), Item.rowLayout, libraries)
    try self.init(
      tree, text: text, libraries: libraries, strict: strict, lenient: lenient, limits: limits,
      terms: terms, suggestsKeys: policy.permitsEverything)
  }
}

extension FilterPolicy {
  /// Throws if a key path, such as that of a sort key, reads or uses something that the policy does not permit.
  ///
  /// The key path has the form of a sort key: `title`, `owner.name`, `comments.@count`.
  ///
  /// - Throws: `SyntaxError` for a part that is not permitted. The range of the error is the whole key path.
  public func check(keyPath: String) throws(SyntaxError) {
    let check = PolicyCheck(policy: self, text: keyPath)
    try check.checkLength()
    do throws(SyntaxError) {
      try check.check(KeyPathSyntax.tree(of: keyPath))
    } catch {
      throw SyntaxError(error.kind, at: SourceRange(0, keyPath.utf8.count), in: keyPath)
    }
  }

  /// The greatest number of steps that an evaluation of a predicate can take for an item within ``sizes``; nil
  /// if it has no bound.
  ///
  /// - Complexity: O(n) in the number of nodes; each subquery around a node doubles its part, up to 64 times.
  public func estimatedSteps<Item>(of predicate: FilterPredicate<Item>) -> Int? {
    let steps = PolicyCheck(policy: self, text: "").steps(
      of: predicate.syntax, Item.rowLayout, predicate.libraries)
    return steps == .max ? nil : steps
  }
}
