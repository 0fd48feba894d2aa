/// How much work one evaluation may be.
public enum EvaluationLimits {
  /// How many elements subqueries and collection loops may visit for one row.
  public static let maximumSteps = 10_000_000

  /// How often PCRE2 may try a position for one row; its own default costs milliseconds a row.
  public static let regexMatchLimit: UInt32 = 100_000

  /// How deep PCRE2's interpreter may nest.
  public static let regexDepthLimit: UInt32 = 1_000

  /// How much heap PCRE2's interpreter may use, in KiB.
  public static let regexHeapLimit: UInt32 = 8_192
}
