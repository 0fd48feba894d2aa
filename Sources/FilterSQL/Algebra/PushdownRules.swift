/// The rules that make a pushed part right, each a value so that a test can leave one out.
///
/// The product uses all of them. A search over random trees has to find a difference when any one is missing.
struct PushdownRules: OptionSet, Sendable {
  let rawValue: Int

  /// NOT exchanges the sides.
  static let negationSwapsSides = PushdownRules(rawValue: 1 << 0)

  /// AND on the pass side and OR on the block side stop at the first operand that can fail.
  static let joinStopsAtFailure = PushdownRules(rawValue: 1 << 1)

  /// A union of operands needs all of them.
  static let unionNeedsAll = PushdownRules(rawValue: 1 << 2)

  /// A join is exact only where all of its operands are.
  static let exactNeedsAll = PushdownRules(rawValue: 1 << 3)

  /// A node that can fail is never exact.
  static let failureIsInexact = PushdownRules(rawValue: 1 << 4)

  /// The residual keeps operands whose pass side is not exact.
  static let residualKeepsInexact = PushdownRules(rawValue: 1 << 5)

  /// The residual keeps operands behind the first one that can fail.
  static let residualKeepsUnpushed = PushdownRules(rawValue: 1 << 6)

  // MARK: - Of the forms in SQL

  /// A range between columns that a database takes from those that are not NULL asks that none is.
  static let boundsMayBeNull = PushdownRules(rawValue: 1 << 7)

  /// A value of another storage class fails where it is ordered, and comes back.
  static let otherClassesFail = PushdownRules(rawValue: 1 << 8)

  /// The affinity of a column converts no constant.
  static let affinityConverts = PushdownRules(rawValue: 1 << 9)

  /// A document that repeats a name, or writes one with escapes, comes back.
  static let namesMayRepeat = PushdownRules(rawValue: 1 << 10)

  /// A document comes back where a value on the way to a member is not an object.
  static let membersMayBeElsewhere = PushdownRules(rawValue: 1 << 11)

  /// Bounds of the numbers in documents are wider by what reading them as doubles rounds.
  static let documentsAreRounded = PushdownRules(rawValue: 1 << 12)

  /// The head of a pattern leaves out a letter that need not be there.
  static let patternsRepeat = PushdownRules(rawValue: 1 << 13)

  /// A pattern of alternatives has no head.
  static let patternsHaveAlternatives = PushdownRules(rawValue: 1 << 14)

  /// A list or an object in a document is no text, whatever the database prints.
  static let containersAreNoTexts = PushdownRules(rawValue: 1 << 15)

  /// A text in a document may go on after what the database takes for its end.
  static let textsGoOnAfterNUL = PushdownRules(rawValue: 1 << 16)

  static let all = PushdownRules(rawValue: (1 << 17) - 1)

  /// Each rule of the algebra by itself, with the name that a failure prints.
  static let ofAlgebra: [(name: String, rule: PushdownRules)] = [
    ("negationSwapsSides", .negationSwapsSides), ("joinStopsAtFailure", .joinStopsAtFailure),
    ("unionNeedsAll", .unionNeedsAll), ("exactNeedsAll", .exactNeedsAll),
    ("failureIsInexact", .failureIsInexact), ("residualKeepsInexact", .residualKeepsInexact),
    ("residualKeepsUnpushed", .residualKeepsUnpushed),
  ]

  /// Each rule of the forms by itself.
  static let ofForms: [(name: String, rule: PushdownRules)] = [
    ("boundsMayBeNull", .boundsMayBeNull), ("otherClassesFail", .otherClassesFail),
    ("affinityConverts", .affinityConverts), ("namesMayRepeat", .namesMayRepeat),
    ("membersMayBeElsewhere", .membersMayBeElsewhere),
    ("documentsAreRounded", .documentsAreRounded), ("patternsRepeat", .patternsRepeat),
    ("patternsHaveAlternatives", .patternsHaveAlternatives),
    ("containersAreNoTexts", .containersAreNoTexts), ("textsGoOnAfterNUL", .textsGoOnAfterNUL),
  ]
}
