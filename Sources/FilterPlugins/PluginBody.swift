internal import CFilterPlugin

/// What an entry does, with the data that its plug-in gave along.
///
/// Unchecked because a bare address is never `Sendable`: nothing here is changed after it was made, and
/// the interface asks plug-ins to guard what lies behind the address.
final class PluginBody: @unchecked Sendable {
  private let body: frc_body?
  private let userData: UnsafeMutableRawPointer?
  private let destroy: frc_destructor?

  init(_ body: frc_body?, _ userData: UnsafeMutableRawPointer?, _ destroy: frc_destructor?) {
    self.body = body
    self.userData = userData
    self.destroy = destroy
  }

  deinit { destroy?(userData) }

  /// Whether there is nothing to run.
  var isMissing: Bool { body == nil }

  /// Runs it for one call.
  func run(_ call: OpaquePointer, _ arguments: UnsafeBufferPointer<OpaquePointer?>) {
    body?(PluginInterface.shared.table, call, arguments.baseAddress, arguments.count, userData)
  }
}
