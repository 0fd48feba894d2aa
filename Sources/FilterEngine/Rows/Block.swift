/// Up to 64 rows at equal distances.
@usableFromInline
struct Block {
  /// The most rows of a block: a mask has a bit for each.
  @usableFromInline static let capacity = 64

  let base: Row
  let stride: Int

  /// How many rows there are.
  let count: Int

  /// The rows that are asked for, lowest bit first; no bit beyond `count`.
  var candidates: UInt64

  /// Below this many candidates only they are tested: leaping costs a branch each, a test that was
  /// not asked for costs less.
  private static let sparseLimit = 14

  /// Up to this many rows all are tested: which ones are asked for is a branch that cannot be foreseen.
  private static let smallLimit = 8

  @inline(__always)
  init(base: Row, stride: Int, count: Int, candidates: UInt64) {
    self.base = base
    self.stride = stride
    self.count = count
    self.candidates = candidates
  }

  /// The candidates of `mask` only.
  @inline(__always)
  func narrowed(to mask: UInt64) -> Block {
    Block(base: base, stride: stride, count: count, candidates: mask)
  }

  /// Whether so few rows are asked for that leaping from one to the next is cheaper.
  @inline(__always)
  var isSparse: Bool { candidates.nonzeroBitCount < Self.sparseLimit }

  /// The candidates for which `test` holds, which reads the row `offset` bytes from its start and takes
  /// no branches.
  @inline(__always)
  func mask(at offset: Int, _ test: (Row) -> Bool) -> UInt64 {
    if isSparse { return count <= Self.smallLimit ? smallMask(test) : sparseMask(test) }
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

  /// Bits that came first row highest, first row lowest: adding a bit at the low end takes one
  /// instruction.
  @inline(__always)
  private func inOrder(_ bits: UInt64) -> UInt64 {
    // The bytes, then the halves, quarters and eighths of each are exchanged.
    var bits = bits.byteSwapped
    bits = (bits &>> 4) & 0x0F0F_0F0F_0F0F_0F0F | (bits & 0x0F0F_0F0F_0F0F_0F0F) &<< 4
    bits = (bits &>> 2) & 0x3333_3333_3333_3333 | (bits & 0x3333_3333_3333_3333) &<< 2
    bits = (bits &>> 1) & 0x5555_5555_5555_5555 | (bits & 0x5555_5555_5555_5555) &<< 1
    return bits &>> UInt64(truncatingIfNeeded: Self.capacity &- count)
  }

  /// The candidates for which `test` holds, where a test takes branches that depend on what it reads.
  ///
  /// With an `offset`, prefetches the memory that the test reads in later rows.
  @inline(__always)
  func branchingMask(at offset: Int? = nil, _ test: (Row) -> Bool) -> UInt64 {
    if isSparse { return sparseMask(test) }
    var bits: UInt64 = 0
    var row = base
    for index in 0..<UInt64(truncatingIfNeeded: count) {
      if let offset { row.willRead(at: offset &+ ReadAhead.near) }
      bits |= (test(row) ? 1 : 0) &<< index
      row = row.advanced(by: stride)
    }
    return bits & candidates
  }

  /// The candidates for which `test` holds, where a test costs more than a leap.
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

  /// Prefetches the arrays that lie `offset` bytes into the candidates: found one after another,
  /// each would be waited for.
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
