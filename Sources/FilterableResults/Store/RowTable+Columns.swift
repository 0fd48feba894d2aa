internal import FilterEngine

// Unsafe: items are read at their addresses, which are good for as long as the call. The words of
// strings are valid for as long as the table is.
extension RowTable {
  /// The words of a stored property for rows by number.
  func words(_ column: FieldColumn, of ids: [UInt32]) -> [ValueWords] {
    Array(unsafeUninitializedCapacity: ids.count) { words, count in
      count = ids.count
      guard let words = words.baseAddress else { return }
      withRows { rows in
        var start = 0
        while start < ids.count {
          let part = ids[start] >> 6
          let isPart = rows.areTogether(part)
          var end = start + 1
          while isPart, end < ids.count, ids[end] >> 6 == part { end += 1 }
          // A row that may lie anywhere is read by itself.
          column.read(
            rows.address(of: isPart ? part << 6 : ids[start]), stride: MemoryLayout<Item>.stride,
            ids: ids[start..<end], mask: isPart ? 63 : 0, into: words + start)
          start = end
        }
      }
    }
  }
}
