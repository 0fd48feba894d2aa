/// What a plug-in holds in place of an address: the number of a call, or of a value in a call.
///
/// A number can be checked where an address can only be trusted: the slot of the call, how often that
/// slot was taken when the handle was made, and the position of the value. A handle that is used after
/// its call ended therefore names nothing, and no memory is read for it.
struct PluginHandle {
  // Fewer calls at a time and fewer values where an address has only 32 bits.
  private static let slotBits: UInt = UInt.bitWidth == 64 ? 10 : 5
  private static let generationBits: UInt = UInt.bitWidth == 64 ? 21 : 6

  /// How many calls can run at a time, over all threads.
  static let slotCount = 1 << slotBits

  /// How many values one call can name.
  static let valueCount = 1 << (UInt(UInt.bitWidth) - slotBits - generationBits) - 1

  /// The generations of a slot begin again after this many.
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

  /// Reads a handle that a plug-in gives; nil for null.
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
