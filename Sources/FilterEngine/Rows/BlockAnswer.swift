/// The answers of a predicate for the candidates of a block.
@usableFromInline
struct BlockAnswer {
  /// The candidates that match.
  @usableFromInline var matches: UInt64

  /// The candidates without an answer. They are not in `matches`.
  @usableFromInline var failures: UInt64

  @inline(__always)
  init(matches: UInt64, failures: UInt64 = 0) {
    self.matches = matches
    self.failures = failures
  }
}
