/// What an operator, an option or a keyword of the language says of itself.
public struct OperatorDocumentation: Sendable {
  /// The ways to write it, the usual one first.
  public let spellings: [String]

  /// What it says of itself.
  public let documentation: FilterDocumentation

  /// Whether Foundation lacks it, so that `strict` refuses it.
  public let isExtension: Bool

  /// What stands in the language, under its spellings.
  init(_ spellings: String..., summary: String, example: String, isExtension: Bool = false) {
    self.spellings = spellings
    self.documentation = FilterDocumentation(summary, example: example)
    self.isExtension = isExtension
  }
}
