internal import FilterSyntax

/// An error that ends the program, or a line of a session.
enum ToolError: Error, Equatable {
  /// Something to say on standard error; the exit status is 2
  case message(String)

  /// Bad data, in a file at a line
  case badData(file: String, line: Int, String)

  /// The end of an evaluation or a part that always fails, marked under the text of the filter, and the same as data
  case diagnostic(String, FilterDiagnostic? = nil)

  /// A mistake in a filter or a key path; a filter that is the rest of a line of a session begins so many bytes into it
  case syntax(SyntaxError, offset: Int? = nil)

  /// A request of a pipe that has no other answer
  case refused(Kind, String, FilterDiagnostic? = nil, code: Code? = nil)

  /// A command that was used in another way than its usage says
  case misuse

  /// Ctrl-C
  case interrupted

  /// The output has no reader any more: an end without a message
  case outputClosed

  /// The subject of an error of a request: its text, its evaluation, its form, or the rows.
  enum Kind: String {
    case syntax, evaluation, request, data
  }

  static func == (left: ToolError, right: ToolError) -> Bool {
    switch (left, right) {
    case (.syntax(let left, let offset), .syntax(let right, let other)):
      left.description == right.description && offset == other
    case (.syntax, _), (_, .syntax): false
    default: left.text == right.text
    }
  }

  /// The text of a message, without the name of the program; nil for other errors.
  var message: String? {
    switch self {
    case .message(let text): ServerAddress.withoutPassword(text)
    case .badData(let file, let line, let text): "\(file):\(line): \(text)"
    case .refused(_, let text, _, _): text
    case .misuse: "wrong arguments"
    case .interrupted: "interrupted"
    case .diagnostic, .syntax, .outputClosed: nil
    }
  }

  /// What is wrong, safe for a terminal: one line, but for a mistake in a text; nil for an end without a message.
  var reason: String? {
    switch self {
    case .message, .badData, .refused, .misuse, .interrupted:
      return message.map(TerminalText.line)
    case .diagnostic(let text, _):
      return text.begins(with: "error: ") ? text.dropping(7) : text
    case .syntax(let error, _): return ToolError.diagnostic(error.description).reason
    case .outputClosed: return nil
    }
  }

  /// The message on standard error, nil for none.
  var text: String? {
    switch self {
    case .diagnostic(let text, _): text
    case .syntax(let error, _): error.description
    case .message, .badData, .refused, .misuse, .interrupted, .outputClosed:
      reason.map { "frc-query: \($0)" }
    }
  }
}

/// How the program ends, after grep.
enum ExitStatus {
  static let matched: Int32 = 0
  static let nothing: Int32 = 1
  static let failure: Int32 = 2
}
