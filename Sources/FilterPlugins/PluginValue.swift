internal import FilterEngine

/// A value that a plug-in has a handle of: what an `frc_value` names.
///
/// Unsafe because it holds views into bytes that its call keeps in place.
struct PluginValue {
  let value: FilterValue

  /// Its text, data or digits, once they were asked for
  var content: UnsafeRawBufferPointer?

  /// Its key in the object that it is a member of, once it was asked for
  var key: UnsafeRawBufferPointer?

  /// The position of its first element or member in the call, once one was asked for
  var elements: Int?

  /// A value and the call that has it.
  struct Reference {
    let call: PluginCall
    let position: Int

    var node: PluginValue {
      get { call.values[position] }
      nonmutating _modify { yield &call.values[position] }
    }
  }

  /// The value that a handle of the interface names; nil for null, for the handle of a call, and after
  /// the call ended.
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
