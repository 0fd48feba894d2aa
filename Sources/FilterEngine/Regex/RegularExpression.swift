/// A compiled regular expression, for matching whole strings.
///
/// `PCRE2Expression` matches with the system's PCRE2, `PortableExpression` with another library, which a
/// `RegexProgram` wraps. Both read patterns with `ICUScanner`, which decides what is refused.
protocol RegularExpression: AnyObject, Sendable {
  /// The literal test that means the same, byte for byte of UTF-8.
  var simplification: PatternSimplification { get }

  /// Whether all of `text` matches.
  ///
  /// - Throws: An error of kind `pattern` where the match is given up, and that of the run where it has to end.
  /// - Complexity: Bounded by the limits of `EvaluationLimits`, however the pattern backtracks.
  func matches(
    _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ scratch: RegexScratch
  ) throws(EvaluationError) -> Bool

  /// Whether all of `text` matches: 1, 0, or -1 where `matches(_:isASCII:_:)` has to be asked, which takes as
  /// long as it takes.
  func test(
    _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ scratch: RegexScratch
  ) -> Int8
}
