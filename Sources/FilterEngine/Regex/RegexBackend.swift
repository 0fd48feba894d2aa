import FilterSyntax

/// The library that matches regular expressions.
package enum RegexBackend: Sendable {
  #if PCRE2 && os(Linux)
    /// The system's PCRE2
    case pcre2
  #endif
  /// A library with ICU's syntax
  case portable(any RegexProgram.Type)

  /// The backend for patterns that are compiled in this task. Tests bind another one.
  #if PCRE2 && os(Linux)
    @TaskLocal package static var current = RegexBackend.pcre2
  #else
    @TaskLocal package static var current = RegexBackend.portable(FoundationProgram.self)
  #endif

  /// A pattern compiled by a backend.
  ///
  /// - Throws: An error of kind `pattern` with the pattern, the position and the reason.
  /// - Complexity: O(length of the pattern)
  static func compile(
    _ source: RegexSource, usesShortcuts: Bool = true, by backend: RegexBackend = current
  ) throws(EvaluationError) -> any RegularExpression {
    switch backend {
    #if PCRE2 && os(Linux)
      case .pcre2: try PCRE2Expression(source, usesShortcuts: usesShortcuts)
    #endif
    case .portable(let program):
      try PortableExpression(source, usesShortcuts: usesShortcuts, by: program)
    }
  }
}
