internal import FilterEngine
internal import FilterSyntax

/// Why a line of the REPL did nothing, or not all of it.
enum ReplError: Error {
  /// Something to say
  case message(String)

  /// A key path that cannot be, with the place marked under its text
  case diagnostic(String)

  /// A predicate that cannot be, which begins so many bytes into the line
  case syntax(SyntaxError, offset: Int)

  /// Ctrl-C
  case interrupted

  /// The output has no reader any more
  case outputClosed

  init(_ error: ToolError) {
    switch error {
    case .message(let text): self = .message(text)
    case .badData(let file, let line, let text): self = .message("\(file):\(line): \(text)")
    case .diagnostic(let text):
      self = .diagnostic(text.hasPrefix("error: ") ? String(text.dropFirst(7)) : text)
    case .outputClosed: self = .outputClosed
    }
  }

  /// Makes the errors of `body` those of a line.
  static func wrapping<Result>(
    _ body: () throws(ToolError) -> Result
  ) throws(ReplError) -> Result {
    do throws(ToolError) { return try body() } catch { throw ReplError(error) }
  }
}

extension ReplError {
  /// The same where only errors of the program can be told.
  var toolError: ToolError {
    switch self {
    case .message(let text): .message(text)
    case .diagnostic(let text): .diagnostic("error: " + text)
    case .syntax(let error, _): .diagnostic(error.description)
    case .interrupted: .message("interrupted")
    case .outputClosed: .outputClosed
    }
  }
}
