internal import FilterSyntax

/// A note on a part of a predicate that is valid but probably unintended, such as a constant part that always
/// fails, or an invalid pattern.
public struct FilterNote: Hashable, Sendable {
  /// The note in a sentence without a full stop.
  public let message: String

  /// The range in the text, in UTF-8 bytes.
  public let range: Range<Int>

  init(_ message: String, at range: SourceRange) {
    self.message = message
    self.range = range.lowerBound..<range.upperBound
  }

  /// The message with the line of `text`, marked with carets. Safe for a terminal.
  public func rendered(in text: String) -> String {
    DiagnosticRenderer(text: text).rendered(
      message, at: SourceRange(range.lowerBound, range.upperBound), label: "note")
  }
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
