/// The number of a row, which stays the same as long as the row is stored.
typealias RowID = UInt32

// Sets of rows have 64 rows in a word, lowest bit first.
extension RowID {
  /// The index of the word with the row.
  var word: Int { Int(self &>> 6) }

  /// The index of the bit of the row in its word.
  var shift: UInt64 { UInt64(self & 63) }

  /// The bit of the row in its word.
  var bit: UInt64 { 1 &<< shift }
}

extension [UInt64] {
  /// Whether the bit of a row is set; the bits of rows beyond the last word are not.
  @inline(__always)
  func has(_ id: RowID) -> Bool { id.word < count && self[id.word] &>> id.shift & 1 == 1 }

  /// Sets the bit of a row or clears it.
  @inline(__always)
  mutating func set(_ id: RowID, to isOn: Bool) { self[id.word].set(id.bit, to: isOn) }

  /// Appends words without set bits up to a number of words.
  mutating func grow(to count: Int) {
    if self.count < count { self += repeatElement(0, count: count - self.count) }
  }
}
