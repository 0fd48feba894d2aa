public import FilterSyntax

/// The texts that can replace a part of a filter while it is typed.
public struct FilterCompletions: Hashable, Sendable {
  /// A text that can be inserted.
  public struct Item: Hashable, Sendable {
    /// The text, quoted and escaped as the language needs it.
    public var text: String

    /// The kind of token that the text is, or begins with.
    public var kind: FilterToken.Kind

    /// A few words beside the text: the kind of a key, the parameters of a function. Can be empty.
    public var detail: String

    /// The documentation of an operator, a function or a keyword; nil for keys and values.
    public var documentation: FilterDocumentation?

    /// A text by which clients that sort items themselves keep the order of ``FilterCompletions/items``.
    public var sortText: String

    package init(
      text: String, kind: FilterToken.Kind, detail: String = "",
      documentation: FilterDocumentation? = nil, sortText: String = ""
    ) {
      self.text = text
      self.kind = kind
      self.detail = detail
      self.documentation = documentation
      self.sortText = sortText
    }
  }

  /// The part of the text that an item replaces, in UTF-8 bytes.
  public var range: SourceRange

  /// The items, best first.
  public var items: [Item]

  /// Items that replace a range.
  public init(range: SourceRange, items: [Item]) {
    self.range = range
    self.items = items
  }
}
