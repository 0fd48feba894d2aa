/// Limits on the size of a text and of its tree.
public enum SyntaxLimits {
  /// The greatest nesting of parentheses, functions, `NOT` and arithmetic chains.
  ///
  /// Every stage after the parser recurses over the tree, and so does freeing it. In a debug build this depth
  /// fits a stack of 512 KiB, the smallest that a thread gets on any platform.
  public static let maximumDepth = 200

  /// The greatest length of a text, in UTF-8 bytes.
  public static let maximumLength = 16 << 20

  /// The greatest number of nodes of a tree.
  public static let maximumNodes = 1_000_000
}
