internal import FilterEngine

/// One use of an entry: what an `frc_call` names.
///
/// Unsafe because it owns the bytes that a plug-in reads: all of them are allocated here, freed at the
/// end of the call and never sooner.
final class PluginCall {
  /// How the call ended.
  enum Outcome {
    case none
    case result(FilterValue)
    case failure(String)
    /// A result that could not be made, and why
    case invalid(String)
  }

  var outcome = Outcome.none

  /// Why the first value that could not be made was not.
  private(set) var refusal: String?

  /// The values that the plug-in has handles of, the arguments first.
  var values: [PluginValue]

  /// The handle of the call while its body runs.
  var handle: PluginHandle?

  private var copies: [UnsafeMutableRawBufferPointer] = []

  init(_ arguments: [FilterValue]) { values = arguments.map { PluginValue(value: $0) } }

  deinit {
    for copy in copies { copy.deallocate() }
  }

  /// The call that a handle of the interface names; nil for null, for the handle of a value, and after
  /// the call ended.
  static func at(_ pointer: OpaquePointer?) -> PluginCall? {
    guard let handle = PluginHandle(pointer), handle.value == nil else { return nil }
    return PluginInterface.shared.calls.call(of: handle)
  }

  /// The handle of the value at a position, for the interface.
  func pointer(toValue position: Int) -> OpaquePointer? {
    guard let handle, position < PluginHandle.valueCount else { return nil }
    return PluginHandle(slot: handle.slot, generation: handle.generation, value: position).pointer
  }

  /// Adds values side by side; the position of the first.
  func place(_ values: [FilterValue]) -> Int {
    let first = self.values.count
    self.values += values.map { PluginValue(value: $0) }
    return first
  }

  /// A value in the interface.
  func make(_ value: FilterValue) -> OpaquePointer? {
    pointer(toValue: place([value]))
  }

  /// No value, and why.
  func refuse(_ reason: String) -> OpaquePointer? {
    if refusal == nil { refusal = reason }
    return nil
  }

  /// Bytes that stay until the end of the call.
  func copy(_ bytes: some Collection<UInt8>) -> UnsafeRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    copies.append(copy)
    return UnsafeRawBufferPointer(copy)
  }
}
