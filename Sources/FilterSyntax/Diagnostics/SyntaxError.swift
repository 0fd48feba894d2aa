/// Why no filter can be made of a text.
public struct SyntaxError: Error, Sendable {
  /// What is wrong.
  public var kind: Kind

  /// Where it is wrong, in UTF-8 bytes of `text`.
  public var range: SourceRange

  /// The text that was read.
  public var text: String

  /// What would mend it, where something is likely.
  public var fix: Fix?

  /// An error at a place of a text.
  public init(_ kind: Kind, at range: SourceRange, in text: String, fix: Fix? = nil) {
    self.kind = kind
    self.range = range
    self.text = text
    self.fix = fix
  }

  /// A change of the text that would mend an error.
  public struct Fix: Hashable, Sendable {
    /// What to replace.
    public var range: SourceRange

    /// What to put in its place.
    public var replacement: String

    /// A replacement.
    public init(range: SourceRange, replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }
}
