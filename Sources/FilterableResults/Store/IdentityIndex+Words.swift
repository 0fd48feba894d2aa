internal import FilterEngine

extension IdentityIndex {
  /// Enters rows by the words of their keys; `onRepeat` is given those whose key is there already, with
  /// the row that has it.
  ///
  /// Unsafe where the keys are strings: the words are those of items that are alive and unchanged.
  mutating func enter<Rows: RandomAccessCollection<UInt32>, Failure: Error>(
    _ rows: Rows, _ words: [ValueWords], of column: FieldColumn,
    onRepeat: (_ row: UInt32, _ known: UInt32) throws(Failure) -> Void
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

  /// Hashes a block of rows, and reads where they will be looked for: the memory of all of them comes
  /// at once, where one after the other would be waited for.
  @inline(never)
  private func read(
    _ block: some Sequence<UInt32>, _ words: [ValueWords], of column: FieldColumn,
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

  /// Keeps what was read from being left out as useless.
  @inline(never)
  @_optimize(none)
  private static func use(_ value: UInt64) {}
}
