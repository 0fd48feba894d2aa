internal import CFilterPlugin
internal import EssentialFoundation
internal import FilterEngine

extension PluginCall {
  /// The result of `body` for arguments. `name` is for messages.
  ///
  /// Texts and data among the arguments are lent, not copied.
  static func result(
    of body: PluginBody, _ name: String, _ arguments: [FilterValue]
  ) throws(EvaluationError) -> FilterValue {
    let call = PluginCall(arguments)
    guard call.run(body, arguments) else {
      throw EvaluationError(.custom, "'\(name)' runs too often at a time")
    }
    switch call.outcome {
    case .result(let value): return value
    case .failure(let message): throw EvaluationError(.custom, message)
    case .invalid(let reason):
      throw EvaluationError(.custom, "'\(name)' gave an invalid result: \(reason)")
    case .none: throw EvaluationError(.custom, "'\(name)' gave no result")
    }
  }

  /// Runs the body. Returns false if there are too many calls.
  private func run(_ body: PluginBody, _ arguments: [FilterValue]) -> Bool {
    PluginInterface.shared.calls.run(self) { handle in
      self.handle = handle
      guard let call = handle.pointer else { return }
      let pointers = arguments.indices.map { pointer(toValue: $0) }
      lend(arguments[...], at: 0) {
        pointers.withUnsafeBufferPointer { body.run(call, $0) }
      }
    }
  }

  /// Runs `work` while the bytes of the arguments are pinned. Recurses once for each argument.
  private func lend(
    _ arguments: ArraySlice<FilterValue>, at position: Int, _ work: () -> Void
  ) {
    guard let argument = arguments.first else { return work() }
    let rest = arguments.dropFirst()
    switch argument {
    case .string(let text):
      let lent: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
        values[position].content = UnsafeRawBufferPointer(bytes)
        lend(rest, at: position + 1, work)
      }
      // A text that is not contiguous is copied on request.
      if lent == nil { lend(rest, at: position + 1, work) }
    case .data(let data):
      data.withUnsafeBytes { bytes in
        values[position].content = bytes
        lend(rest, at: position + 1, work)
      }
    default: lend(rest, at: position + 1, work)
    }
  }
}

/// The function of an entry, with the data of its plug-in.
///
/// Unchecked because an address is never `Sendable`. The properties are constant, and the interface requires plug-ins to
/// synchronise access to their data.
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

  /// Whether there is no function.
  var isMissing: Bool { body == nil }

  /// Runs it for one call.
  func run(_ call: OpaquePointer, _ arguments: UnsafeBufferPointer<OpaquePointer?>) {
    body?(PluginInterface.shared.table, call, arguments.baseAddress, arguments.count, userData)
  }
}
