import FilterSyntax

/// The library that matches regular expressions.
package enum RegexBackend: Sendable {
  #if PCRE2 && os(Linux)
    /// The system's PCRE2
    case pcre2
  #endif
  /// A library that reads patterns as ICU does
  case portable(any RegexProgram.Type)

  /// The backend of the patterns that are compiled in this task; tests bind another one.
  #if PCRE2 && os(Linux)
    @TaskLocal package static var current = RegexBackend.pcre2
  #else
    @TaskLocal package static var current = RegexBackend.portable(FoundationProgram.self)
  #endif

  /// A pattern compiled by a backend.
  ///
  /// - Throws: An error of kind `pattern` that names the pattern, the place and the reason.
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
