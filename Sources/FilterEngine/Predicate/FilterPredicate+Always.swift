import EssentialFoundation
import FilterSyntax

extension FilterOptions {
  /// Whether limits or a policy are stated.
  var isRestricted: Bool { terms != nil }

  /// The stricter of the limits of the options and of their policy; nil without either.
  package var bounds: EvaluationLimits? {
    guard let own = policy?.limits else { return limits }
    return limits.map(own.stricter(than:)) ?? own
  }
}

extension FilterPredicate {
  /// The tree of the text, without the filters that the policy joins to it.
  package var asked: AST.Predicate { program.terms?.policy?.asked(of: syntax) ?? syntax }

  /// The predicate of the text alone, to describe it; nil if that exceeds a limit.
  var alone: FilterPredicate? {
    guard program.terms?.policy?.always.isEmpty == false else { return self }
    return try? FilterPredicate(asked, options: options.ofParts)
  }

  /// What the text asks for as a predicate within the same limits, without a policy.
  ///
  /// - Throws: `SyntaxError` if it exceeds a limit.
  package func withoutAlways() throws(SyntaxError) -> FilterPredicate {
    try FilterPredicate(
      asked,
      options: FilterOptions(libraries: libraries, rules: rules, limits: program.terms?.limits))
  }

  /// Whether the filters that the policy joins hold for an item; true if there are none.
  func isAdmitted(
    _ item: Item, _ bindings: [String: any FilterValueConvertible], _ now: Date,
    _ limits: EvaluationLimits
  ) -> Bool {
    guard let always = program.terms?.policy?.always, !always.isEmpty else { return true }
    do {
      let options = FilterOptions(libraries: libraries, rules: rules)
      return try FilterPredicate(.compound(AST.Compound(.and, always)), options: options)
        .matches(item, bindings: bindings, now: now, limits: limits)
    } catch {
      return false
    }
  }
}
