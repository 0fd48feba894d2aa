/// Rows by number: few in a set, many as a bit each; the first one takes no memory.
struct RowSet: Sequence {
  private var first: RowID?
  private var others: Set<RowID> = []
  private var words: [UInt64] = []

  /// How many rows there are.
  private(set) var count = 0

  /// Above how many rows each has a bit.
  private static let fewCount = 64

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  func contains(_ id: RowID) -> Bool {
    let word = Int(id >> 6)
    if word < words.count { return words[word] &>> UInt64(id & 63) & 1 == 1 }
    return count > 0 && words.isEmpty && isAmongFew(id)
  }

  /// Calls `body` with a bit for each row, 64 in a word; rows behind the last word are not in the set.
  func withWords(_ body: (UnsafeBufferPointer<UInt64>) -> Void) {
    guard words.isEmpty else { return words.withUnsafeBufferPointer(body) }
    var many = RowSet()
    many.words = [0]
    for id in self { many.set(id) }
    many.words.withUnsafeBufferPointer(body)
  }

  @inline(never)
  private func isAmongFew(_ id: RowID) -> Bool { first == id || others.contains(id) }

  /// Adds a row; false where it is in the set already.
  @discardableResult
  mutating func insert(_ id: RowID) -> Bool {
    guard !contains(id) else { return false }
    count += 1
    if !words.isEmpty {
      set(id)
    } else if first == nil {
      first = id
    } else if others.count < Self.fewCount {
      others.insert(id)
    } else {
      words = [0]
      if let first { set(first) }
      for other in others { set(other) }
      set(id)
      (first, others) = (nil, [])
    }
    return true
  }

  /// Takes a row out; false where it is not in the set.
  @discardableResult
  mutating func remove(_ id: RowID) -> Bool {
    guard contains(id) else { return false }
    count -= 1
    if !words.isEmpty {
      words[Int(id >> 6)] &= ~(1 &<< UInt64(id & 63))
    } else if first == id {
      first = nil
    } else {
      others.remove(id)
    }
    return true
  }

  private mutating func set(_ id: RowID) {
    let word = Int(id >> 6)
    if word >= words.count {
      words += repeatElement(0, count: Swift.max(word + 1, words.count * 2) - words.count)
    }
    words[word] |= 1 &<< UInt64(id & 63)
  }

  func makeIterator() -> Array<RowID>.Iterator {
    var ids: [RowID] = []
    ids.reserveCapacity(count)
    if let first { ids.append(first) }
    ids += others
    for (place, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        ids.append(RowID(place * 64 + rest.trailingZeroBitCount))
        rest &= rest &- 1
      }
    }
    return ids.makeIterator()
  }
}
