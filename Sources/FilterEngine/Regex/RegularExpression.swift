/// A compiled regular expression, for matching whole strings or for searching them.
///
/// `PCRE2Expression` matches with the system's PCRE2, `PortableExpression` with another library in a
/// `RegexProgram`. Both use `ICUScanner`, which decides which patterns are refused.
package protocol RegularExpression: AnyObject, Sendable {
  /// The equivalent literal test of UTF-8 bytes.
  var simplification: PatternSimplification { get }

  /// The steps that compiling it is worth.
  var compilationSteps: Int { get }

  /// Whether all of `text` matches.
  ///
  /// - Throws: An error of kind `pattern` if the match exceeds a limit of PCRE2, and the error of the run if it must end.
  /// - Complexity: Bounded by `EvaluationLimits`, even if the pattern backtracks.
  func matches(
    _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ scratch: RegexScratch
  ) throws(EvaluationError) -> Bool

  /// The bytes of a group in the first match in `text`, 0 for the whole match; nil without a match, and for a group that
  /// takes no part in it or that the pattern does not have. The expression was made to search.
  ///
  /// - Throws: As `matches`.
  func range(
    ofGroup group: Int, in text: UnsafeBufferPointer<UInt8>, isASCII: Bool,
    _ scratch: RegexScratch
  ) throws(EvaluationError) -> Range<Int>?

  /// Whether all of `text` matches: 1, 0, or -1 if `matches(_:isASCII:_:)` must decide, which has no time
  /// bound of its own.
  func test(
    _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ scratch: RegexScratch
  ) -> Int8
}

/// A constant pattern, or the error of an invalid one. The error is thrown only if a string is compared with it.
package typealias CompiledPattern = Result<any RegularExpression, EvaluationError>

/// A literal test of UTF-8 bytes that is equivalent to a pattern.
package enum PatternSimplification: Equatable, Sendable {
  /// The pattern needs a regular expression
  case none
  case exact(String)
  case prefix(String)
  case suffix(String)
  case contains(String)
  /// Every text matches
  case anything
}

/// A piece of the top level of a pattern, for finding literal tests.
enum PatternPiece: Equatable {
  /// A scalar that matches only itself
  case literal(Unicode.Scalar)
  /// `.` that matches line ends
  case anyScalar
  /// `.*` that matches line ends
  case anything
  /// `^`, `\A`: always holds at the start
  case start
  /// `$`, `\z`, `\Z`: always holds at the end
  case end
  /// Any other piece
  case opaque

  var isLiteral: Bool {
    if case .literal = self { true } else { false }
  }
}

/// A pattern that is compiled by a library with ICU's syntax.
package protocol RegexProgram: AnyObject, Sendable {
  /// Compiles a pattern that `ICUScanner` rewrote; nil if the library refuses it.
  init?(_ pattern: String, caseInsensitive: Bool)

  /// Matches all of `text`, which is valid UTF-8.
  ///
  /// - Parameter goesOn: Called after at most `stepsBetweenLooks` steps; false ends the match.
  func match(_ text: UnsafeBufferPointer<UInt8>, _ goesOn: () -> Bool) -> RegexMatch

  /// The same, with the bytes of a group if there is a match and the group takes part in it.
  func match(
    _ text: UnsafeBufferPointer<UInt8>, group: Int, _ goesOn: () -> Bool
  ) -> (result: RegexMatch, range: Range<Int>?)

  /// The greatest number of steps between two calls.
  static var stepsBetweenLooks: Int { get }
}

/// The result of a match.
package enum RegexMatch: Sendable {
  case yes, no
  /// The caller ended it
  case ended
  /// It had too little memory
  case exhausted
}
