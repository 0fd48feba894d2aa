extension SyntaxError: CustomStringConvertible {
  /// The message, the line of the text with the error marked, and the fix; safe for a terminal.
  public var description: String {
    DiagnosticRenderer(text: text).rendered(message, at: range, fix: fix)
  }
}
