/// How much of a language a text may use.
public enum SyntaxLimits {
  /// How deep parentheses, functions, `NOT` and arithmetic chains may nest.
  ///
  /// Every stage after the parser recurses over the tree, freeing it included; this depth is met
  /// in a debug build on a stack of 512 KiB, the smallest that a thread gets on any platform.
  public static let maximumDepth = 200

  /// How many UTF-8 bytes a text may have.
  public static let maximumLength = 16 << 20

  /// How many nodes a tree may have.
  public static let maximumNodes = 1_000_000
}
