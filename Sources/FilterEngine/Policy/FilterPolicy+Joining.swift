extension FilterPolicy {
  /// Whether a text is restricted only by what the language itself bounds.
  var permitsEverything: Bool {
    let names = [functions, operators, collectionOperators, casts, variables]
    return keys.isWhole && names.allSatisfy { $0 == .all } && allowsAssignments
      && allowsRegularExpressions && min(maximumLength, maximumNodes, maximumDepth) == .max
      && maximumCost == nil && always.isEmpty && limits == nil && keyRules.isEmpty
  }

  /// The policy that permits what both permit.
  func stricter(than other: FilterPolicy) -> FilterPolicy {
    var policy = FilterPolicy(keys.intersection(other.keys))
    policy.functions = functions.intersection(other.functions)
    policy.operators = operators.intersection(other.operators)
    policy.collectionOperators = collectionOperators.intersection(other.collectionOperators)
    policy.casts = casts.intersection(other.casts)
    policy.variables = variables.intersection(other.variables)
    policy.allowsAssignments = allowsAssignments && other.allowsAssignments
    policy.allowsRegularExpressions = allowsRegularExpressions && other.allowsRegularExpressions
    policy.maximumLength = min(maximumLength, other.maximumLength)
    policy.maximumNodes = min(maximumNodes, other.maximumNodes)
    policy.maximumDepth = min(maximumDepth, other.maximumDepth)
    // Larger sizes and costs make the estimate of a filter larger.
    policy.sizes = Sizes(
      values: max(sizes.values, other.sizes.values), bytes: max(sizes.bytes, other.sizes.bytes))
    policy.maximumCost = [maximumCost, other.maximumCost].compactMap { $0 }.min()
    policy.matchCost = max(matchCost, other.matchCost)
    policy.libraryCosts = libraryCosts.merging(other.libraryCosts, uniquingKeysWith: max)
      .filter { libraryCosts[$0.key] != nil && other.libraryCosts[$0.key] != nil }
    policy.always = always + other.always.filter { !always.contains($0) }
    policy.keyRules = keyRules + other.keyRules.filter { !keyRules.contains($0) }
    policy.limits = limits.map { limits in other.limits.map(limits.stricter(than:)) ?? limits }
    policy.limits = policy.limits ?? other.limits
    return policy
  }
}

extension FilterPolicy.Names {
  /// The names that are in both.
  func intersection(_ other: FilterPolicy.Names) -> FilterPolicy.Names {
    switch (self, other) {
    case (.all, let names), (let names, .all): names
    case (.only(let names), .only): .only(names.filter(other.contains))
    }
  }
}
