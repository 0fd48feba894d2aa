internal import Synchronization

/// The running calls by their handles.
///
/// A lookup is one atomic load, because each function of the interface needs one.
final class PluginCallTable: Sendable {
  /// Unchecked because only the run that owns the slot writes `call`, and only while no other code reads it: before the
  /// generation becomes odd, when there is no handle of it, and after the body returned. The interface forbids using the
  /// handle at that moment, and a later use finds another generation. The generation becomes even last, because another
  /// run can take the slot from then on.
  private final class Slot: @unchecked Sendable {
    let generation = Atomic<UInt>(0)
    var call: Unmanaged<PluginCall>?
  }

  private let slots = (0..<PluginHandle.slotCount).map { _ in Slot() }

  // Slots are used in turn, so that the slot of an expired handle stays empty for as long as possible.
  private let next = Atomic<UInt>(0)

  /// Runs `work` with a handle that refers to `call` until `work` returns.
  ///
  /// Returns false without running it if there are too many calls.
  func run(_ call: PluginCall, _ work: (PluginHandle) -> Void) -> Bool {
    for _ in slots.indices {
      let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
      let index = Int(turn % UInt(slots.count))
      let slot = slots[index]
      let old = slot.generation.load(ordering: .relaxed)
      // The slot is in use, or at the generation that handles do not have.
      guard old % 2 == 0 else { continue }
      let (isTaken, _) = slot.generation.compareExchange(
        expected: old, desired: .max, ordering: .acquiring)
      guard isTaken else { continue }
      slot.call = Unmanaged.passUnretained(call)
      slot.generation.store(old + 1, ordering: .releasing)
      withExtendedLifetime(call) { work(PluginHandle(slot: index, generation: old + 1)) }
      slot.call = nil
      slot.generation.store((old + 2) % PluginHandle.generationCount, ordering: .releasing)
      return true
    }
    return false
  }

  /// The call of a handle of the call or of one of its values; nil after the end of the call.
  func call(of handle: PluginHandle) -> PluginCall? {
    let slot = slots[handle.slot]
    guard handle.generation % 2 == 1,
      slot.generation.load(ordering: .acquiring) == handle.generation
    else { return nil }
    return slot.call?.takeUnretainedValue()
  }
}
