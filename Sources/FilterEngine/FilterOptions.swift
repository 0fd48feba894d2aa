/// Options for making a filter: the functions that its text can call, the rules of its kinds, its limits and its
/// policy.
///
/// ```swift
/// let own = FilterOptions(libraries: [.standard, .geo], limits: limits)
/// let near = try FilterPredicate<Place>("location WITHIN_KM {52.5, 13.4, 25}", options: own)
/// let portable = try FilterPredicate<Place>("name ==[c] %@", name, options: .strict)
/// let untrusted = try FilterPredicate<Place>(text: line, options: FilterOptions(policy: policy))
/// ```
///
/// Predicates, expressions and completions take them. A predicate and an expression keep all of them.
public struct FilterOptions: Sendable {
  /// The functions, word operators, collection operators and casts that the text can use.
  public var libraries: FilterLibraries

  /// The rules of a text and of its kinds.
  public var rules: Rules

  /// Bounds on the time to make the filter and on what its constant parts may take; nil for the standard ones.
  ///
  /// They hold for each evaluation too, besides those of the call.
  public var limits: EvaluationLimits? {
    get { terms?.limits }
    set { terms = PredicateTerms(newValue, policy) }
  }

  /// Restricts the keys, features and cost of the text; nil if everything is permitted.
  ///
  /// Explanations of a predicate show only keys that its policy permits, and a join has the stricter of both.
  /// A policy applies to a key path for `%K` too. The values for `%@` come from the application.
  public var policy: FilterPolicy? {
    get { terms?.policy }
    set { terms = PredicateTerms(limits, newValue) }
  }

  /// The limits and the policy; nil without either.
  private(set) var terms: PredicateTerms?

  /// The rules of a text and of its kinds.
  public enum Rules: Hashable, Sendable {
    /// The whole language. A comparison of kinds that never fit, as in `name > 5`, is an error of the text.
    case standard

    /// Foundation's language. A text that Foundation would refuse is an error, which names the portable form.
    case strict

    /// The whole language, with kinds that never fit left to the evaluation.
    ///
    /// The answers are those of Foundation, and of the same filter over ``FilterValue``: `==` of different kinds
    /// is false, `!=` is true, and a comparison without an answer throws an ``EvaluationError``.
    case lenient
  }

  /// Options of a filter. Without arguments they are ``standard``.
  public init(
    libraries: FilterLibraries = .standard, rules: Rules = .standard,
    limits: EvaluationLimits? = nil, policy: FilterPolicy? = nil
  ) {
    self.libraries = libraries
    self.rules = rules
    terms = PredicateTerms(limits, policy)
  }

  /// The standard library and the whole language, without a policy.
  public static let standard = FilterOptions()

  /// The standard library and Foundation's language.
  public static let strict = FilterOptions(rules: .strict)

  /// The standard library, with kinds that never fit left to the evaluation.
  public static let lenient = FilterOptions(rules: .lenient)
}

extension FilterOptions {
  /// The options for a part of a predicate that has been checked by the policy, and that runs within the limits.
  package var ofParts: FilterOptions { FilterOptions(libraries: libraries, rules: rules) }

  /// The options of the parser.
  package var syntax: SyntaxOptions {
    SyntaxOptions(strict: rules == .strict, vocabulary: libraries.vocabulary)
  }
}
