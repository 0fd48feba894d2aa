/// A pattern compiled by a library that reads patterns as ICU does.
package protocol RegexProgram: AnyObject, Sendable {
  /// Compiles a pattern that `ICUScanner` rewrote; nil where the library refuses it.
  init?(_ pattern: String, caseInsensitive: Bool)

  /// Matches all of `text`, which is valid UTF-8.
  ///
  /// - Parameter goesOn: Asked after each `stepsBetweenLooks` steps at most; false ends the match.
  func match(_ text: UnsafeBufferPointer<UInt8>, _ goesOn: () -> Bool) -> RegexMatch

  /// The positions that a match tries between two looks.
  static var stepsBetweenLooks: Int { get }
}

/// How a match ended.
package enum RegexMatch: Sendable {
  case yes, no
  /// It was asked to end
  case ended
  /// Its memory was too small
  case exhausted
}
