extension SyntaxError.Kind {
  /// A name of the kind that stays the same in every version, for programs.
  ///
  /// It is the name of the case in kebab case, with few exceptions. The documentation of FilterEngine has a table
  /// of all codes.
  public var code: String {
    switch self {
    case .notElements: "always-not-elements"
    case .valueTooDeep: "constant-too-deep"
    case .cancelled: "compilation-cancelled"
    default: caseNameInKebabCase(self)
    }
  }
}

extension SyntaxError {
  /// A name of the kind that stays the same in every version, for programs.
  public var code: String { kind.code }
}

/// The name of the case of an enumeration, such as `unknown-key` for `.unknownKey("a")`.
///
/// Reads the name by reflection, which takes microseconds, so that only reports of errors use it.
package func caseNameInKebabCase<Enumeration>(_ value: Enumeration) -> String {
  let name = Mirror(reflecting: value).children.first?.label ?? String(describing: value)
  var words = ""
  for character in name {
    if character.isUppercase { words += "-" }
    words += character.lowercased()
  }
  return words
}
