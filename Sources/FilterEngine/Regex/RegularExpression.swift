/// A compiled regular expression, for matching whole strings.
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
  /// - Throws: An error of kind `pattern` if the match gives up, and the error of the run if it has to end.
  /// - Complexity: Bounded by `EvaluationLimits`, even if the pattern backtracks.
  func matches(
    _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ scratch: RegexScratch
  ) throws(EvaluationError) -> Bool

  /// Whether all of `text` matches: 1, 0, or -1 if `matches(_:isASCII:_:)` has to decide, which has no time
  /// bound of its own.
  func test(
    _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ scratch: RegexScratch
  ) -> Int8
}
