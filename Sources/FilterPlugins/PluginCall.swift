internal import FilterEngine

/// One use of an entry: behind an `frc_call`.
///
/// Unsafe because it owns the memory that a plug-in reads: all of it is allocated here, freed at the
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

  private var values: [UnsafeMutableBufferPointer<PluginValue>] = []
  private var copies: [UnsafeMutableRawBufferPointer] = []

  deinit {
    for block in values {
      block.deinitialize()
      block.deallocate()
    }
    for copy in copies { copy.deallocate() }
  }

  /// Its address in the interface, which is good as long as something holds the call.
  var address: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// The call that an address of the interface stands for.
  static func at(_ address: OpaquePointer?) -> PluginCall? {
    address.map { Unmanaged.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  /// Values side by side, with addresses that stay until the end of the call.
  func place(_ values: [FilterValue]) -> PluginValue.Address? {
    let block = UnsafeMutableBufferPointer<PluginValue>.allocate(capacity: values.count)
    let call = Unmanaged.passUnretained(self)
    for (index, value) in values.enumerated() {
      block.initializeElement(at: index, to: PluginValue(value: value, call: call))
    }
    self.values.append(block)
    return block.baseAddress
  }

  /// A value in the interface.
  func make(_ value: FilterValue) -> OpaquePointer? {
    place([value]).map { OpaquePointer($0) }
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
