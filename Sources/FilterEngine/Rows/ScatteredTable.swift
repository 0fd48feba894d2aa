/// A few integers, each in a place of its own: whether another is one of them takes a multiplication
/// and a comparison, and no branch.
struct ScatteredTable: Sendable {
  /// With more of them a factor that scatters them all is too hard to find.
  static let capacity = 32

  /// The most factors that are tried. More than one in three scatters as many integers as there may be.
  private static let tries = 64

  /// Places for each integer, as a power of two.
  private static let sparsity: UInt64 = 4

  // A place that no integer has holds one that has another place: what is looked up here is not it.
  private let places: [UInt64]
  private let factor: UInt64
  private let shift: UInt64

  /// The table of these integers, nil where there are none, too many, or no factor scatters them.
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
