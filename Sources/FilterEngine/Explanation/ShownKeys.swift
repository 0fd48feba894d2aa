import FilterSyntax

/// The keys that an explanation may show of the values of a comparison; nil for a value that it may not show.
struct ShownKeys {
  var left: KeyTree?
  var right: KeyTree?

  /// The keys of the elements of subqueries.
  var subqueries: KeyTree?

  /// All keys.
  static let all = ShownKeys(left: .all, right: .all, subqueries: .all)

  /// No value.
  static let none = ShownKeys()

  /// The keys that a policy permits, for each comparison of a predicate that is not inside an expression.
  ///
  /// A comparison that reads more than the policy permits shows no values.
  ///
  /// - Complexity: O(n) in the number of nodes.
  static func permitted(by policy: FilterPolicy, in tree: AST.Predicate) -> [ShownKeys] {
    let (reads, check) = (KeyReads(tree), PolicyCheck(policy: policy, text: ""))
    let refused = reads.reads.map { read in
      do throws(SyntaxError) {
        try check.check(read)
        return false
      } catch {
        return true
      }
    }
    let others = Set(
      tree.usedVariables.filter { !policy.variables.contains($0) }.map { ByteKey($0) })
    let variables =
      others.isEmpty ? [] : tree.comparisons.map { AST.Predicate.comparison($0).usedVariables }
    return reads.comparisons.enumerated().map { index, comparison in
      if refused[comparison.reads].contains(true) { return .none }
      if index < variables.count, variables[index].contains(where: { others.contains(ByteKey($0)) })
      {
        return .none
      }
      return ShownKeys(
        left: policy.keys.common(to: comparison.left),
        right: policy.keys.common(to: comparison.right),
        subqueries: policy.keys.common(to: comparison.subqueries))
    }
  }
}

extension KeyTree {
  /// The keys below all of these paths, and everything without a path; nil if a path leads nowhere.
  fileprivate func common(to paths: [[Exact]]) -> KeyTree? {
    var result = KeyTree.all
    for path in paths {
      guard let tree = below(path.map(\.wrappedValue)) else { return nil }
      result = result.intersection(tree)
    }
    return result
  }
}
