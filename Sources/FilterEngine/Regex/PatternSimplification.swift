/// A literal test that says the same of every text as a pattern does, byte for byte of UTF-8.
enum PatternSimplification: Equatable, Sendable {
  /// The pattern needs a regular expression
  case none
  case exact(String)
  case prefix(String)
  case suffix(String)
  case contains(String)
  /// Every text matches
  case anything
}
