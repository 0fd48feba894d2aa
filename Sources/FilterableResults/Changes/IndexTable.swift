/// A hash table that finds the indices of old rows by new rows that are the same.
struct IndexTable {
  // The high 32 bits of the hash, then the index plus one in the low 32 bits; 0 is an empty slot.
  private var slots: [UInt64]
  private let mask: Int

  /// The next index of the same row, by index; empty if no rows repeat.
  private var following: [UInt32: UInt32] = [:]

  /// The hashes of the last block of rows.
  private var hashes: [UInt64] = []

  /// The number of rows that are hashed at a time.
  static let blockSize = 32

  init(_ indices: [UInt32], _ rows: some ComparedRows) {
    var size = 16
    while size < indices.count * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    mask = size - 1
    // From last to first, so that the first of repeated rows is found first.
    var rest = indices[...]
    while !rest.isEmpty {
      let block = rest.suffix(Self.blockSize)
      rest = rest.dropLast(Self.blockSize)
      hashes.removeAll(keepingCapacity: true)
      for index in block { hashes.append(rows.hash(old: Int(index))) }
      touchSlots()
      for (index, hash) in zip(block, hashes).reversed() { insert(index, hash, rows) }
    }
  }

  private mutating func insert(_ index: UInt32, _ hash: UInt64, _ rows: some ComparedRows) {
    let entry = hash & Self.hashBits | UInt64(index + 1)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if slots[slot] & Self.hashBits == hash & Self.hashBits {
        let other = UInt32(truncatingIfNeeded: slots[slot]) - 1
        if rows.areSame(old: Int(other), old: Int(index)) {
          following[index] = other
          break
        }
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = entry
  }

  private static var hashBits: UInt64 { 0xFFFF_FFFF_0000_0000 }

  /// Hashes a block of new rows and prefetches the slots and old rows of these hashes, so that the loads overlap.
  mutating func read(_ block: ArraySlice<UInt32>, _ rows: some ComparedRows) {
    hashes.removeAll(keepingCapacity: true)
    for index in block { hashes.append(rows.hash(new: Int(index))) }
    touchSlots()
    var sum: UInt64 = 0
    for hash in hashes {
      let slot = slots[Int(truncatingIfNeeded: hash) & mask]
      if slot & Self.hashBits == hash & Self.hashBits {
        sum &+= rows.touch(old: Int(UInt32(truncatingIfNeeded: slot)) - 1)
      }
    }
    Self.use(sum)
  }

  private func touchSlots() {
    var sum: UInt64 = 0
    for hash in hashes { sum &+= slots[Int(truncatingIfNeeded: hash) & mask] }
    Self.use(sum)
  }

  /// Keeps the optimizer from removing the loads that `value` is made of.
  @inline(never)
  @_optimize(none)
  private static func use(_ value: UInt64) {}

  /// The index of the first old row that is the same as the new one at `new` and satisfies `isFree`.
  ///
  /// Forgets the old rows before it. `offset` is the offset of the new row in the last block.
  mutating func find(
    _ offset: Int, _ new: Int, _ rows: some ComparedRows, where isFree: (Int) -> Bool
  ) -> Int? {
    let hash = hashes[offset]
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if slots[slot] & Self.hashBits == hash & Self.hashBits {
        var index = UInt32(truncatingIfNeeded: slots[slot]) - 1
        if rows.areSame(Int(index), new) {
          while !isFree(Int(index)) {
            guard let next = following[index] else { return nil }
            index = next
            slots[slot] = hash & Self.hashBits | UInt64(index + 1)
          }
          return Int(index)
        }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }
}
