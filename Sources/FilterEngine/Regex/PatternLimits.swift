/// How large a pattern may be; PCRE2 and its JIT recurse over groups when they compile.
enum PatternLimits {
  /// UTF-8 bytes of a pattern as written.
  static let maximumLength = 65_536

  /// Groups within groups.
  static let maximumGroupNesting = 100

  /// Sets within sets.
  static let maximumSetNesting = 50

  /// Operators of one set; each nests what stands left of it.
  static let maximumSetOperations = 50

  /// The upper bound of `{n,m}`, PCRE2's own.
  static let maximumRepeat = 65_535

  /// How much of a pattern a message shows, in scalars: one character can be any number of them.
  static let shownLength = 200
}
