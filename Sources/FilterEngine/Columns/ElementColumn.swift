/// The position of an element of an array.
enum ElementPosition: Sendable {
  case first, last
  case index(Int)

  /// The index in an array of `count` elements; outside of it if there is no such element.
  @inline(__always)
  func index(of count: Int) -> Int {
    switch self {
    case .first: 0
    case .last: count &- 1
    case .index(let index): index
    }
  }

  /// Whether a missing element is `nil`; otherwise it is an error.
  @inline(__always)
  var isNilOutside: Bool { if case .index = self { false } else { true } }
}

/// `scores[0]`, `scores[LAST]`: an element of an array of a machine type in a row.
struct ElementColumn<Value: LaneSource>: ColumnSource {
  let offset: Int
  let position: ElementPosition

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Value.Lane>) -> LaneMasks {
    block.willReadElements(at: offset)
    var masks = LaneMasks()
    var rest = block.candidates
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: lane)
      rest &= rest &- 1
      let row = block.base.advanced(by: lane &* block.stride)
      let count = row.elementCount(at: offset)
      let index = position.index(of: count)
      guard index >= 0, index < count else {
        if position.isNilOutside { masks.nils |= bit } else { masks.failures |= bit }
        continue
      }
      let value = row.withElements(Value.self, at: offset) { $0[index] }
      lanes[lane] = value.lane
      if !value.fitsLane { masks.failures |= bit }
    }
    return masks
  }
}

/// The number of elements of any array in a row.
struct CountColumn: ColumnSource {
  let offset: Int

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Int64>) -> LaneMasks {
    var row = block.base
    for lane in 0..<block.count {
      lanes[lane] = Int64(row.elementCount(at: offset))
      row = row.advanced(by: block.stride)
    }
    return LaneMasks()
  }
}
