/// A number for a call, or for a value in a call, that a plug-in has in place of an address.
///
/// Unlike an address, a number can be checked. It consists of the slot of the call, the generation of the slot, and the
/// position of the value. A handle that is used after its call is therefore invalid, and no memory is read for it.
struct PluginHandle {
  // Fewer concurrent calls and fewer values if an address has only 32 bits.
  private static let slotBits: UInt = UInt.bitWidth == 64 ? 10 : 5
  private static let generationBits: UInt = UInt.bitWidth == 64 ? 21 : 6

  /// The maximum number of concurrent calls of all threads.
  static let slotCount = 1 << slotBits

  /// The maximum number of values of one call.
  static let valueCount = 1 << (UInt(UInt.bitWidth) - slotBits - generationBits) - 1

  /// The number of generations of a slot before they repeat.
  static let generationCount: UInt = 1 << generationBits

  let slot: Int

  /// Odd while the call runs, so that no handle is null.
  let generation: UInt

  /// The position of a value in its call; nil for the call itself.
  let value: Int?

  init(slot: Int, generation: UInt, value: Int? = nil) {
    self.slot = slot
    self.generation = generation
    self.value = value
  }

  /// Reads a handle from a plug-in; nil for null.
  init?(_ pointer: OpaquePointer?) {
    guard let pointer else { return nil }
    let bits = UInt(bitPattern: pointer)
    slot = Int(bits & (1 << Self.slotBits - 1))
    generation = bits >> Self.slotBits & (Self.generationCount - 1)
    let number = bits >> (Self.slotBits + Self.generationBits)
    value = number == 0 ? nil : Int(number) - 1
  }

  /// The handle as the interface passes it.
  var pointer: OpaquePointer? {
    let number = UInt(value.map { $0 + 1 } ?? 0)
    let bits =
      number << (Self.slotBits + Self.generationBits) | generation << Self.slotBits | UInt(slot)
    return OpaquePointer(bitPattern: bits)
  }
}
