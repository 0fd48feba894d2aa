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
