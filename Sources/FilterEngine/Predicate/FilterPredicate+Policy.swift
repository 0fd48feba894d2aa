public import FilterSyntax

extension FilterOptions {
  /// The check of a text, or of a tree without one, by the policy, whose own names and length have been checked; nil
  /// without a policy.
  func policyCheck(of text: String?) throws(SyntaxError) -> PolicyCheck? {
    guard let policy else { return nil }
    let check = PolicyCheck(policy: policy, text: text ?? "")
    try check.checkNames(libraries.index)
    try check.checkLength()
    return check
  }
}

extension FilterPolicy {
  /// Throws if a key path, such as that of a sort key, reads or uses something that the policy does not permit.
  ///
  /// The key path has the form of a sort key: `title`, `owner.name`, `comments.@count`.
  ///
  /// ```swift
  /// try policy.check(keyPath: column)
  /// ```
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
  /// ```swift
  /// if let steps = policy.estimatedSteps(of: predicate), steps > 10_000 {
  ///   print("a search of \(steps) steps an item")
  /// }
  /// ```
  ///
  /// - Complexity: O(n) in the number of nodes; each subquery around a node doubles its part, up to 64 times.
  public func estimatedSteps<Item>(of predicate: FilterPredicate<Item>) -> Int? {
    let steps = PolicyCheck(policy: self, text: "").steps(
      of: predicate.syntax, Item.rowLayout, predicate.libraries)
    return steps == .max ? nil : steps
  }
}
