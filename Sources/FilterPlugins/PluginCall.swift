internal import FilterEngine

/// A running call of an entry, to which an `frc_call` refers.
///
/// Unsafe because it owns the bytes that a plug-in reads. All of them are allocated here and freed at the end of the
/// call.
final class PluginCall {
  /// The outcome of the call.
  enum Outcome {
    case none
    case result(FilterValue)
    case failure(String)
    /// The reason for an invalid result
    case invalid(String)
  }

  var outcome = Outcome.none

  /// The reason of the first value that could not be made.
  private(set) var refusal: String?

  /// The values for which the plug-in has handles, beginning with the arguments.
  var values: [PluginValue]

  /// The handle of the call while it runs.
  var handle: PluginHandle?

  private var copies: [UnsafeMutableRawBufferPointer] = []

  init(_ arguments: [FilterValue]) { values = arguments.map { PluginValue(value: $0) } }

  deinit {
    for copy in copies { copy.deallocate() }
  }

  /// The call of a handle; nil for null, for the handle of a value, and after the end of the call.
  static func at(_ pointer: OpaquePointer?) -> PluginCall? {
    guard let handle = PluginHandle(pointer), handle.value == nil else { return nil }
    return PluginInterface.shared.calls.call(of: handle)
  }

  /// The handle of the value at a position.
  func pointer(toValue position: Int) -> OpaquePointer? {
    guard let handle, position < PluginHandle.valueCount else { return nil }
    return PluginHandle(slot: handle.slot, generation: handle.generation, value: position).pointer
  }

  /// Appends values and returns the position of the first.
  func place(_ values: [FilterValue]) -> Int {
    let first = self.values.count
    self.values += values.map { PluginValue(value: $0) }
    return first
  }

  /// Appends a value and returns its handle.
  func make(_ value: FilterValue) -> OpaquePointer? {
    pointer(toValue: place([value]))
  }

  /// Records a reason and returns null.
  func refuse(_ reason: String) -> OpaquePointer? {
    if refusal == nil { refusal = reason }
    return nil
  }

  /// Allocates bytes until the end of the call.
  func copy(_ bytes: some Collection<UInt8>) -> UnsafeRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    copies.append(copy)
    return UnsafeRawBufferPointer(copy)
  }
}
