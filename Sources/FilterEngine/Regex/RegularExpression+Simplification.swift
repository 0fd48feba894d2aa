extension RegularExpression {
  /// A literal test that says the same of every text as a pattern does, byte for byte of UTF-8.
  enum Simplification: Equatable, Sendable {
    /// The pattern needs PCRE2
    case none
    case exact(String)
    case prefix(String)
    case suffix(String)
    case contains(String)
    /// Every text matches
    case anything
  }
}
