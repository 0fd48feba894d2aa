internal import FilterEngine

/// Finds rows by their keys; holds row numbers and no keys.
struct IdentityIndex {
  // 0 is empty, all ones a row that was removed.
  private var slots: [UInt32] = []
  private var used = 0
  private(set) var count = 0

  /// Hashes the keys.
  let hasher: KeyHasher

  init(_ hasher: KeyHasher = KeyHasher()) { self.hasher = hasher }

  private static var removed: UInt32 { .max }

  @inline(__always)
  private func start(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slots.count - 1) }

  /// The row for which `isMatch` holds, among those that may have `key`.
  func find(_ key: FilterValue, where isMatch: (UInt32) -> Bool) -> UInt32? {
    find(hash: hasher.hash(key), where: isMatch)
  }

  /// The row for which `isMatch` holds, among those whose keys may have `hash`.
  @inline(__always)
  func find(hash: UInt64, where isMatch: (UInt32) -> Bool) -> UInt32? {
    guard !slots.isEmpty else { return nil }
    var slot = start(hash)
    while slots[slot] != 0 {
      if slots[slot] != Self.removed, isMatch(slots[slot] - 1) { return slots[slot] - 1 }
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
    put(id, slot)
  }

  /// Enters a row unless there is one with its key, which is given.
  @inline(__always)
  mutating func findOrInsert(
    _ id: UInt32, hash: UInt64, hashOf: (UInt32) -> UInt64, where isMatch: (UInt32) -> Bool
  ) -> UInt32? {
    makeRoom(hashOf)
    var slot = start(hash)
    var free = -1
    while slots[slot] != 0 {
      if slots[slot] == Self.removed {
        if free < 0 { free = slot }
      } else if isMatch(slots[slot] - 1) {
        return slots[slot] - 1
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    put(id, free < 0 ? slot : free)
    return nil
  }

  /// What is met first where a row with this hash is looked for, nil for nothing.
  @inline(__always)
  func first(hash: UInt64) -> UInt32? {
    guard !slots.isEmpty else { return nil }
    let slot = slots[start(hash)]
    return slot == 0 || slot == Self.removed ? nil : slot - 1
  }

  @inline(__always)
  private mutating func put(_ id: UInt32, _ slot: Int) {
    if slots[slot] == 0 { used += 1 }
    slots[slot] = id + 1
    count += 1
  }

  @inline(__always)
  private mutating func makeRoom(_ hashOf: (UInt32) -> UInt64) {
    if (used + 1) * 4 > slots.count * 3 { grow(hashOf) }
  }

  /// Takes a row out.
  mutating func remove(_ id: UInt32, _ key: FilterValue) {
    guard !slots.isEmpty else { return }
    var slot = start(hasher.hash(key))
    while slots[slot] != 0 {
      if slots[slot] == id + 1 {
        slots[slot] = Self.removed
        count -= 1
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    // The key was changed in place: look everywhere.
    if let slot = slots.firstIndex(of: id + 1) {
      slots[slot] = Self.removed
      count -= 1
    }
  }

  /// The same keys under other numbers: `numbers` has one for each of the present ones, all ones for
  /// a row that is gone.
  ///
  /// - Complexity: O(n), without looking at a key.
  func renumbered(_ numbers: [UInt32]) -> IdentityIndex {
    var result = IdentityIndex(hasher)
    result.used = used
    result.count = count
    guard !numbers.isEmpty else { return result }
    var gone = 0
    // Without branches, as nobody can foresee which slots are taken.
    result.slots = slots.map { slot in
      let isTaken = slot != 0 && slot != Self.removed
      let number = numbers[isTaken ? Int(slot &- 1) : 0] &+ 1
      let isGone = number == 0
      gone &+= isTaken && isGone ? 1 : 0
      return isTaken ? (isGone ? Self.removed : number) : slot
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
    }
  }

  @inline(never)
  private mutating func grow(_ hashOf: (UInt32) -> UInt64) {
    let rows = slots.filter { $0 != 0 && $0 != Self.removed }
    var size = max(16, slots.count)
    while size * 3 < (rows.count + 1) * 4 + 4 { size *= 2 }
    if rows.count * 2 > size { size *= 2 }
    slots = Array(repeating: 0, count: size)
    used = rows.count
    for row in rows {
      var slot = start(hashOf(row - 1))
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = row
    }
  }
}
