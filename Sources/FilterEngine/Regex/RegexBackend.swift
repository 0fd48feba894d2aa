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
  /// - Throws: An error of kind `pattern` with the pattern, the position and the reason, or `patternsTooLarge` if it
  ///   does not fit `memory`.
  /// - Complexity: O(length of the pattern) and a few milliseconds at most for repetitions, which PCRE2 writes out.
  static func compile(
    _ source: RegexSource, usesShortcuts: Bool = true,
    _ memory: PatternMemory = PatternMemory(limit: .max), by backend: RegexBackend = current
  ) throws(EvaluationError) -> any RegularExpression {
    if let failure = memory.failure { throw failure }
    return switch backend {
    #if PCRE2 && os(Linux)
      case .pcre2: try PCRE2Expression(source, usesShortcuts: usesShortcuts, memory)
    #endif
    case .portable(let program):
      try PortableExpression(source, usesShortcuts: usesShortcuts, memory, by: program)
    }
  }
}

extension RegexBackend {
  /// A pattern with the options of its comparison, compiled by the current backend.
  static func compile(
    _ pattern: String, _ options: AST.Comparison.Options,
    _ memory: PatternMemory = PatternMemory(limit: .max)
  ) throws(EvaluationError) -> any RegularExpression {
    let folds = !options.contains(.normalized)
    return try compile(
      RegexSource(
        pattern, caseInsensitive: folds && options.contains(.caseInsensitive),
        diacriticInsensitive: folds && options.contains(.diacriticInsensitive)), memory)
  }
}

/// The text and options of a pattern.
struct PatternKey: Hashable, Sendable {
  let text: Exactly
  let options: AST.Comparison.Options
}
