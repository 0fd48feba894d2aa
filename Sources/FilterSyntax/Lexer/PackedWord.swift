/// A word of at most 16 ASCII bytes in upper case, in two machine words.
///
/// Every name of a text is looked up among the reserved words. Making a string for the lookup would cost more
/// than reading the name.
struct PackedWord: Equatable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// The word of `bytes` in upper case; nil if they are more than 16, or not ASCII.
  init?(_ bytes: some Collection<UInt8>) {
    var place: UInt64 = 0
    for byte in bytes {
      guard place < 128, byte < 0x80 else { return nil }
      let upper = UInt64(byte &- 0x61 < 26 ? byte &- 0x20 : byte)
      if place < 64 { low |= upper &<< place } else { high |= upper &<< (place &- 64) }
      place &+= 8
    }
  }
}
