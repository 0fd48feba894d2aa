/// How a text is read.
public struct SyntaxOptions: Hashable, Sendable {
  /// Whether to refuse everything that Foundation refuses.
  public var strict: Bool

  /// The functions and operators that the text may use.
  public var vocabulary: Vocabulary

  /// Options, with every function allowed and no word operators.
  public init(strict: Bool = false, vocabulary: Vocabulary = Vocabulary()) {
    self.strict = strict
    self.vocabulary = vocabulary
  }
}
