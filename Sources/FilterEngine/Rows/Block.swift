/// Up to 64 rows at equal distances.
@usableFromInline
struct Block {
  /// The greatest number of rows of a block: a mask has a bit for each.
  @usableFromInline static let capacity = 64

  let base: Row
  let stride: Int

  /// The number of rows.
  let count: Int

  /// The rows to test, lowest bit first. Bits from `count` on are zero.
  var candidates: UInt64

  /// With fewer candidates than this, only they are visited. With more, testing every row is cheaper than
  /// branching.
  private static let sparseLimit = 14

  /// Up to this many rows, all are tested, because the branch on a candidate is unpredictable.
  private static let smallLimit = 8

  @inline(__always)
  init(base: Row, stride: Int, count: Int, candidates: UInt64) {
    self.base = base
    self.stride = stride
    self.count = count
    self.candidates = candidates
  }

  /// The block with the candidates of `mask` only.
  @inline(__always)
  func narrowed(to mask: UInt64) -> Block {
    Block(base: base, stride: stride, count: count, candidates: mask)
  }

  /// Whether there are so few candidates that visiting only them is cheaper.
  @inline(__always)
  var isSparse: Bool {
    // Counting bits takes a dozen instructions, and a block of the elements of an array is small.
    count < Self.sparseLimit || candidates.nonzeroBitCount < Self.sparseLimit
  }

  /// The candidates for which `test` holds. It reads `offset` bytes into the row, and does not branch.
  @inline(__always)
  func mask(at offset: Int, _ test: (Row) -> Bool) -> UInt64 {
    if count <= Self.smallLimit { return smallMask(test) }
    return isSparse ? sparseMask(test) : denseMask(at: offset, test)
  }

  /// The same for a block that is not sparse.
  @inline(__always)
  func denseMask(at offset: Int, _ test: (Row) -> Bool) -> UInt64 {
    let readAhead = ReadAhead(stride: stride, offset: offset)
    var bits: UInt64 = 0
    var row = base
    for _ in 0..<count {
      readAhead(of: row)
      bits = bits &+ bits &+ (test(row) ? 1 : 0)
      row = row.advanced(by: stride)
    }
    return inOrder(bits) & candidates
  }

  /// The candidates for which `test` holds, of a block of few rows.
  @inline(__always)
  private func smallMask(_ test: (Row) -> Bool) -> UInt64 {
    var bits: UInt64 = 0
    var row = base
    for index in 0..<UInt64(truncatingIfNeeded: count) {
      bits |= (test(row) ? 1 : 0) &<< index
      row = row.advanced(by: stride)
    }
    return bits & candidates
  }

  /// Reverses bits that were collected with the first row highest, because adding a bit at the low end takes
  /// one instruction.
  @inline(__always)
  private func inOrder(_ bits: UInt64) -> UInt64 {
    // Exchanges the bytes, and then the halves, quarters and eighths of each.
    var bits = bits.byteSwapped
    bits = (bits &>> 4) & 0x0F0F_0F0F_0F0F_0F0F | (bits & 0x0F0F_0F0F_0F0F_0F0F) &<< 4
    bits = (bits &>> 2) & 0x3333_3333_3333_3333 | (bits & 0x3333_3333_3333_3333) &<< 2
    bits = (bits &>> 1) & 0x5555_5555_5555_5555 | (bits & 0x5555_5555_5555_5555) &<< 1
    return bits &>> UInt64(truncatingIfNeeded: Self.capacity &- count)
  }

  /// The candidates for which `test` holds, for a test that branches on what it reads.
  ///
  /// With an `offset`, it prefetches the memory that the test reads in later rows. `apart` is the same test as a call,
  /// for few candidates.
  @inline(__always)
  func branchingMask(
    at offset: Int? = nil, _ test: (Row) -> Bool, apart: (Row) -> Bool
  ) -> UInt64 {
    if isSparse { return sparseMask(apart) }
    var bits: UInt64 = 0
    var row = base
    for index in 0..<UInt64(truncatingIfNeeded: count) {
      if let offset { row.willRead(at: offset &+ ReadAhead.near) }
      bits |= (test(row) ? 1 : 0) &<< index
      row = row.advanced(by: stride)
    }
    return bits & candidates
  }

  /// The candidates for which `test` holds, for a test that costs more than a branch.
  @inline(__always)
  func sparseMask(_ test: (Row) -> Bool) -> UInt64 {
    var bits: UInt64 = 0
    var rest = candidates
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      if test(base.advanced(by: index &* stride)) {
        bits |= 1 &<< UInt64(truncatingIfNeeded: index)
      }
      rest &= rest &- 1
    }
    return bits
  }

  /// Prefetches the arrays `offset` bytes into the candidates. Otherwise the test would wait for each of them
  /// in turn.
  @inline(__always)
  func willReadElements(at offset: Int, large: Bool = false) {
    var rest = candidates
    while rest != 0 {
      base.advanced(by: rest.trailingZeroBitCount &* stride)
        .willReadElements(at: offset, large: large)
      rest &= rest &- 1
    }
  }
}

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
