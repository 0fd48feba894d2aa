/// Which element of an array.
enum ElementPosition: Sendable {
  case first, last
  case index(Int)
}

/// `scores[0]`, `scores[LAST]`: of an array of a machine type that lies in a row.
struct ElementColumn<Value: LaneSource>: NumberColumn {
  let offset: Int
  let position: ElementPosition

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Value.Lane>) -> LaneMasks {
    var masks = LaneMasks()
    var rest = block.candidates
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest &- 1
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: lane)
      block.base.advanced(by: lane &* block.stride).withElements(Value.self, at: offset) { elements in
        let index: Int
        switch position {
        case .first: index = 0
        case .last: index = elements.count &- 1
        case .index(let number):
          // An index outside the array is an error; an empty array has no first and no last element.
          guard elements.indices.contains(number) else {
            masks.failures |= bit
            return
          }
          index = number
        }
        guard !elements.isEmpty else {
          masks.nils |= bit
          return
        }
        lanes[lane] = elements[index].lane
        if !elements[index].fitsLane { masks.failures |= bit }
      }
    }
    return masks
  }
}

/// The number of elements of any array that lies in a row.
struct CountColumn: NumberColumn {
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
