/// The slot that an expression reads.
struct SlotAccess: Sendable {
  let index: Int

  /// Whether it is the number of elements, not the array.
  let isCount: Bool

  /// The slot of a line whose slots begin at `row`.
  @inline(__always)
  func slot(of row: Row) -> RowSlot {
    let slot = row.load(RowSlot.self, at: index &* MemoryLayout<RowSlot>.stride)
    return isCount ? Self.count(of: slot) : slot
  }

  private static func count(of slot: RowSlot) -> RowSlot {
    switch slot.kind {
    case .missing, .null: slot
    case .array: RowSlot(.integer, bits: UInt64(slot.count))
    default: RowSlot(.other)
    }
  }
}

/// The key paths that have slots, in the order in which the compiler adds them.
struct SlotPaths {
  private(set) var paths: [[String]] = []

  /// Whether there are as many paths as are looked for in each key of a line.
  var isFull: Bool { paths.count >= 256 }

  private var indices: [[ByteKey]: Int] = [:]

  /// The slot of a path of keys.
  mutating func slot(of path: [String]) -> Int {
    let key = path.map(ByteKey.init)
    if let index = indices[key] { return index }
    indices[key] = paths.count
    paths.append(path)
    return paths.count - 1
  }
}
