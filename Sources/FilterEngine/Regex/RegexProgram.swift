/// A pattern that is compiled by a library with ICU's syntax.
package protocol RegexProgram: AnyObject, Sendable {
  /// Compiles a pattern that `ICUScanner` rewrote; nil if the library refuses it.
  init?(_ pattern: String, caseInsensitive: Bool)

  /// Matches all of `text`, which is valid UTF-8.
  ///
  /// - Parameter goesOn: Called after at most `stepsBetweenLooks` steps; false ends the match.
  func match(_ text: UnsafeBufferPointer<UInt8>, _ goesOn: () -> Bool) -> RegexMatch

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
