/// A one-byte field with few cases. The comparison was evaluated for each case in advance.
struct FiniteTest: StoredTest {
  let offset: Int

  // 256 answers, one bit for each.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  init(offset: Int, matching bytes: [UInt8]) {
    self.offset = offset
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    for byte in bytes {
      let bit: UInt64 = 1 << UInt64(byte & 63)
      switch byte >> 6 {
      case 0: words.0 |= bit
      case 1: words.1 |= bit
      case 2: words.2 |= bit
      default: words.3 |= bit
      }
    }
    self.words = words
  }

  @inline(__always)
  func holds(_ row: Row) -> Bool {
    let byte = row.load(UInt8.self, at: offset)
    let low = byte & 64 == 0 ? words.0 : words.1
    let high = byte & 64 == 0 ? words.2 : words.3
    return ((byte & 128 == 0 ? low : high) &>> UInt64(byte & 63)) & 1 != 0
  }
}

/// The number of elements of an array is inside or outside of a range.
struct ElementCountTest: StoredTest {
  let offset: Int
  let range: IntegerRangeTest<UInt64>

  @inline(__always)
  func holds(_ row: Row) -> Bool {
    range.contains(Int64(row.elementCount(at: offset))) != range.isInverted
  }

  @inline(__always)
  func mask(_ block: Block) -> UInt64 {
    let inside = block.mask(at: offset) { range.contains(Int64($0.elementCount(at: offset))) }
    return range.isInverted ? block.candidates & ~inside : inside
  }
}
