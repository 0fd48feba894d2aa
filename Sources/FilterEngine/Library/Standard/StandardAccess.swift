/// Access to the elements of collections for functions and messages.
enum StandardAccess {
  /// The values of a list, of a set, or of an object in the order of its keys; nil for other kinds.
  static func elements(_ value: FilterValue) -> [FilterValue]? {
    if case .object(let object) = value { object.values } else { members(value) }
  }

  /// The values of a list or of a set; nil for other kinds.
  static func members(_ value: FilterValue) -> [FilterValue]? {
    switch value {
    case .list(let list): list.elements
    case .set(let set): set.elements
    default: nil
    }
  }
}
