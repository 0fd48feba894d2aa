extension ToolError {
  /// The code of an error of a request or of data, which stays the same in every version. A request has codes of the
  /// language for its filters and expressions.
  enum Code: String, CaseIterable {
    // Requests
    case invalidRequest = "invalid-request"
    case invalidJSON = "invalid-json"
    case unknownOperation = "unknown-op"
    case unknownMember = "unknown-member"
    case missingMember = "missing-member"
    case invalidMember = "invalid-member"
    case conflictingMembers = "conflicting-members"
    case outsidePolicy = "request-outside-policy"
    case noSource = "no-source"
    case noRows = "no-rows"
    case noRow = "no-row"
    case noPosition = "no-position"
    case noSection = "no-section"
    case noBatch = "no-batch"
    case fixedIdentity = "fixed-identity"
    case unfittingSections = "unfitting-sections"

    // Data
    case unreadableData = "unreadable-data"
    case invalidValue = "invalid-value"
    case duplicateKey = "duplicate-key"
    case duplicateSection = "duplicate-section"
    case rowOutsidePolicy = "row-outside-policy"

    /// The kind of the errors.
    var kind: Kind {
      switch self {
      case .unreadableData, .invalidValue, .duplicateKey, .duplicateSection, .rowOutsidePolicy:
        .data
      default: .request
      }
    }
  }

  /// An error of a request or of data.
  static func refused(_ code: Code, _ message: String) -> ToolError {
    .refused(code.kind, message, code: code)
  }
}
