internal import FilterEngine

/// A value to which an `frc_value` of a plug-in refers.
///
/// Unsafe because it has pointers to bytes that its call owns.
struct PluginValue {
  let value: FilterValue

  /// Its text, data or digits, after the first request for them
  var content: UnsafeRawBufferPointer?

  /// Its key in the object that contains it, after the first request for it
  var key: UnsafeRawBufferPointer?

  /// The position of its first element or member in the call, after the first request for one
  var elements: Int?

  /// A value and the call that it belongs to.
  struct Reference {
    let call: PluginCall
    let position: Int

    var node: PluginValue {
      get { call.values[position] }
      nonmutating _modify { yield &call.values[position] }
    }
  }

  /// The value of a handle; nil for null, for the handle of a call, and after the end of the call.
  static func at(_ pointer: OpaquePointer?) -> Reference? {
    guard let handle = PluginHandle(pointer), let position = handle.value,
      let call = PluginInterface.shared.calls.call(of: handle),
      call.values.indices.contains(position)
    else { return nil }
    return Reference(call: call, position: position)
  }

  /// The number of elements or members.
  var count: Int {
    if case .item(let item) = value { item.filterKeys.count } else { value.children?.count ?? 0 }
  }

  /// The elements or the values of the members.
  var children: [FilterValue] {
    if case .item(let item) = value {
      item.filterKeys.map { item.filterValue(forKey: $0) ?? .null }
    } else {
      value.children ?? []
    }
  }

  /// The keys of the members.
  var keys: [String] {
    switch value {
    case .object(let object): object.shape.keys
    case .item(let item): item.filterKeys
    default: []
    }
  }
}
