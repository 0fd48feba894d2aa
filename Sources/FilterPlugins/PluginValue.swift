internal import FilterEngine

/// A value where a plug-in sees it: behind an `frc_value`.
///
/// Unsafe because C needs an address that stays: a value lies in memory of its call, which also holds
/// the views into it, and goes with it.
struct PluginValue {
  typealias Address = UnsafeMutablePointer<PluginValue>

  let value: FilterValue

  /// The call in whose memory it lies; it outlives the value.
  let call: Unmanaged<PluginCall>

  /// Its text, data or digits, once they were asked for
  var content: UnsafeRawBufferPointer?

  /// Its key in the object that it is a member of, once it was asked for
  var key: UnsafeRawBufferPointer?

  /// Its elements or members, once one was asked for
  var elements: Address?

  /// The value that an address of the interface stands for.
  static func at(_ address: OpaquePointer?) -> Address? { address.map { Address($0) } }

  /// The number of elements or members.
  var count: Int {
    switch value {
    case .list(let values): values.count
    case .set(let set): set.elements.count
    case .object(let object): object.values.count
    case .item(let item): item.filterKeys.count
    default: 0
    }
  }

  /// The elements or the values of the members.
  var children: [FilterValue] {
    switch value {
    case .list(let list): list.elements
    case .set(let set): set.elements
    case .object(let object): object.values
    case .item(let item): item.filterKeys.map { item.filterValue(forKey: $0) ?? .null }
    default: []
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
