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
