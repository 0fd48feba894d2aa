/// The documentation of an operator, an option or a keyword of the language.
public struct FilterOperatorDocumentation: Sendable {
  /// The spellings, the usual one first.
  public let spellings: [String]

  /// The summary, and an example that is true for any item.
  public let documentation: FilterDocumentation

  /// Whether Foundation lacks it, so that `strict` refuses it.
  public let isExtension: Bool

  /// The operators, options, quantifiers and keywords of the language, in the order of a manual.
  public static let all = StandardOperators.all

  init(_ spellings: String..., summary: String, example: String, isExtension: Bool = false) {
    self.spellings = spellings
    self.documentation = FilterDocumentation(summary, example: example)
    self.isExtension = isExtension
  }
}
