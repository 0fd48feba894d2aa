/// Places of old rows by what the rows are: 32 bits of their hash beside each place.
struct PlaceTable {
  // The hash above, the place and one below; 0 is empty.
  private var slots: [UInt64]
  private let mask: Int

  /// The next place of the same row, where there is one; empty where rows do not repeat.
  private var following: [UInt32: UInt32] = [:]

  init(_ places: [UInt32], _ rows: some ComparedRows) {
    var size = 16
    while size < places.count * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    mask = size - 1
    // From the last to the first, so that the first of equal rows is found first.
    for place in places.reversed() { enter(place, rows) }
  }

  private mutating func enter(_ place: UInt32, _ rows: some ComparedRows) {
    let hash = rows.hash(old: Int(place))
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

  /// The first old row that is the same as a new one and for which `isFree` holds; what comes before
  /// it is forgotten.
  mutating func find(
    _ new: Int, _ rows: some ComparedRows, where isFree: (Int) -> Bool
  ) -> Int? {
    let hash = rows.hash(new: new)
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
