internal import FilterEngine

/// Finds rows by their keys; holds row numbers and no keys.
struct IdentityIndex {
  // 0 is empty, all ones a row that was removed.
  private var slots: [UInt32] = []
  private var used = 0
  private(set) var count = 0

  private static var removed: UInt32 { .max }

  private func start(_ key: FilterValue) -> Int {
    var hasher = Hasher()
    key.hash(into: &hasher)
    return hasher.finalize() & (slots.count - 1)
  }

  /// The row for which `isMatch` holds, among those that may have `key`.
  func find(_ key: FilterValue, where isMatch: (UInt32) -> Bool) -> UInt32? {
    guard !slots.isEmpty else { return nil }
    var slot = start(key)
    while slots[slot] != 0 {
      if slots[slot] != Self.removed, isMatch(slots[slot] - 1) { return slots[slot] - 1 }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Enters a row; `keyOf` gives the keys of the rows that are there, should they have to be moved.
  mutating func insert(_ id: UInt32, _ key: FilterValue, keyOf: (UInt32) -> FilterValue) {
    if (used + 1) * 4 > slots.count * 3 { grow(keyOf) }
    var slot = start(key)
    while slots[slot] != 0, slots[slot] != Self.removed { slot = (slot + 1) & (slots.count - 1) }
    if slots[slot] == 0 { used += 1 }
    slots[slot] = id + 1
    count += 1
  }

  /// Takes a row out.
  mutating func remove(_ id: UInt32, _ key: FilterValue) {
    guard !slots.isEmpty else { return }
    var slot = start(key)
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

  /// Makes room for `capacity` rows at once.
  mutating func reserve(_ capacity: Int) {
    var size = 16
    while size * 3 < capacity * 4 + 4 { size *= 2 }
    if size > slots.count, count == 0 {
      slots = Array(repeating: 0, count: size)
      used = 0
    }
  }

  private mutating func grow(_ keyOf: (UInt32) -> FilterValue) {
    let rows = slots.filter { $0 != 0 && $0 != Self.removed }
    var size = max(16, slots.count)
    while size * 3 < (rows.count + 1) * 4 + 4 { size *= 2 }
    if rows.count * 2 > size { size *= 2 }
    slots = Array(repeating: 0, count: size)
    used = rows.count
    for row in rows {
      var slot = start(keyOf(row - 1))
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = row
    }
  }
}
