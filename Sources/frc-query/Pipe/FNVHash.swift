/// The 64-bit FNV-1a hash, which a client in any language computes in a few lines.
enum FNVHash {
  private static let offset: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let prime: UInt64 = 0x0000_0100_0000_01B3

  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(offset) { ($0 ^ UInt64($1)) &* prime }
  }
}
