internal import Synchronization

/// The calls that run, by the handles that plug-ins have of them.
///
/// Looking up is one atomic load, as a body does it for every function of the interface that it calls.
final class PluginCallTable: Sendable {
  /// Unchecked because only the run that holds the slot writes `call`, and only while nothing reads it: before the
  /// generation becomes odd, when no handle has it, and once the body has returned. The rules of the interface
  /// exclude a use of the handle at that moment, and a later one finds another generation. That becomes even last,
  /// since another run can take the slot from then on.
  private final class Slot: @unchecked Sendable {
    let generation = Atomic<UInt>(0)
    var call: Unmanaged<PluginCall>?
  }

  private let slots = (0..<PluginHandle.slotCount).map { _ in Slot() }

  // Slots are taken in turn, so that a handle that is used too late finds its slot empty for long.
  private let next = Atomic<UInt>(0)

  /// Runs `work` while `call` can be found by the handle that `work` receives.
  ///
  /// False, without running it, where too many calls run.
  func run(_ call: PluginCall, _ work: (PluginHandle) -> Void) -> Bool {
    for _ in slots.indices {
      let turn = next.wrappingAdd(1, ordering: .relaxed).oldValue
      let index = Int(turn % UInt(slots.count))
      let slot = slots[index]
      let old = slot.generation.load(ordering: .relaxed)
      // An odd generation, or the one that no handle has: taken.
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

  /// The call of a handle, of the call or of one of its values; nil after the call ended.
  func call(of handle: PluginHandle) -> PluginCall? {
    let slot = slots[handle.slot]
    guard handle.generation % 2 == 1,
      slot.generation.load(ordering: .acquiring) == handle.generation
    else { return nil }
    return slot.call?.takeUnretainedValue()
  }
}
