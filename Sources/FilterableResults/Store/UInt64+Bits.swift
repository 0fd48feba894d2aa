extension UInt64 {
  /// The bits after the insertion of a bit at `index`.
  func inserting(_ bit: Bool, at index: Int) -> UInt64 {
    let low: UInt64 = (1 &<< UInt64(index)) &- 1
    let high = self & ~low
    return (self & low) | (high &<< 1) | (bit ? 1 &<< UInt64(index) : 0)
  }

  /// The bits after the removal of the bit at `index`.
  func removing(at index: Int) -> UInt64 {
    let low: UInt64 = (1 &<< UInt64(index)) &- 1
    return (self & low) | ((self &>> 1) & ~low)
  }

  /// The number of set bits among the first `count` bits.
  func bits(before count: Int) -> Int {
    count >= 64 ? nonzeroBitCount : (self & ((1 &<< UInt64(count)) &- 1)).nonzeroBitCount
  }

  /// The index of the set bit with `rank` set bits before it.
  func index(ofBit rank: Int) -> Int {
    var (rest, rank, index) = (self, rank, 0)
    var width: UInt64 = 32
    while width > 0 {
      let low = (rest & ((1 &<< width) &- 1)).nonzeroBitCount
      if rank >= low {
        rank -= low
        rest &>>= width
        index += Int(width)
      }
      width /= 2
    }
    return index
  }

  /// Calls `body` with the index of each set bit, the lowest first.
  @inline(__always)
  func forEachBit(_ body: (Int) -> Void) {
    var rest = self
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }

  /// Sets a bit or clears it.
  @inline(__always)
  mutating func set(_ bit: UInt64, to isOn: Bool) {
    if isOn { self |= bit } else { self &= ~bit }
  }

  /// A mask of the lowest `count` bits.
  static func ones(_ count: Int) -> UInt64 {
    count >= 64 ? .max : (1 &<< UInt64(count)) &- 1
  }
}
