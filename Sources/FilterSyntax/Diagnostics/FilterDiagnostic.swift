/// An error about a filter as data, for a protocol, a log or an editor.
///
/// ```json
/// {"kind": "syntax", "code": "unknown-key", "message": "'Person' has no key 'nam', did you mean 'name'?",
///  "offset": 0, "length": 3,
///  "start": {"utf8Offset": 0, "utf16Offset": 0, "line": 1, "column": 1},
///  "end": {"utf8Offset": 3, "utf16Offset": 3, "line": 1, "column": 4},
///  "fix": {"offset": 0, "length": 3, "replacement": "name"}}
/// ```
///
/// A message quotes names and values as they are, control characters included: escape it before it reaches
/// a terminal or a page.
public struct FilterDiagnostic: Hashable, Sendable, Codable {
  /// When an error arises, or that there is none.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// No predicate can be made of the text
    case syntax
    /// A predicate has no answer for an item
    case evaluation
    /// A part of a predicate probably means something else than intended
    case note
  }

  /// A change of a text that corrects an error.
  public struct Fix: Hashable, Sendable, Codable {
    /// The offset of the first byte to replace, in UTF-8.
    public var offset: Int

    /// The number of UTF-8 bytes to replace.
    public var length: Int

    /// The text that replaces them.
    public var replacement: String
  }

  /// When the error arises.
  public var kind: Kind

  /// A name of the error that stays the same in every version.
  public var code: String

  /// The error in a sentence without a full stop; its wording may change.
  public var message: String

  /// The offset of the error in the text, in UTF-8 bytes; nil where it is not known.
  public var offset: Int?

  /// The length of the error, in UTF-8 bytes.
  public var length: Int?

  /// The start of the error; nil where its range or the text is not known.
  public var start: SourcePosition?

  /// The end of the error.
  public var end: SourcePosition?

  /// A change that corrects the error; nil where none is likely.
  public var fix: Fix?

  /// An error about a part of `text`; both may be unknown.
  ///
  /// - Complexity: O(n) in the length of the text.
  package init(
    _ kind: Kind, code: String, message: String, at range: SourceRange?, in text: String?,
    fix: SyntaxError.Fix? = nil
  ) {
    self.kind = kind
    self.code = code
    self.message = message
    offset = range?.lowerBound
    length = range?.count
    if let range, let text { (start, end) = range.positions(in: text) }
    self.fix = fix.map {
      Fix(offset: $0.range.lowerBound, length: $0.range.count, replacement: $0.replacement)
    }
  }
}

extension SyntaxError: Encodable {
  /// The error as data.
  ///
  /// - Complexity: O(n) in the length of the text.
  public var diagnostic: FilterDiagnostic {
    FilterDiagnostic(.syntax, code: code, message: message, at: range, in: text, fix: fix)
  }

  /// Encodes ``diagnostic``.
  public func encode(to encoder: any Encoder) throws { try diagnostic.encode(to: encoder) }
}
