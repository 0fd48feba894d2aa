/// The answer of a predicate for a row in the fast path.
///
/// It only records that there is an error. The precise evaluator then evaluates the row again for the error.
/// Throwing in the hot closures would cost more than half of their time.
enum Answer: UInt8, Sendable {
  case no, yes, failed

  @inline(__always)
  init(_ holds: Bool) { self = holds ? .yes : .no }
}
