public import FilterSyntax

/// A note on a part of a predicate that is valid but probably unintended, such as a constant part that always
/// fails, or an invalid pattern.
public struct FilterNote: Hashable, Sendable {
  /// The codes of notes.
  package enum Code: String, CaseIterable {
    case alwaysFails = "always-fails"
    case failsOnTexts = "fails-on-texts"
    case foldedMembers = "folded-members"
    case wildcards = "sql-wildcards"
    case noCase = "no-case"
    case quotedPlaceholder = "quoted-placeholder"
    case unknownEscape = "unknown-escape"
    case quotedKey = "quoted-key"
    case hyphen
    case dateArithmetic = "date-arithmetic"
    case noVersion = "no-version"
    case notCompiled = "not-compiled"
    case behindFailure = "behind-failure"
  }

  /// A name of the note that stays the same in every version.
  ///
  /// The documentation of FilterEngine has a table of them.
  public let code: String

  /// The note in a sentence without a full stop; its wording may change.
  public let message: String

  /// The range in the text, in UTF-8 bytes.
  public let range: SourceRange

  /// A change of the text that gives it the meaning that was probably intended; nil where none is likely.
  public let fix: SyntaxError.Fix?

  package init(
    _ code: Code, _ message: String, at range: SourceRange, fix: SyntaxError.Fix? = nil
  ) {
    self.code = code.rawValue
    self.message = message
    self.range = range
    self.fix = fix
  }

  /// The message with the line of `text`, marked with carets, and the fix. Safe for a terminal.
  public func rendered(in text: String) -> String {
    DiagnosticRenderer(text: text).rendered(message, at: range, fix: fix, label: "note")
  }

  /// The note as data, placed in the text of the predicate where that is given.
  ///
  /// - Complexity: O(n) in the length of the text.
  public func diagnostic(in text: String? = nil) -> FilterDiagnostic {
    FilterDiagnostic(.note, code: code, message: message, at: range, in: text, fix: fix)
  }
}

extension FilterNote: Encodable {
  /// Writes what ``diagnostic(in:)`` holds without a text.
  public func encode(to encoder: any Encoder) throws { try diagnostic().encode(to: encoder) }
}

extension FilterNote: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension EvaluationError {
  /// The message with the line of the predicate's `text` that the error arose from, marked with
  /// carets; the message alone where that is not known.
  ///
  /// Safe for a terminal: control characters of the message and the text are escaped.
  public func rendered(in text: String) -> String {
    guard let range else { return "error: \(TerminalText.line(message))" }
    return DiagnosticRenderer(text: text).rendered(message, at: range)
  }
}
