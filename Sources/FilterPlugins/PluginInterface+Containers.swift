internal import CFilterPlugin
internal import FilterEngine

// Unsafe because the interface passes addresses; null is read as no value everywhere.
extension PluginInterface {
  static func addContainers(to api: inout frc_plugin_api) {
    api.count = { PluginValue.at($0)?.pointee.count ?? 0 }
    api.element = { value, index in
      PluginValue.at(value).flatMap { PluginInterface.child($0, index) }.map { OpaquePointer($0) }
    }
    api.get_key = { value, index, result in
      guard let node = PluginValue.at(value), node.pointee.keys.indices.contains(index),
        let member = PluginInterface.child(node, index)
      else { return false }
      let call = node.pointee.call.takeUnretainedValue()
      let key = member.pointee.key ?? call.copy(node.pointee.keys[index].utf8)
      member.pointee.key = key
      return PluginInterface.store(frc_bytes(start: key.baseAddress, length: key.count), result)
    }
    api.member = { value, key, length in
      guard let node = PluginValue.at(value), let key = PluginInterface.string(key, length) else {
        return nil
      }
      switch node.pointee.value {
      case .object(let object):
        return object.shape.slot(of: key).flatMap { PluginInterface.child(node, $0) }.map {
          OpaquePointer($0)
        }
      case .item(let item):
        return item.filterValue(forKey: key).flatMap {
          node.pointee.call.takeUnretainedValue().make($0)
        }
      default: return nil
      }
    }
  }

  /// A text of the plug-in, nil where it is ill-formed.
  static func string(_ start: UnsafeRawPointer?, _ length: Int) -> String? {
    guard length >= 0, start != nil || length == 0 else { return nil }
    return String(validating: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  }

  /// The place of an element; all of them are placed when the first is asked for.
  private static func child(_ node: PluginValue.Address, _ index: Int) -> PluginValue.Address? {
    guard 0..<node.pointee.count ~= index else { return nil }
    if node.pointee.elements == nil {
      node.pointee.elements = node.pointee.call.takeUnretainedValue()
        .place(node.pointee.children)
    }
    return node.pointee.elements.map { $0 + index }
  }
}
