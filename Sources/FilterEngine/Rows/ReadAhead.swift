/// Prefetches memory while a row is tested, so that tests of later rows do not wait for it.
///
/// It is for tests without branches, which wait only for memory. For rows of one or two cache lines, every line
/// is prefetched: consecutive lines arrive faster than every second one, because the hardware recognizes their
/// stride. For wider rows, only the tested line is prefetched.
struct ReadAhead {
  /// Prefetch distance in rows: longer than the memory latency, and short enough that they are still in the
  /// cache when they are tested.
  private static let rows = 256

  /// Prefetch distance in bytes for tests that branch. They are slower, and need a row at once after a
  /// mispredicted branch.
  static let near = 8192

  /// The bytes of a cache line.
  private static let line = 64

  /// Bytes from the row that is being tested.
  private let first: Int
  private let second: Int

  /// For tests that read `offset` bytes into a row.
  @inline(__always)
  init(stride: Int, offset: Int) {
    // In wider rows, there are unread lines between the fields of adjacent rows.
    let isWide = stride > 2 &* Self.line
    first = Self.rows &* stride &+ (isWide ? offset : 0)
    // The second word of a string may be in the next cache line.
    second = first &+ (isWide ? 8 : stride &>> 1)
  }

  /// Prefetches the memory after `row`.
  @inline(__always)
  func callAsFunction(of row: Row) {
    row.willReadLater(at: first)
    row.willReadLater(at: second)
  }
}
