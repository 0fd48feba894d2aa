internal import FilterSyntax

/// Why the program stops.
enum ToolError: Error, Hashable {
  /// Something to say on standard error; the exit status is 2
  case message(String)

  /// Bad data, in a file at a line
  case badData(file: String, line: Int, String)

  /// A filter that cannot be, with the place marked under its text
  case diagnostic(String)

  /// The output has no reader any more: an end without a message
  case outputClosed

  /// The message on standard error, nil for none: one line, but for a diagnostic.
  var text: String? {
    switch self {
    case .message(let text): "frc-query: \(TerminalText.line(text))"
    case .badData(let file, let line, let text):
      "frc-query: \(TerminalText.line("\(file):\(line): \(text)"))"
    case .diagnostic(let text): text
    case .outputClosed: nil
    }
  }
}

/// How the program ends, after grep.
enum ExitStatus {
  static let matched: Int32 = 0
  static let nothing: Int32 = 1
  static let failure: Int32 = 2
}
