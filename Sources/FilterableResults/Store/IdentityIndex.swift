internal import FilterEngine

/// A hash table that finds rows by their keys; it has row numbers but no keys.
///
/// The bits of a slot that no row number needs are bits of the hash, so that few rows with other keys are read.
struct IdentityIndex {
  // 0 is an empty slot, all ones a removed row. Otherwise the low bits are the row number plus one, and the others bits
  // of the hash.
  private var slots: [UInt32] = []

  /// The mask of the bits of a slot that are the row number plus one.
  private var rowMask: UInt32 = 0xFF
  private var used = 0
  private(set) var count = 0

  let hasher: KeyHasher

  init(_ hasher: KeyHasher = KeyHasher()) { self.hasher = hasher }

  private static var removed: UInt32 { .max }

  // The low bits of the hash select the slot, and the high ones are stored in it.
  @inline(__always)
  private func start(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slots.count - 1) }

  /// The bits of a hash that a slot stores.
  @inline(__always)
  private func mark(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash &>> 32) & ~rowMask }

  /// The row of a slot, nil if it has another mark or is empty.
  @inline(__always)
  private func row(in slot: UInt32, _ mark: UInt32) -> RowID? {
    slot & ~rowMask == mark && slot != Self.removed ? (slot & rowMask) &- 1 : nil
  }

  /// Widens the row numbers of slots so that they can store `row`.
  @inline(__always)
  private mutating func makeRoom(for row: RowID) {
    if row >= rowMask - 1 { widen(row) }
  }

  @inline(never)
  private mutating func widen(_ row: RowID) {
    let known = rowMask
    while row >= rowMask - 1, rowMask != .max { rowMask = rowMask &<< 1 | 1 }
    let taken = rowMask & ~known
    for slot in slots.indices where slots[slot] != Self.removed { slots[slot] &= ~taken }
  }

  /// The row that satisfies `isMatch` among those that may have `key`, nil if there is none.
  func find(_ key: FilterValue, where isMatch: (RowID) -> Bool) -> RowID? {
    find(hash: hasher.hash(key), where: isMatch)
  }

  /// The row that satisfies `isMatch` among those whose keys may have `hash`, nil if there is none.
  @inline(__always)
  func find(hash: UInt64, where isMatch: (RowID) -> Bool) -> RowID? {
    guard !slots.isEmpty else { return nil }
    let mark = mark(hash)
    var slot = start(hash)
    while slots[slot] != 0 {
      if let row = row(in: slots[slot], mark), isMatch(row) { return row }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Inserts a row; `keyOf` returns the keys of other rows when the table grows.
  mutating func insert(_ id: RowID, _ key: FilterValue, keyOf: (RowID) -> FilterValue) {
    insert(id, hash: hasher.hash(key)) { [hasher] in hasher.hash(keyOf($0)) }
  }

  /// Inserts a row; `hashOf` returns the hashes of other rows when the table grows.
  @inline(__always)
  mutating func insert(_ id: RowID, hash: UInt64, hashOf: (RowID) -> UInt64) {
    makeRoom(hashOf)
    var slot = start(hash)
    while slots[slot] != 0, slots[slot] != Self.removed { slot = (slot + 1) & (slots.count - 1) }
    put(id, hash, slot)
  }

  /// Returns the row with the same key as `id` or, if there is none, inserts `id` and returns nil.
  @inline(__always)
  mutating func findOrInsert(
    _ id: RowID, hash: UInt64, hashOf: (RowID) -> UInt64, where isMatch: (RowID) -> Bool
  ) -> RowID? {
    makeRoom(hashOf)
    let mark = mark(hash)
    var slot = start(hash)
    var free = -1
    while slots[slot] != 0 {
      if let row = row(in: slots[slot], mark) {
        if isMatch(row) { return row }
      } else if slots[slot] == Self.removed, free < 0 {
        free = slot
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    put(id, hash, free < 0 ? slot : free)
    return nil
  }

  /// The row in the first slot of a hash, nil if the slot is empty or has another mark.
  @inline(__always)
  func first(hash: UInt64) -> RowID? {
    guard !slots.isEmpty else { return nil }
    let slot = slots[start(hash)]
    return slot == 0 ? nil : row(in: slot, mark(hash))
  }

  @inline(__always)
  private mutating func put(_ id: RowID, _ hash: UInt64, _ slot: Int) {
    makeRoom(for: id)
    if slots[slot] == 0 { used += 1 }
    slots[slot] = mark(hash) | (id + 1)
    count += 1
  }

  @inline(__always)
  private mutating func makeRoom(_ hashOf: (RowID) -> UInt64) {
    if (used + 1) * 4 > slots.count * 3 { grow(hashOf) }
  }

  /// Removes a row.
  mutating func remove(_ id: RowID, _ key: FilterValue) {
    guard !slots.isEmpty else { return }
    let hash = hasher.hash(key)
    let mark = mark(hash)
    var slot = start(hash)
    while slots[slot] != 0 {
      if row(in: slots[slot], mark) == id { return empty(slot) }
      slot = (slot + 1) & (slots.count - 1)
    }
    // The key was changed in place, so all slots are searched.
    let found = slots.firstIndex { $0 != 0 && $0 != Self.removed && $0 & rowMask == id + 1 }
    if let found { empty(found) }
  }

  private mutating func empty(_ slot: Int) {
    slots[slot] = Self.removed
    count -= 1
  }

  /// The same keys with other row numbers.
  ///
  /// - Parameter numbers: The new number of each row, all ones for a removed row.
  /// - Complexity: O(n) without reading a key.
  func renumbered(_ numbers: [RowID]) -> IdentityIndex {
    var result = self
    guard !numbers.isEmpty else { return result }
    // A removed row counts as 0 here.
    let most = numbers.reduce(0) { max($0, $1 &+ 1) }
    if most > 0 { result.makeRoom(for: most - 1) }
    let rowMask = result.rowMask
    var gone = 0
    // Without branches, because which slots are taken cannot be predicted.
    result.slots = result.slots.map { slot in
      let isTaken = slot != 0 && slot != Self.removed
      let number = numbers[isTaken ? Int((slot & rowMask) &- 1) : 0] &+ 1
      let isGone = number == 0
      gone &+= isTaken && isGone ? 1 : 0
      return isTaken ? (isGone ? Self.removed : slot & ~rowMask | number) : slot
    }
    result.count -= gone
    return result
  }

  /// Reserves capacity for this number of rows if the index is empty.
  mutating func reserve(_ capacity: Int) {
    var size = 16
    while size * 3 < capacity * 4 + 4 { size *= 2 }
    if size > slots.count, count == 0 {
      slots = Array(repeating: 0, count: size)
      used = 0
      makeRoom(for: RowID(truncatingIfNeeded: capacity))
    }
  }

  @inline(never)
  private mutating func grow(_ hashOf: (RowID) -> UInt64) {
    let rows = slots.filter { $0 != 0 && $0 != Self.removed }.map { ($0 & rowMask) - 1 }
    var size = max(16, slots.count)
    while size * 3 < (rows.count + 1) * 4 + 4 { size *= 2 }
    if rows.count * 2 > size { size *= 2 }
    slots = Array(repeating: 0, count: size)
    used = rows.count
    for row in rows {
      let hash = hashOf(row)
      var slot = start(hash)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = mark(hash) | (row + 1)
    }
  }
}
