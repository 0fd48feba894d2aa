internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

/// The errors of requests.
extension ToolError {
  static func request(_ message: String) -> ToolError { .refused(.request, message) }

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
