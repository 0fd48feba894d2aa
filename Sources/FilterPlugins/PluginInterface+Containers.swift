internal import CFilterPlugin
internal import FilterEngine

// Unsafe because the interface passes addresses of bytes; null is read as no value everywhere.
extension PluginInterface {
  static func addContainers(to api: inout frc_plugin_api) {
    api.count = { PluginValue.at($0)?.node.count ?? 0 }
    api.element = { value, index in
      guard let value = PluginValue.at(value), let child = PluginInterface.child(value, index)
      else { return nil }
      return value.call.pointer(toValue: child)
    }
    api.get_key = { value, index, result in
      guard let value = PluginValue.at(value), value.node.keys.indices.contains(index),
        let child = PluginInterface.child(value, index)
      else { return false }
      let call = value.call
      let key = call.values[child].key ?? call.copy(value.node.keys[index].utf8)
      call.values[child].key = key
      return PluginInterface.store(frc_bytes(start: key.baseAddress, length: key.count), result)
    }
    api.member = { value, key, length in
      guard let value = PluginValue.at(value), let key = PluginInterface.string(key, length) else {
        return nil
      }
      switch value.node.value {
      case .object(let object):
        guard let slot = object.shape.slot(of: key),
          let child = PluginInterface.child(value, slot)
        else { return nil }
        return value.call.pointer(toValue: child)
      case .item(let item): return item.filterValue(forKey: key).flatMap { value.call.make($0) }
      default: return nil
      }
    }
  }

  /// A text of the plug-in; nil if it is not valid UTF-8.
  static func string(_ start: UnsafeRawPointer?, _ length: Int) -> String? {
    guard length >= 0, start != nil || length == 0 else { return nil }
    return String(validating: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  }

  /// The position of an element in the call. The first request appends all elements.
  private static func child(_ value: PluginValue.Reference, _ index: Int) -> Int? {
    guard 0..<value.node.count ~= index else { return nil }
    if let first = value.node.elements { return first + index }
    let first = value.call.place(value.node.children)
    value.node.elements = first
    return first + index
  }
}
