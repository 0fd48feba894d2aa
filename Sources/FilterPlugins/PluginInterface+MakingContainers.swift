internal import CFilterPlugin
internal import FilterEngine

// Unsafe because the interface passes addresses and counts of arrays.
extension PluginInterface {
  static func addMakingContainers(to api: inout frc_plugin_api) {
    api.make_list = { call, elements, count in
      PluginInterface.container(call, elements, count) { .list($0) }
    }
    api.make_set = { call, elements, count in
      PluginInterface.container(call, elements, count) { .set(FilterSet($0)) }
    }
    api.make_object = { call, keys, values, count in
      var names: [String] = []
      for index in 0..<max(0, count) {
        guard let key = keys?[index], let name = PluginInterface.string(key.start, key.length)
        else {
          return PluginCall.at(call)?.refuse("a key is missing or not valid UTF-8")
        }
        names.append(name)
      }
      return PluginInterface.container(call, values, count) { values in
        .object(FilterObject(zip(names, values).lazy.map { (key: $0, value: $1) }))
      }
    }
  }

  static func addEnding(to api: inout frc_plugin_api) {
    api.set_result = { call, value in
      guard let call = PluginCall.at(call) else { return }
      call.outcome =
        PluginValue.at(value).map { .result($0.node.value) }
        ?? .invalid(call.refusal ?? "null is not a value")
    }
    api.set_error = { call, message in
      PluginCall.at(call)?.outcome = .failure(
        message.map { String(cString: $0) } ?? "failed without a message")
    }
  }

  /// Makes a container of values. Refuses if one of them is null.
  private static func container(
    _ call: OpaquePointer?, _ elements: UnsafePointer<OpaquePointer?>?, _ count: Int,
    _ make: ([FilterValue]) -> FilterValue
  ) -> OpaquePointer? {
    guard let call = PluginCall.at(call) else { return nil }
    guard count >= 0, elements != nil || count == 0 else {
      return call.refuse("a collection has no elements")
    }
    var values: [FilterValue] = []
    for index in 0..<count {
      guard let node = PluginValue.at(elements?[index])?.node else {
        return call.refuse("an element of a collection is null")
      }
      values.append(node.value)
    }
    let value = make(values)
    guard !value.isTooDeep else {
      return call.refuse("collections nest deeper than \(FRC_PLUGIN_MAXIMUM_DEPTH)")
    }
    guard value.measure.size <= FRC_PLUGIN_MAXIMUM_SIZE else {
      return call.refuse("a collection has more than \(FRC_PLUGIN_MAXIMUM_SIZE) values in it")
    }
    return call.make(value)
  }
}
