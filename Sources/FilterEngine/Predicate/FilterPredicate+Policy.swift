public import FilterSyntax

extension FilterPredicate {
  /// A predicate from a stranger's text, which may read, use and cost what `policy` permits.
  ///
  /// The arguments of `%@`, `%K`, `%d` … are the application's; a key path for `%K` is held against the policy
  /// like one that is written.
  ///
  /// - Throws: What is wrong with the text, or what of it is not permitted, and where. No error names a key
  ///   that the policy does not permit, unless the text does.
  /// - Complexity: O(n) in the length of the text.
  public init(
    text: String, arguments: [FilterValue] = [], policy: FilterPolicy,
    libraries: FilterLibraries = .standard, strict: Bool = false, lenient: Bool = false
  ) throws(SyntaxError) {
    let check = PolicyCheck(policy: policy, text: text)
    try check.checkLength()
    let tree = try AST.Predicate(
      parsing: text, options: SyntaxOptions(strict: strict, vocabulary: libraries.vocabulary),
      arguments: FilterText(runTime: text).arguments(arguments))
    try check.check(tree)
    try check.checkCost(of: tree, Item.rowLayout, libraries)
    try self.init(
      tree, text: text, libraries: libraries, strict: strict, lenient: lenient, suggestsKeys: false)
  }
}

extension FilterExpression {
  /// An expression from a stranger's text, which may read, use and cost what `policy` permits.
  ///
  /// Its value is given out, and so may not be one of which only some keys are permitted.
  ///
  /// - Throws: What is wrong with the text, or what of it is not permitted, and where.
  /// - Complexity: O(n) in the length of the text.
  public init(
    text: String, arguments: [FilterValue] = [], policy: FilterPolicy,
    libraries: FilterLibraries = .standard, strict: Bool = false, lenient: Bool = false
  ) throws(SyntaxError) {
    let check = PolicyCheck(policy: policy, text: text)
    try check.checkLength()
    let tree = try AST.Expression(
      parsing: text, options: SyntaxOptions(strict: strict, vocabulary: libraries.vocabulary),
      arguments: FilterText(runTime: text).arguments(arguments))
    try check.check(tree)
    try check.checkCost(of: .reading(tree), Item.rowLayout, libraries)
    try self.init(
      tree, text: text, libraries: libraries, strict: strict, lenient: lenient, suggestsKeys: false)
  }
}

extension FilterPolicy {
  /// Throws where a key path, such as one to sort by, reads or uses what the policy does not permit.
  ///
  /// The key path is written as for a sort key: `title`, `owner.name`, `comments.@count`.
  ///
  /// - Throws: What of it is not permitted; the range of the error is the whole key path.
  public func check(keyPath: String) throws(SyntaxError) {
    let check = PolicyCheck(policy: self, text: keyPath)
    try check.checkLength()
    do throws(SyntaxError) {
      try check.check(KeyPathSyntax.tree(of: keyPath))
    } catch {
      throw SyntaxError(error.kind, at: SourceRange(0, keyPath.utf8.count), in: keyPath)
    }
  }

  /// The greatest number of steps that an evaluation of a predicate can take for an item within ``sizes``;
  /// nil where it has no bound.
  ///
  /// - Complexity: O(n) in the number of nodes; each subquery around a node doubles its part, up to 64 times.
  public func estimatedSteps<Item>(of predicate: FilterPredicate<Item>) -> Int? {
    let steps = PolicyCheck(policy: self, text: "").steps(
      of: predicate.syntax, Item.rowLayout, predicate.libraries)
    return steps == .max ? nil : steps
  }
}
