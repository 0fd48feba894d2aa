/// Which memory is asked for while a row is tested, so that rows further on do not have to be waited
/// for.
///
/// That serves tests that take no branches, which would wait for nothing else. Of rows that fill one
/// line of memory or two, every line is asked for in turn: lines that follow one another come faster
/// than half of them, at distances that the processor does not foresee. Of wider rows only what is
/// tested is.
struct ReadAhead {
  /// How many rows ahead: more than are tested while memory answers, few enough to be in the cache
  /// still when their turn comes.
  private static let rows = 256

  /// How many bytes ahead what a test reads is asked for that takes branches: it is slower, and once
  /// a branch was not foreseen it needs its row at once.
  static let near = 8192

  /// The bytes of a line of memory.
  private static let line = 64

  /// Bytes from the row that is being tested.
  private let first: Int
  private let second: Int

  /// For rows of which `offset` bytes in something is read.
  @inline(__always)
  init(stride: Int, offset: Int) {
    // Wider rows leave lines between what is read of one and of the next.
    let isWide = stride > 2 &* Self.line
    first = Self.rows &* stride &+ (isWide ? offset : 0)
    // The second word of a string may lie in the next line.
    second = first &+ (isWide ? 8 : stride &>> 1)
  }

  /// Asks for what lies ahead of `row`.
  @inline(__always)
  func callAsFunction(of row: Row) {
    row.willReadLater(at: first)
    row.willReadLater(at: second)
  }
}
