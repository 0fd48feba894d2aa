/// A set of rows: a few in a hash set, many with one bit each. A single row needs no allocation.
struct RowSet: Sequence {
  private var first: RowID?
  private var others: Set<RowID> = []
  private var words: [UInt64] = []

  /// The number of rows.
  private(set) var count = 0

  /// The greatest number of rows in the hash set.
  private static let fewCount = 64

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  func contains(_ id: RowID) -> Bool {
    let word = id.word
    if word < words.count { return words[word] &>> id.shift & 1 == 1 }
    return count > 0 && words.isEmpty && isAmongFew(id)
  }

  /// Calls `body` with one bit for each row number, 64 in a word; rows beyond the last word are not in the set.
  func withWords(_ body: (UnsafeBufferPointer<UInt64>) -> Void) {
    guard words.isEmpty else { return words.withUnsafeBufferPointer(body) }
    var many = RowSet()
    many.words = [0]
    for id in self { many.set(id) }
    many.words.withUnsafeBufferPointer(body)
  }

  @inline(never)
  private func isAmongFew(_ id: RowID) -> Bool { first == id || others.contains(id) }

  /// Adds a row; returns false if it was already in the set.
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

  /// Removes a row; returns false if it was not in the set.
  @discardableResult
  mutating func remove(_ id: RowID) -> Bool {
    guard contains(id) else { return false }
    count -= 1
    if !words.isEmpty {
      words.set(id, to: false)
    } else if first == id {
      first = nil
    } else {
      others.remove(id)
    }
    return true
  }

  private mutating func set(_ id: RowID) {
    if id.word >= words.count { words.grow(to: Swift.max(id.word + 1, words.count * 2)) }
    words.set(id, to: true)
  }

  func makeIterator() -> Array<RowID>.Iterator {
    var ids: [RowID] = []
    ids.reserveCapacity(count)
    if let first { ids.append(first) }
    ids += others
    for (index, word) in words.enumerated() {
      RowBits.forEach(in: word, index) { ids.append($0) }
    }
    return ids.makeIterator()
  }
}
