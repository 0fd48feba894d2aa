/// An error in the text of a filter.
public struct SyntaxError: Error, Sendable {
  /// The kind of the error.
  public var kind: Kind

  /// The range of the error, in UTF-8 bytes of `text`.
  public var range: SourceRange

  /// The text of the filter.
  public var text: String

  /// A change of the text that corrects the error; nil where none is likely.
  public var fix: Fix?

  /// An error at a range of a text.
  @inline(never)
  package init(_ kind: Kind, at range: SourceRange, in text: String, fix: Fix? = nil) {
    self.kind = kind
    self.range = range
    self.text = text
    self.fix = fix
  }

  /// A change of a text that corrects an error.
  public struct Fix: Hashable, Sendable {
    /// The range to replace.
    public var range: SourceRange

    /// The text that replaces it.
    public var replacement: String

    /// A replacement of a range.
    package init(range: SourceRange, replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }
}

extension SyntaxError: CustomStringConvertible {
  /// The message, the line of the text with the error marked, and the fix; safe for a terminal.
  public var description: String {
    DiagnosticRenderer(text: text).rendered(message, at: range, fix: fix)
  }
}
