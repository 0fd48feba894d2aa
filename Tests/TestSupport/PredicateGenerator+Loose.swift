import FilterSyntax

extension PredicateGenerator {
  private static let operators: [(AST.Comparison.Operator, AST.Comparison.Options)] = [
    (.equal, []), (.notEqual, []), (.lessThan, []), (.lessThanOrEqual, []), (.greaterThan, []),
    (.greaterThanOrEqual, []), (.beginsWith, []), (.endsWith, []), (.contains, []), (.like, []),
    (.in, []), (.beginsWith, [.caseInsensitive, .diacriticInsensitive]),
    (.contains, .caseInsensitive), (.equal, [.caseInsensitive, .diacriticInsensitive]),
    (.lessThan, .caseInsensitive), (.in, .caseInsensitive), (.like, .caseInsensitive),
    (.notEqual, .caseInsensitive), (.equal, .normalized),
  ]

  /// A key path and a constant, whatever their kinds, or one of the predicates.
  mutating func looseComparison(_ loose: PredicateVocabulary.Loose) -> AST.Predicate {
    if random.chance(1, of: 8) { return random.pick(loose.predicates) }
    let path = random.pick(loose.paths)
    let quantifier: AST.Comparison.Quantifier? =
      random.chance(1, of: 5) ? random.pick([.any, .all, AST.Comparison.Quantifier.none]) : nil
    if random.chance(1, of: 12) {
      let bounds = AST.Aggregate([random.pick(loose.constants), random.pick(loose.constants)])
      return compare(path, .between, .aggregate(bounds), quantifier: quantifier)
    }
    let other = random.pick(random.chance(1, of: 8) ? loose.paths : loose.constants)
    let (operation, options) = random.pick(Self.operators)
    if quantifier == nil, random.chance(1, of: 6) {
      return compare(other, operation, path, options: options)
    }
    return compare(path, operation, other, options: options, quantifier: quantifier)
  }
}
