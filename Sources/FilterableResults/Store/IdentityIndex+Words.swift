internal import FilterEngine

extension IdentityIndex {
  /// Inserts rows by the words of their keys; calls `onRepeat` with each row whose key is already in the index, and
  /// with the row that has it.
  ///
  /// Unsafe if the keys are strings: the words are valid as long as the items are alive and unchanged.
  mutating func enter<Rows: RandomAccessCollection<RowID>, Failure: Error>(
    _ rows: Rows, _ words: [ValueWords], of column: FieldColumn,
    onRepeat: (_ row: RowID, _ known: RowID) throws(Failure) -> Void
  ) throws(Failure) {
    var hashes: [UInt64] = []
    var rest = rows[...]
    while !rest.isEmpty {
      let block = rest.prefix(32)
      rest = rest.dropFirst(32)
      read(block, words, of: column, into: &hashes)
      for (row, hash) in zip(block, hashes) {
        let known = findOrInsert(
          row, hash: hash, hashOf: { [hasher] in column.hash(words[Int($0)], hasher) },
          where: { column.areEqual(words[Int($0)], words[Int(row)]) })
        if let known { try onRepeat(row, known) }
      }
    }
  }

  /// Hashes a block of rows and prefetches the slots and rows of these hashes, so that the loads overlap.
  @inline(never)
  private func read(
    _ block: some Sequence<RowID>, _ words: [ValueWords], of column: FieldColumn,
    into hashes: inout [UInt64]
  ) {
    hashes.removeAll(keepingCapacity: true)
    var sum: UInt64 = 0
    for row in block { hashes.append(column.hash(words[Int(row)], hasher)) }
    for hash in hashes { sum &+= UInt64(first(hash: hash) ?? 0) }
    for hash in hashes {
      if let row = first(hash: hash) { sum &+= words[Int(row)].low }
    }
    Self.use(sum)
  }

  /// Keeps the optimizer from removing the loads that `value` is made of.
  @inline(never)
  @_optimize(none)
  private static func use(_ value: UInt64) {}
}
