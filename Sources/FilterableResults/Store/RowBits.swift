/// A set of rows with one bit for each row number.
struct RowBits {
  /// 64 rows in a word, lowest bit first.
  var words: [UInt64]

  private let count: Int

  /// Creates `count` bits that are clear.
  init(count: Int) {
    self.count = count
    words = Array(repeating: 0, count: (count + 63) / 64)
  }

  /// Sets all bits.
  mutating func insertAll() {
    for word in words.indices { words[word] = .ones(count - word * 64) }
  }

  /// Sets the bits of the rows of a leaf whose offsets are in `mask`.
  mutating func scatter(_ mask: UInt64, of leaf: RowLeaf) {
    if let run = leaf.run {
      let (word, shift) = (run.lowerBound.word, UInt64(run.lowerBound & 63))
      let (low, high) = (mask &<< shift, shift == 0 ? 0 : mask &>> (64 - shift))
      if low != 0 { words[word] |= low }
      if high != 0 { words[word + 1] |= high }
      return
    }
    let rows = leaf.ids
    mask.forEachBit { words.set(rows[$0], to: true) }
  }

  /// The mask of those offsets of `mask` whose rows of a leaf have their bits set.
  func gather(_ mask: UInt64, of leaf: RowLeaf) -> UInt64 {
    guard mask != 0 else { return 0 }
    if let run = leaf.run {
      let (word, shift) = (run.lowerBound.word, UInt64(run.lowerBound & 63))
      let high = shift == 0 || word + 1 == words.count ? 0 : words[word + 1] &<< (64 - shift)
      return (words[word] &>> shift | high) & mask
    }
    let rows = leaf.ids
    var result: UInt64 = 0
    // Skipping rows costs a branch for each, which costs more than reading a row without need.
    if mask.nonzeroBitCount < 24 {
      mask.forEachBit { offset in
        let id = rows[offset]
        result |= (words[id.word] &>> id.shift & 1) &<< UInt64(offset)
      }
      return result
    }
    for offset in 0..<rows.count {
      let id = rows[offset]
      result |= (words[id.word] &>> id.shift & 1) &<< UInt64(offset)
    }
    return result & mask
  }

  /// Calls `body` with each row in order.
  @inline(__always)
  func forEach(_ body: (RowID) -> Void) {
    for word in words.indices { Self.forEach(in: words[word], word, body) }
  }

  /// Calls `body` with the rows of a word in order.
  @inline(__always)
  static func forEach(in bits: UInt64, _ word: Int, _ body: (RowID) -> Void) {
    bits.forEachBit { body(RowID(truncatingIfNeeded: word &* 64 &+ $0)) }
  }

  /// Whether no bit is set.
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// Clears the bits that are clear in `others`, which has at least as many words.
  mutating func formIntersection(_ others: [UInt64]) {
    for word in words.indices { words[word] &= others[word] }
  }

  /// Clears the bits that are set in `others`, which has at least as many words.
  mutating func subtract(_ others: [UInt64]) {
    for word in words.indices { words[word] &= ~others[word] }
  }

  /// Clears the bits of `mask` in a word; returns those that were set.
  mutating func remove(_ mask: UInt64, from word: Int) -> UInt64 {
    defer { words[word] &= ~mask }
    return words[word] & mask
  }
}
