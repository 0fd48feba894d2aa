/// Up to 64 rows that lie at equal distances.
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

  /// The candidates for which `test` holds.
  @inline(__always)
  func mask(_ test: (Row) -> Bool) -> UInt64 {
    if candidates.nonzeroBitCount < Self.sparseLimit { return sparseMask(test) }
    var bits: UInt64 = 0
    var row = base
    if count == Self.capacity {
      // Eight at a time, so that the bits are shifted by constants.
      for shift in Swift.stride(from: 0, to: UInt64(Self.capacity), by: 8) {
        var byte: UInt64 = 0
        for index: UInt64 in 0..<8 {
          byte |= (test(row) ? 1 : 0) &<< index
          row = row.advanced(by: self.stride)
        }
        bits |= byte &<< shift
      }
      return bits & candidates
    }
    for index in 0..<UInt64(truncatingIfNeeded: count) {
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
}
