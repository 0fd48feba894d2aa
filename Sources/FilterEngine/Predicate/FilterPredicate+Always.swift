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

  /// The predicate with the filters that its policy joins to it, and without the policy, which has checked it.
  ///
  /// The ranges of these filters begin after those of `text`, so that their errors are told apart: a ``FilterMatcher``
  /// takes a row for which one of them fails as a row that they leave out.
  package func withoutPolicy(of text: String) throws(SyntaxError) -> FilterPredicate {
    var (tree, offset) = (syntax, Int?.none)
    if var policy = program.terms?.policy, !policy.always.isEmpty {
      let start = text.utf8.count + 1
      let options = SyntaxOptions(vocabulary: libraries.vocabulary)
      let asked = asked
      policy.always = policy.always.map { $0.beginning(at: start, options) }
      (tree, offset) = (policy.joining(asked), start)
    }
    let limits = program.terms?.limits
    return try FilterPredicate(
      tree, text: nil, libraries: libraries, rules: rules, limits: .beginning(limits),
      terms: .with(limits, joinedOffset: offset))
  }

  /// What the text asks for, of a predicate that `withoutPolicy(of:)` made; the predicate itself if no filter was joined.
  ///
  /// It is the last operand, and if it was inverted, below a negation. A conversion of expressions changes neither.
  package func ofText(isInverted: Bool) throws(SyntaxError) -> FilterPredicate {
    guard program.terms?.joinedOffset != nil, case .compound(let node) = syntax,
      let last = node.operands.last
    else { return self }
    if isInverted, case .not(let negation) = last { return try replacing(negation.operand) }
    return try replacing(last)
  }

  /// The predicate of another tree for the same text, which the policy has checked, by the standard rules.
  package func rewritten(
    _ tree: AST.Predicate, libraries: FilterLibraries, limits: EvaluationLimits
  ) throws(SyntaxError) -> FilterPredicate {
    try FilterPredicate(
      tree, text: nil, libraries: libraries, rules: .standard, limits: .beginning(limits),
      terms: .with(limits, joinedOffset: program.terms?.joinedOffset))
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

extension AST.Predicate {
  /// The same predicate with the ranges that it has at the end of a text with `offset` bytes before it.
  fileprivate func beginning(at offset: Int, _ options: SyntaxOptions) -> AST.Predicate {
    let (text, arguments) = template
    let moved = try? AST.Predicate(
      parsing: String(repeating: " ", count: offset) + text, options: options,
      arguments: SyntaxArguments(arguments.map { .constant($0) }))
    return moved == self ? moved ?? self : self
  }
}
