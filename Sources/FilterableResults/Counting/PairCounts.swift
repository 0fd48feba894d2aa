/// Counts of pairs of a section and a value, in a hash table of 12 bytes a slot.
struct PairCounts {
  // 0 is an empty slot.
  private var keys: [UInt64] = []
  private var counts: [UInt32] = []
  private var used = 0

  /// Removes all pairs. The memory of many is kept, as about as many often follow.
  mutating func removeAll() {
    guard used * 8 > keys.count else {
      self = PairCounts()
      return
    }
    for slot in keys.indices { keys[slot] = 0 }
    used = 0
  }

  /// Adds 1 to the count of a pair; returns the new count.
  mutating func increment(_ section: Int, _ value: UInt32) -> UInt32 { insert(section, value, 1) }

  /// Adds to the count of a pair; returns the new count.
  @discardableResult
  mutating func insert(_ section: Int, _ value: UInt32, _ count: UInt32) -> UInt32 {
    if (used + 1) * 4 > keys.count * 3 { grow() }
    let key = Self.key(section, value)
    var slot = start(key)
    while keys[slot] != 0 {
      if keys[slot] == key {
        counts[slot] += count
        return counts[slot]
      }
      slot = (slot + 1) & (keys.count - 1)
    }
    keys[slot] = key
    counts[slot] = count
    used += 1
    return count
  }

  /// Subtracts 1 from the count of a pair, which is not 0; returns the new count.
  mutating func decrement(_ section: Int, _ value: UInt32) -> UInt32 {
    guard !keys.isEmpty else { return 0 }
    let key = Self.key(section, value)
    var slot = start(key)
    while keys[slot] != key {
      if keys[slot] == 0 { return 0 }
      slot = (slot + 1) & (keys.count - 1)
    }
    counts[slot] -= 1
    guard counts[slot] == 0 else { return counts[slot] }
    remove(slot)
    return 0
  }

  private static func key(_ section: Int, _ value: UInt32) -> UInt64 {
    // One more, as 0 is an empty slot.
    (UInt64(UInt32(truncatingIfNeeded: section)) &<< 32 | UInt64(value)) &+ 1
  }

  private func start(_ key: UInt64) -> Int {
    let mixed = (key ^ key &>> 29) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 20) & (keys.count - 1)
  }

  /// Empties a slot, and moves the pairs after it that a search would not find any more.
  private mutating func remove(_ slot: Int) {
    used -= 1
    var hole = slot
    var next = (slot + 1) & (keys.count - 1)
    while keys[next] != 0 {
      let distance = (next &- start(keys[next])) & (keys.count - 1)
      if distance >= (next &- hole) & (keys.count - 1) {
        (keys[hole], counts[hole]) = (keys[next], counts[next])
        hole = next
      }
      next = (next + 1) & (keys.count - 1)
    }
    (keys[hole], counts[hole]) = (0, 0)
  }

  private mutating func grow() {
    let (oldKeys, oldCounts) = (keys, counts)
    let size = max(16, oldKeys.count * 2)
    keys = Array(repeating: 0, count: size)
    counts = Array(repeating: 0, count: size)
    for (old, key) in oldKeys.enumerated() where key != 0 {
      var slot = start(key)
      while keys[slot] != 0 { slot = (slot + 1) & (size - 1) }
      (keys[slot], counts[slot]) = (key, oldCounts[old])
    }
  }
}
