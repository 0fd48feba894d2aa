internal import FilterEngine

/// Finds rows by their keys; holds row numbers and no keys.
///
/// The bits of a slot that no row number needs are bits of the hash, so that few rows with other keys are read.
struct IdentityIndex {
  // 0 is empty, all ones a row that was removed; else a row number and one in the low bits, and above them those
  // bits of the hash.
  private var slots: [UInt32] = []

  /// The bits of a slot for the row: all ones below the bits of the hash.
  private var rowMask: UInt32 = 0xFF
  private var used = 0
  private(set) var count = 0

  /// Hashes the keys.
  let hasher: KeyHasher

  init(_ hasher: KeyHasher = KeyHasher()) { self.hasher = hasher }

  private static var removed: UInt32 { .max }

  // The slot comes from the low bits of the hash, what it holds from the highest ones.
  @inline(__always)
  private func start(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slots.count - 1) }

  /// The bits of a hash as a slot holds them.
  @inline(__always)
  private func mark(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) & ~rowMask }

  /// The row of a slot, nil where it has another mark or none.
  @inline(__always)
  private func row(in slot: UInt32, _ mark: UInt32) -> UInt32? {
    slot & ~rowMask == mark && slot != Self.removed ? (slot & rowMask) &- 1 : nil
  }

  /// Has slots hold row numbers up to one.
  @inline(__always)
  private mutating func makeRoom(for row: UInt32) {
    if row >= rowMask - 1 { widen(row) }
  }

  @inline(never)
  private mutating func widen(_ row: UInt32) {
    let known = rowMask
    while row >= rowMask - 1, rowMask != .max { rowMask = rowMask << 1 | 1 }
    let taken = rowMask & ~known
    for slot in slots.indices where slots[slot] != Self.removed { slots[slot] &= ~taken }
  }

  /// The row for which `isMatch` holds, among those that may have `key`.
  func find(_ key: FilterValue, where isMatch: (UInt32) -> Bool) -> UInt32? {
    find(hash: hasher.hash(key), where: isMatch)
  }

  /// The row for which `isMatch` holds, among those whose keys may have `hash`.
  @inline(__always)
  func find(hash: UInt64, where isMatch: (UInt32) -> Bool) -> UInt32? {
    guard !slots.isEmpty else { return nil }
    let mark = mark(hash)
    var slot = start(hash)
    while slots[slot] != 0 {
      if let row = row(in: slots[slot], mark), isMatch(row) { return row }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Enters a row; `keyOf` gives the keys of the rows that are there, should they have to be moved.
  mutating func insert(_ id: UInt32, _ key: FilterValue, keyOf: (UInt32) -> FilterValue) {
    insert(id, hash: hasher.hash(key)) { [hasher] in hasher.hash(keyOf($0)) }
  }

  /// Enters a row; `hashOf` gives the hashes of the rows that are there, should they have to be moved.
  @inline(__always)
  mutating func insert(_ id: UInt32, hash: UInt64, hashOf: (UInt32) -> UInt64) {
    makeRoom(hashOf)
    var slot = start(hash)
    while slots[slot] != 0, slots[slot] != Self.removed { slot = (slot + 1) & (slots.count - 1) }
    put(id, hash, slot)
  }

  /// Enters a row unless there is one with its key, which is given.
  @inline(__always)
  mutating func findOrInsert(
    _ id: UInt32, hash: UInt64, hashOf: (UInt32) -> UInt64, where isMatch: (UInt32) -> Bool
  ) -> UInt32? {
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

  /// What is met first where a row with this hash is looked for, nil for nothing.
  @inline(__always)
  func first(hash: UInt64) -> UInt32? {
    guard !slots.isEmpty else { return nil }
    let slot = slots[start(hash)]
    return slot == 0 ? nil : row(in: slot, mark(hash))
  }

  @inline(__always)
  private mutating func put(_ id: UInt32, _ hash: UInt64, _ slot: Int) {
    makeRoom(for: id)
    if slots[slot] == 0 { used += 1 }
    slots[slot] = mark(hash) | (id + 1)
    count += 1
  }

  @inline(__always)
  private mutating func makeRoom(_ hashOf: (UInt32) -> UInt64) {
    if (used + 1) * 4 > slots.count * 3 { grow(hashOf) }
  }

  /// Takes a row out.
  mutating func remove(_ id: UInt32, _ key: FilterValue) {
    guard !slots.isEmpty else { return }
    let hash = hasher.hash(key)
    let mark = mark(hash)
    var slot = start(hash)
    while slots[slot] != 0 {
      if row(in: slots[slot], mark) == id { return empty(slot) }
      slot = (slot + 1) & (slots.count - 1)
    }
    // The key was changed in place: look everywhere.
    let place = slots.firstIndex { $0 != 0 && $0 != Self.removed && $0 & rowMask == id + 1 }
    if let place { empty(place) }
  }

  private mutating func empty(_ slot: Int) {
    slots[slot] = Self.removed
    count -= 1
  }

  /// The same keys under other numbers: `numbers` has one for each of the present ones, all ones for
  /// a row that is gone.
  ///
  /// - Complexity: O(n), without looking at a key.
  func renumbered(_ numbers: [UInt32]) -> IdentityIndex {
    var result = self
    guard !numbers.isEmpty else { return result }
    // A row that is gone counts as 0 here.
    let most = numbers.reduce(0) { max($0, $1 &+ 1) }
    if most > 0 { result.makeRoom(for: most - 1) }
    let rowMask = result.rowMask
    var gone = 0
    // Without branches: which slots are taken cannot be foreseen.
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

  /// Makes room for `capacity` rows at once.
  mutating func reserve(_ capacity: Int) {
    var size = 16
    while size * 3 < capacity * 4 + 4 { size *= 2 }
    if size > slots.count, count == 0 {
      slots = Array(repeating: 0, count: size)
      used = 0
      makeRoom(for: UInt32(truncatingIfNeeded: capacity))
    }
  }

  @inline(never)
  private mutating func grow(_ hashOf: (UInt32) -> UInt64) {
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
