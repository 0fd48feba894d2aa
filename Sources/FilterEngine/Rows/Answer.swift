/// The answer of a predicate for a row in the fast path.
///
/// An error is only noted here: the row that failed is evaluated again by the precise evaluator,
/// which says why. Throwing from the hot closures costs more than half of what they do.
enum Answer: UInt8, Sendable {
  case no, yes, failed

  @inline(__always)
  init(_ holds: Bool) { self = holds ? .yes : .no }
}
