/// The 64-bit FNV-1a hash, which a client in any language computes in a few lines.
package struct FNVHash {
  private static let prime: UInt64 = 0x0000_0100_0000_01B3

  /// The hash of the bytes that were added.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Adds bytes.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* Self.prime }
  }

  /// The hash of all bytes of a sequence.
  package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = FNVHash()
    hash.add(bytes)
    return hash.value
  }
}
