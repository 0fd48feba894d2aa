extension UInt64 {
  /// The bits with one more put in at `index`.
  func inserting(_ bit: Bool, at index: Int) -> UInt64 {
    let low: UInt64 = (1 &<< UInt64(index)) &- 1
    let high = self & ~low
    return (self & low) | (high << 1) | (bit ? 1 &<< UInt64(index) : 0)
  }

  /// The bits without the one at `index`.
  func removing(at index: Int) -> UInt64 {
    let low: UInt64 = (1 &<< UInt64(index)) &- 1
    return (self & low) | ((self >> 1) & ~low)
  }

  /// How many of the first `count` bits are set.
  func bits(before count: Int) -> Int {
    count >= 64 ? nonzeroBitCount : (self & ((1 &<< UInt64(count)) &- 1)).nonzeroBitCount
  }

  /// The place of the set bit that has `rank` set bits before it.
  func place(ofBit rank: Int) -> Int {
    var (rest, rank, place) = (self, rank, 0)
    var width: UInt64 = 32
    while width > 0 {
      let low = (rest & ((1 &<< width) &- 1)).nonzeroBitCount
      if rank >= low {
        rank -= low
        rest &>>= width
        place += Int(width)
      }
      width /= 2
    }
    return place
  }

  /// The lowest `count` bits.
  static func ones(_ count: Int) -> UInt64 {
    count >= 64 ? .max : (1 &<< UInt64(count)) &- 1
  }
}
