/// Places of old rows by what the rows are: 32 bits of their hash beside each place.
struct PlaceTable {
  // The hash above, the place and one below; 0 is empty.
  private var slots: [UInt64]
  private let mask: Int

  /// The next place of the same row, where there is one; empty where rows do not repeat.
  private var following: [UInt32: UInt32] = [:]

  /// The hashes of the block of rows that was read last.
  private var hashes: [UInt64] = []

  /// How many rows are read at a time.
  static let blockSize = 32

  init(_ places: [UInt32], _ rows: some ComparedRows) {
    var size = 16
    while size < places.count * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    mask = size - 1
    // From the last to the first, so that the first of equal rows is found first.
    var rest = places[...]
    while !rest.isEmpty {
      let block = rest.suffix(Self.blockSize)
      rest = rest.dropLast(Self.blockSize)
      hashes.removeAll(keepingCapacity: true)
      for place in block { hashes.append(rows.hash(old: Int(place))) }
      touchSlots()
      for (place, hash) in zip(block, hashes).reversed() { enter(place, hash, rows) }
    }
  }

  private mutating func enter(_ place: UInt32, _ hash: UInt64, _ rows: some ComparedRows) {
    let entry = hash & Self.hashBits | UInt64(place + 1)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if slots[slot] & Self.hashBits == hash & Self.hashBits {
        let other = UInt32(truncatingIfNeeded: slots[slot]) - 1
        if rows.areSame(old: Int(other), old: Int(place)) {
          following[place] = other
          break
        }
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = entry
  }

  private static var hashBits: UInt64 { 0xFFFF_FFFF_0000_0000 }

  /// Hashes a block of new rows and reads where they will be looked for: the memory of all of them
  /// comes at once, where one after the other would be waited for.
  mutating func read(_ block: ArraySlice<UInt32>, _ rows: some ComparedRows) {
    hashes.removeAll(keepingCapacity: true)
    for place in block { hashes.append(rows.hash(new: Int(place))) }
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

  /// Keeps what was read from being left out as useless.
  @inline(never)
  @_optimize(none)
  private static func use(_ value: UInt64) {}

  /// The first old row that is the same as a new one and for which `isFree` holds; what comes before
  /// it is forgotten. `index` is the new row's in the block that was read last.
  mutating func find(
    _ index: Int, _ new: Int, _ rows: some ComparedRows, where isFree: (Int) -> Bool
  ) -> Int? {
    let hash = hashes[index]
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if slots[slot] & Self.hashBits == hash & Self.hashBits {
        var place = UInt32(truncatingIfNeeded: slots[slot]) - 1
        if rows.areSame(Int(place), new) {
          while !isFree(Int(place)) {
            guard let next = following[place] else { return nil }
            place = next
            slots[slot] = hash & Self.hashBits | UInt64(place + 1)
          }
          return Int(place)
        }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }
}
