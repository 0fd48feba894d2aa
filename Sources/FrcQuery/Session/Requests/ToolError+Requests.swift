internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

/// The errors of requests.
extension ToolError {
  static func request(_ message: String) -> ToolError { .refused(.request, message) }

  static func refused(_ error: SyntaxError) -> ToolError {
    let kind: Kind =
      switch error.kind {
      // The text may be right.
      case .tookTooLong, .cancelled: .evaluation
      default: .syntax
      }
    return .refused(kind, error.message, error.diagnostic)
  }

  /// An error of the evaluation of `text`, if it is known which.
  static func refused(_ error: EvaluationError, in text: String? = nil) -> ToolError {
    .refused(.evaluation, error.message, error.diagnostic(in: text))
  }

  /// The same error as that of a request; a message becomes an error of `kind`.
  func refused(as kind: Kind) -> ToolError {
    switch self {
    case .message, .misuse: .refused(kind, message ?? "")
    case .badData: .refused(.data, message ?? "")
    case .diagnostic(let text, let diagnostic):
      .refused(.evaluation, diagnostic?.message ?? text, diagnostic)
    case .syntax(let error, _): .refused(error)
    case .refused, .interrupted, .outputClosed: self
    }
  }

  static func refused(_ error: ResultsError) -> ToolError {
    switch error {
    case .limit(let error): refused(error)
    // The request is valid but not for these rows.
    case .duplicateKey, .duplicateSection: .refused(.data, error.description)
    default: .request(error.description)
    }
  }

  /// An unknown name, with the one that it is likely meant to be.
  static func unknown(_ beginning: String, _ name: String, nearest: String?) -> ToolError {
    .request("\(beginning) '\(name.prefix(80))'\(hint(nearest))")
  }

  /// The question after an unknown name.
  static func hint(_ nearest: String?) -> String {
    nearest.map { ", did you mean '\($0)'?" } ?? ""
  }
}
