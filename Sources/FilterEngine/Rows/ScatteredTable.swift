/// A perfect hash table of a few integers. A look-up takes a multiplication and a comparison, without a branch.
struct ScatteredTable: Sendable {
  /// For more integers, it takes too long to find a factor without collisions.
  static let capacity = 32

  /// The greatest number of factors to try. Even for the greatest number of integers, more than one factor in
  /// three works.
  private static let tries = 64

  /// Slots for each integer, as a power of two.
  private static let sparsity: UInt64 = 4

  // An unused slot holds an integer of another slot, which no look-up of this slot equals.
  private let places: [UInt64]
  private let factor: UInt64
  private let shift: UInt64

  /// The table of these integers; nil if there are none or too many, or if no factor works.
  init?(_ members: some Collection<UInt64>) {
    guard let first = members.first, members.count <= Self.capacity else { return nil }
    var bits = Self.sparsity
    while 1 << (bits - Self.sparsity) < members.count { bits += 1 }
    let shift = 64 - bits
    var factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<Self.tries {
      let taken = Set(members.map { Self.place(of: $0, factor, shift) })
      if taken.count == members.count {
        var places = [UInt64](repeating: first, count: 1 << Int(bits))
        for member in members { places[Self.place(of: member, factor, shift)] = member }
        (self.places, self.factor, self.shift) = (places, factor, shift)
        return
      }
      factor = factor &* 0xD6E8_FEB8_6659_FD93 | 1
    }
    return nil
  }

  @inline(__always)
  private static func place(of value: UInt64, _ factor: UInt64, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: (value &* factor) &>> shift)
  }

  /// Whether `value` is a member.
  @inline(__always)
  func contains(_ value: UInt64) -> Bool {
    let place = Self.place(of: value, factor, shift)
    return places.span.withUnsafeBufferPointer { $0[place] == value }
  }
}
