internal import FilterEngine

// Unsafe: items are read through the addresses of the parts that hold them, which live as long as
// the call. The words of strings are valid for as long as the table is.
extension RowTable {
  /// The words of a stored property for rows by number.
  func words(_ column: FieldColumn, of ids: [UInt32]) -> [ValueWords] {
    Array(unsafeUninitializedCapacity: ids.count) { words, count in
      count = ids.count
      guard let words = words.baseAddress else { return }
      var start = 0
      while start < ids.count {
        let part = ids[start] >> 6
        var end = start + 1
        while end < ids.count, ids[end] >> 6 == part { end += 1 }
        withPart(Int(part)) { items in
          guard let base = items.baseAddress else { return }
          column.read(
            UnsafeRawPointer(base), stride: MemoryLayout<Item>.stride, ids: ids[start..<end],
            mask: 63, into: words + start)
        }
        start = end
      }
    }
  }
}
