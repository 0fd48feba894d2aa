internal import CFilterPlugin
internal import EssentialFoundation
internal import FilterEngine

// Unsafe because the interface passes addresses. The memory at them is copied.
extension PluginInterface {
  static func addMaking(to api: inout frc_plugin_api) {
    api.make_nil = { PluginCall.at($0)?.make(.null) }
    api.make_boolean = { PluginCall.at($0)?.make(.bool($1)) }
    api.make_integer = { PluginCall.at($0)?.make(.int($1)) }
    api.make_double = { PluginCall.at($0)?.make(.double($1)) }
    api.make_wide = { call, digits, length in
      PluginInterface.make(call, "the text of an integer has characters that are not digits") {
        PluginInterface.string(digits, length).flatMap { FilterValue(integerDigits: $0.utf8) }
      }
    }
    api.make_decimal = { call, digits, length in
      PluginInterface.make(call, "the digits of a decimal number are no number, or too large a one")
      {
        PluginInterface.string(digits, length).flatMap { FilterValue(decimalDigits: $0) }
      }
    }
    api.make_text = { call, text, length in
      PluginInterface.make(call, "a text is not valid UTF-8") {
        PluginInterface.string(text, length).map { .string($0) }
      }
    }
    api.make_data = { call, bytes, length in
      PluginInterface.make(call, "data has no bytes") {
        guard length >= 0, bytes != nil || length == 0 else { return nil }
        return .data(Data(UnsafeRawBufferPointer(start: bytes, count: length)))
      }
    }
    api.make_date = { call, seconds in
      PluginInterface.make(call, "a date is not finite") {
        seconds.isFinite ? .date(Date(timeIntervalSinceReferenceDate: seconds)) : nil
      }
    }
    api.make_uuid = { call, bytes in
      PluginInterface.make(call, "a UUID has no bytes") {
        guard let bytes else { return nil }
        var uuid = UUID().uuid
        withUnsafeMutableBytes(of: &uuid) {
          $0.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: 16))
        }
        return .uuid(UUID(uuid: uuid))
      }
    }
  }

  /// Makes the value that `value` returns, or records a refusal.
  private static func make(
    _ call: OpaquePointer?, _ refusal: String, _ value: () -> FilterValue?
  ) -> OpaquePointer? {
    guard let call = PluginCall.at(call) else { return nil }
    return value().map { call.make($0) } ?? call.refuse(refusal)
  }
}
