internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

/// The errors of requests.
extension ToolError {
  /// An error of a request, most of which have a member that is wrong.
  static func request(_ message: String, _ code: Code = .invalidMember) -> ToolError {
    .refused(code, message)
  }

  static func refused(_ error: ResultsError) -> ToolError {
    switch error {
    case .limit(let error): refused(error)
    // The request is valid but not for these rows.
    case .duplicateKey: .refused(.duplicateKey, error.description)
    case .duplicateSection: .refused(.duplicateSection, error.description)
    case .noData: .refused(.noRows, error.description)
    case .noKey, .noPath: .refused(.noRow, error.description)
    case .noPosition: .refused(.noPosition, error.description)
    case .noSection, .notSectioned: .refused(.noSection, error.description)
    case .noBatch, .batchIsOpen: .refused(.noBatch, error.description)
    case .unfittingSections: .refused(.unfittingSections, error.description)
    default: .refused(.invalidRequest, error.description)
    }
  }

  /// An unknown name, with the one that it is likely meant to be.
  static func unknown(
    _ beginning: String, _ name: String, nearest: String?, _ code: Code = .unknownMember
  ) -> ToolError {
    .request("\(beginning) '\(name.prefix(80))'\(hint(nearest))", code)
  }

  /// A member that has to be there.
  static func missing(_ names: String) -> ToolError {
    .request("\(names) is missing", .missingMember)
  }

  /// The question after an unknown name.
  static func hint(_ nearest: String?) -> String {
    nearest.map { ", did you mean '\($0)'?" } ?? ""
  }
}
