/// How much work one evaluation may be.
public enum EvaluationLimits {
  /// How many steps one row may take: elements that loops visit, values inside collections that are
  /// made, compared or hashed, and 32 bytes of text that functions make are a step each.
  public static let maximumSteps = 10_000_000

  /// How deep collections may lie inside each other, in a value of any origin.
  ///
  /// Comparing, hashing, printing and freeing values recurses; this depth fits the 512 KiB of stack
  /// that a thread gets on some platforms, in a debug build too.
  public static let maximumDepth = 256

  /// How often PCRE2 may try a position for one row; its own default costs milliseconds a row.
  public static let regexMatchLimit: UInt32 = 100_000

  /// How deep PCRE2's interpreter may nest.
  public static let regexDepthLimit: UInt32 = 1_000

  /// How much heap PCRE2's interpreter may use, in KiB.
  public static let regexHeapLimit: UInt32 = 8_192
}
