internal import CFilterPlugin
internal import EssentialFoundation
internal import FilterEngine

// Unsafe because the interface passes addresses; null is read as no value everywhere.
extension PluginInterface {
  static func addReading(to api: inout frc_plugin_api) {
    api.kind = { PluginValue.at($0)?.node.value.kind.code ?? FRC_ANY }
    api.number_form = { PluginValue.at($0)?.node.value.numberForm ?? FRC_NO_NUMBER }
    api.get_boolean = { value, result in
      guard case .bool(let flag)? = PluginValue.at(value)?.node.value else { return false }
      return PluginInterface.store(flag, result)
    }
    api.get_integer = { PluginInterface.store(PluginValue.at($0)?.node.value.wholeNumber, $1) }
    api.get_double = { PluginInterface.store(PluginValue.at($0)?.node.value.nearestDouble, $1) }
    api.get_digits = { PluginInterface.content($0, .number, $1) }
    api.get_text = { PluginInterface.content($0, .string, $1) }
    api.get_data = { PluginInterface.content($0, .data, $1) }
    api.get_date = { value, result in
      guard case .date(let date)? = PluginValue.at(value)?.node.value else { return false }
      return PluginInterface.store(date.timeIntervalSinceReferenceDate, result)
    }
    api.get_uuid = { value, result in
      guard case .uuid(let uuid)? = PluginValue.at(value)?.node.value else { return false }
      guard let result else { return false }
      withUnsafeBytes(of: uuid.uuid) { bytes in
        for (index, byte) in bytes.enumerated() { result[index] = byte }
      }
      return true
    }
  }

  /// Stores a value if there is one. Returns whether there is.
  static func store<Value>(_ value: Value?, _ result: UnsafeMutablePointer<Value>?) -> Bool {
    guard let value, let result else { return false }
    result.pointee = value
    return true
  }

  /// Returns a view of the bytes of a value: the lent bytes, or a copy that is made once.
  private static func content(
    _ value: OpaquePointer?, _ kind: FilterKind, _ result: UnsafeMutablePointer<frc_bytes>?
  ) -> Bool {
    guard let reference = PluginValue.at(value), reference.node.value.kind == kind else {
      return false
    }
    let view =
      reference.node.content ?? reference.call.copy(reference.node.value.content)
    reference.node.content = view
    return PluginInterface.store(frc_bytes(start: view.baseAddress, length: view.count), result)
  }
}
