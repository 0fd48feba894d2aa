/// Limits on the size of a pattern. PCRE2 and its JIT recurse over groups when they compile.
enum PatternLimits {
  /// UTF-8 bytes of a pattern.
  static let maximumLength = 65_536

  /// Nesting of groups.
  static let maximumGroupNesting = 100

  /// Nesting of sets.
  static let maximumSetNesting = 50

  /// Operators of one set. Each of them nests the part before it.
  static let maximumSetOperations = 50

  /// Nesting of groups and sets in a pattern rewritten for ICU, which has a stack of 100. The pattern is inside
  /// a group.
  static let maximumLibraryNesting = 98

  /// The upper bound of `{n,m}` in PCRE2.
  static let maximumRepeat = 65_535

  /// The length of a pattern in messages, in scalars: a character can have any number of them.
  static let shownLength = 200
}
