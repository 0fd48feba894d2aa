/// An error in the text of a filter.
public struct SyntaxError: Error, Sendable {
  /// The kind of the error.
  public var kind: Kind

  /// The range of the error, in UTF-8 bytes of `text`.
  public var range: SourceRange

  /// The text of the filter.
  public var text: String

  /// A change of the text that corrects the error; nil where none is likely.
  ///
  /// - Complexity: That of the error of a filter which has none from the parser is looked for when it is read: up to
  /// some seventy texts of at most a thousand bytes are parsed.
  public var fix: Fix? {
    get { known ?? repair?.fix(of: self) }
    set { (known, repair) = (newValue, nil) }
  }

  /// The change that the parser or the compiler knows.
  private var known: Fix?

  /// Finds a change where none is known; nil for no search.
  private var repair: (any FixSearch)?

  /// An error at a range of a text.
  @inline(never)
  package init(_ kind: Kind, at range: SourceRange, in text: String, fix: Fix? = nil) {
    self.kind = kind
    self.range = range
    self.text = text
    known = fix
  }

  /// The error, for which a fix is looked for when it is read if none is known.
  func searching(_ search: @autoclosure () -> any FixSearch) -> SyntaxError {
    guard known == nil else { return self }
    var error = self
    error.repair = search()
    return error
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

/// Finds a change of a text that corrects an error in it.
protocol FixSearch: AnyObject, Sendable {
  /// The change; nil if none is known.
  func fix(of error: SyntaxError) -> SyntaxError.Fix?
}

extension SyntaxError: CustomStringConvertible {
  /// The message, the line of the text with the error marked, and the fix; safe for a terminal.
  public var description: String {
    DiagnosticRenderer(text: text).rendered(message, at: range, fix: fix)
  }
}
