import FilterSyntax
import Synchronization

/// The library that matches regular expressions.
package enum RegexBackend: Sendable {
  #if canImport(CPCRE2)
    /// The system's PCRE2
    case pcre2
  #endif
  /// A library with ICU's syntax
  case portable(any RegexProgram.Type)

  /// The backend for patterns that are compiled in this task. Tests bind another one.
  #if canImport(CPCRE2)
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
    #if canImport(CPCRE2)
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
    _ pattern: String, _ options: AST.Comparison.Options, searches: Bool = false,
    _ memory: PatternMemory = PatternMemory(limit: .max)
  ) throws(EvaluationError) -> any RegularExpression {
    let folds = !options.contains(.normalized)
    return try compile(
      RegexSource(
        pattern, caseInsensitive: folds && options.contains(.caseInsensitive),
        diacriticInsensitive: folds && options.contains(.diacriticInsensitive),
        searches: searches), memory)
  }
}

/// The text and options of a pattern.
struct PatternKey: Hashable, Sendable {
  let text: ByteKey
  let options: AST.Comparison.Options
  var searches = false
}

/// The reason for refusing a pattern, and the position.
struct PatternFailure: Error, Equatable {
  /// A phrase without a full stop.
  let reason: String
  /// The number of scalars of the pattern before the position.
  let position: Int
}

/// Limits on the size of a pattern. PCRE2 and its JIT recurse over groups when they compile.
enum PatternLimits {
  /// UTF-8 bytes of a pattern.
  static let maximumLength = 65_536

  /// Nesting of groups.
  static let maximumGroupNesting = 100

  /// Nesting of sets.
  static let maximumSetNesting = 50

  /// Operators of one set. Each of them nests the part before it.
  static let maximumSetOperations = 50

  /// Nesting of groups and sets in a pattern rewritten for ICU, which has a stack of 100. The pattern is inside
  /// a group.
  static let maximumLibraryNesting = 98

  /// The upper bound of `{n,m}` in PCRE2.
  static let maximumRepeat = 65_535

  /// The length of a pattern in messages, in scalars: a character can have any number of them.
  static let shownLength = 200
}

/// The memory of the compiled patterns of a predicate or of a run.
///
/// A few bytes of a pattern can compile to a hundred kilobytes. The size is known once a pattern is compiled, so the
/// one that exceeds the limit is freed again. No pattern is compiled after it, which bounds the time, too.
final class PatternMemory: Sendable {
  private let limit: Int
  private let used = Atomic(0)

  /// Memory up to `limit` bytes.
  init(limit: Int) { self.limit = max(limit, 0) }

  /// The error if the limit has been exceeded; nil otherwise.
  var failure: EvaluationError? {
    used.load(ordering: .relaxed) > limit ? EvaluationError(.patternsTooLarge(limit: limit)) : nil
  }

  /// Takes `bytes`.
  ///
  /// - Throws: `patternsTooLarge` if they exceed the limit.
  func take(_ bytes: Int) throws(EvaluationError) {
    // Neither number is near the greatest integer.
    used.wrappingAdd(min(bytes, .max >> 8), ordering: .relaxed)
    if let failure { throw failure }
  }
}
