/// Up to 64 consecutive rows of a `RowTree`.
struct RowLeaf: Sendable {
  static let capacity = 64

  /// The first row, 0 if there is none.
  private(set) var first: RowID = 0
  private var storedCount: UInt32 = 0

  /// The rows; empty if they have consecutive numbers.
  private(set) var ids: [RowID] = []

  init(_ ids: [RowID]) { set(ids) }

  private mutating func set(_ rows: [RowID]) {
    first = rows.first ?? 0
    storedCount = UInt32(rows.count)
    let isRun = rows.indices.allSatisfy { rows[$0] == first &+ UInt32($0) }
    ids = isRun ? [] : rows
  }

  var count: Int { Int(storedCount) }

  /// The row at an offset.
  func id(at offset: Int) -> RowID {
    ids.isEmpty ? first &+ UInt32(truncatingIfNeeded: offset) : ids[offset]
  }

  /// The offset of a row, nil if it is not in the leaf.
  func offset(of id: RowID) -> Int? {
    guard ids.isEmpty else {
      // Compares all rows: the end of a search cannot be predicted, and a wrong prediction takes longer.
      var found = UInt32.max
      var offset: UInt32 = 0
      for row in ids {
        found = row == id ? offset : found
        offset &+= 1
      }
      return found == .max ? nil : Int(found)
    }
    return id >= first && id - first < storedCount ? Int(id - first) : nil
  }

  /// The mask of those offsets of `mask` whose rows have a bit in `words`.
  @inline(__always)
  func offsets(in words: UnsafeBufferPointer<UInt64>, among mask: UInt64) -> UInt64 {
    var result: UInt64 = 0
    mask.forEachBit { offset in
      let id = id(at: offset)
      // Without a branch for the bit, which cannot be predicted.
      let word = id &>> 6 < words.count ? words[id.word] : 0
      result |= (word &>> id.shift & 1) &<< UInt64(offset)
    }
    return result
  }

  /// The rows in order.
  var rows: [RowID] { ids.isEmpty ? Array(first..<first + storedCount) : ids }

  /// The range of the rows if they have consecutive numbers.
  var run: Range<RowID>? { ids.isEmpty ? first..<first + storedCount : nil }

  mutating func insert(_ id: RowID, at offset: Int) {
    if ids.isEmpty, offset == count, count == 0 || id == first &+ storedCount {
      if count == 0 { first = id }
      storedCount += 1
      return
    }
    let count = count
    if ids.isEmpty {
      ids = Self.list(of: Self.capacity) { rows in
        for index in 0..<count { rows[index] = first &+ UInt32(truncatingIfNeeded: index) }
        return count
      }
      ids.insert(id, at: offset)
    } else if ids.capacity > count {
      // Copies the list, with its capacity, only if another version shares it.
      ids.insert(id, at: offset)
    } else {
      ids = ids.withUnsafeBufferPointer { old in
        Self.list(of: Self.capacity) { rows in
          for index in 0..<offset { rows[index] = old[index] }
          rows[offset] = id
          for index in offset..<count { rows[index + 1] = old[index] }
          return count + 1
        }
      }
    }
    storedCount += 1
    first = ids[0]
  }

  mutating func remove(at offset: Int) {
    let count = count - 1
    if ids.isEmpty, offset == 0 || offset == count {
      if offset == 0 { first &+= 1 }
    } else if ids.isEmpty {
      let start = first
      ids = Self.list(of: Self.capacity) { rows in
        for index in 0..<count {
          rows[index] = start &+ UInt32(truncatingIfNeeded: index < offset ? index : index + 1)
        }
        return count
      }
    } else {
      ids.remove(at: offset)
      first = ids.first ?? 0
    }
    storedCount -= 1
  }

  private static func list(
    of capacity: Int, _ write: (UnsafeMutableBufferPointer<RowID>) -> Int
  ) -> [RowID] {
    Array(unsafeUninitializedCapacity: capacity) { rows, count in count = write(rows) }
  }

  /// Removes the rows from an offset on, and returns a leaf of them.
  mutating func split(at offset: Int) -> RowLeaf {
    let rows = rows
    set(Array(rows[..<offset]))
    return RowLeaf(Array(rows[offset...]))
  }
}
