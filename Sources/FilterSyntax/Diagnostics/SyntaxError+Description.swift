extension SyntaxError: CustomStringConvertible {
  /// The message, the line of the text with the error marked, and the fix; safe for a terminal.
  public var description: String {
    let renderer = DiagnosticRenderer(text: text)
    let place = renderer.rendered(message, at: range)
    return fix.map { place + "\n fix: " + renderer.rendered($0) } ?? place
  }
}
